/**
 * Requests of this server to the client of a session (2025 revisions): sent on the stream of a call, answered by a POST
 * that may reach another process. The ids are signed, so that only real questions of the session are answered.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { ClientQuestion } from '../../../gateway/client-line.js';
import type { RpcMessage } from '../../../transport/json-rpc.js';
import { rpcNotification, rpcRequest } from '../../../transport/json-rpc.js';
import type { Mailbox } from './mailbox.js';

/** Where a question is sent, and when nobody waits for its answer any more. */
export interface Asking {
  session: string;
  send: (message: JsonObject) => void;
  signal: AbortSignal;
}

/** Asks the clients of sessions. */
export interface SessionQuestions {
  /** Milliseconds that a client has to answer. */
  readonly timeoutMs: number;
  /** The client's result; throws `INPUT_UNAVAILABLE` when it refuses or does not answer. */
  ask(question: ClientQuestion, asking: Asking): Promise<JsonObject>;
  /** Passes on the response of a client; others are ignored. */
  answer(session: string, response: RpcMessage & { kind: 'response' }): Promise<void>;
}

/** Dependencies. */
export interface SessionQuestionPorts {
  /** Secret that signs ids; the same on every node. */
  key: string;
  mailbox: Mailbox;
  /** Milliseconds that a client has to answer. */
  timeoutMs: number;
}

/** Maximum characters of a client's error message that are repeated. */
const maxRepeated = 300;

/** Creates the questions. */
export function createSessionQuestions({ key, mailbox, timeoutMs }: SessionQuestionPorts): SessionQuestions {
  const sign = (session: string, random: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['mcp-question', session, random]))
      .digest('base64url')
      .slice(0, 22);
  const isOwn = (session: string, id: unknown): id is string => {
    const [random = '', signature = ''] = typeof id === 'string' ? id.split('.') : [];
    return signature !== '' && signature === sign(session, random);
  };
  const keyOf = (session: string, id: string) =>
    createHash('sha256')
      .update(JSON.stringify([session, id]))
      .digest('base64url');
  return {
    timeoutMs,
    async ask({ method, params }, { session, send, signal }) {
      const random = randomBytes(12).toString('base64url');
      const id = `${random}.${sign(session, random)}`;
      const answered = mailbox.wait(keyOf(session, id), { ms: timeoutMs, signal });
      send(rpcRequest(id, method, params));
      const answer = await answered;
      if (answer === undefined) {
        send(rpcNotification('notifications/cancelled', { requestId: id, reason: 'Nobody waits for the answer.' }));
        throw signal.aborted ? new Failure('CANCELLED') : unanswered(timeoutMs);
      }
      if (isJsonObject(answer.result)) return answer.result;
      throw refusedQuestion(method, answer.error);
    },
    async answer(session, { id, result, error }) {
      if (!isOwn(session, id)) return;
      await mailbox.post(keyOf(session, id), result === undefined ? { error: error ?? {} } : { result });
    },
  };
}

/** The failure when a client does not answer in time. */
export function unanswered(timeoutMs: number): Failure {
  return new Failure('INPUT_UNAVAILABLE', {
    message: `The client was asked for input and did not answer within ${Math.round(timeoutMs / 1000)} seconds.`,
    help: 'Call again when the user can answer.',
  });
}

function refusedQuestion(method: string, error: unknown): Failure {
  const said = isJsonObject(error as JsonObject) ? (error as JsonObject).message : undefined;
  const words = typeof said === 'string' ? ` It said: ${JSON.stringify(said.slice(0, maxRepeated))}.` : '';
  return new Failure('INPUT_UNAVAILABLE', { message: `The client refused the request ${method}.${words}` });
}
