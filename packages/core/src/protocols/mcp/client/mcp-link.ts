/**
 * A transport-independent link to an MCP server that sends one message and returns its response. Other messages of
 * the server (progress, its own requests) are handled meanwhile.
 */

import { exceedsLimits } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Awaitable } from '../../../documents/awaitable.js';
import type { UpstreamResponse } from '../../../gateway/upstream.js';
import type { RpcFault, RpcRequest } from '../../../transport/json-rpc.js';
import { readRpc, rpcCodes, rpcError, rpcResult } from '../../../transport/json-rpc.js';
import { metaKeys, metaOf } from '../wire.js';

/** The response to a request. */
export type LinkAnswer = { kind: 'result'; result: JsonObject } | LinkError;

/** A refused request. */
export interface LinkError {
  kind: 'error';
  error: RpcFault;
  status: number;
  /** True when the error does not name the request, because the server has not read it. */
  isUnread?: true;
}

/** A request to a server. */
export interface LinkRequest {
  method: string;
  params: JsonObject;
  /** True when the request is idempotent. */
  repeatable?: boolean;
  /** Additional headers, over HTTP. */
  headers?: Record<string, string>;
  /** Called with progress that the server reports. */
  onProgress?: (progress: JsonObject) => void;
  /** What the server may ask during this request, in the stateless revision. */
  capabilities?: JsonObject;
  /** Answers requests of the server during this one; without it, only ping is answered. */
  questions?: Questions;
  /** True when the request is sent although its caller has left. */
  detached?: boolean;
  /** Called with log messages that the server sends during the request. */
  onLog?: (message: JsonObject) => void;
  /** The least severe level of those messages. */
  logLevel?: string;
  /** Awaited just before the request is written to a child process; over HTTP, the upstream client calls it. */
  onSend?: () => Awaitable<void>;
}

/** Answers requests of the server during one of ours. */
export interface Questions {
  /** The response to a request. */
  answer(request: Pick<RpcRequest, 'id' | 'method' | 'params'>): Promise<JsonObject>;
  /** Refuses the questions of this request, for this reason. */
  refuse(reason: string): void;
  /** The user has finished at the page with this id; ignored unless this request has asked the user to open it. */
  completed(elicitationId: JsonValue | undefined): void;
  /** The session of the client that made the call, if it has one. */
  readonly session: string | undefined;
  /** True while one is open, so that the server is not expected to send anything. */
  isAsking(): boolean;
}

/** Sends messages to one server. */
export interface McpLink {
  /** What the server may ask in a session; nothing when absent. */
  readonly capabilities?: JsonObject;
  /** Changes when the server has restarted and needs a new handshake; absent if that cannot happen. */
  readonly mark?: string;
  /** True when a request of the stateless revision could end the server: the handshake is tried first. */
  handshakeFirst?: boolean;
  /** Sends a request and waits for its response; throws transport errors. */
  ask(request: LinkRequest, era: Era): Promise<LinkAnswer>;
  /** Sends a notification. */
  tell(method: string, era: Era): Promise<void>;
  /** True when a server of revision 2024-11-05 may answer with its own transport. */
  readonly mayUseSse?: boolean;
  /** Listens between requests for pages that the user has finished; returns the function that ends this. */
  hear?(questions: Questions, era: Era): Promise<() => void>;
  /** Ends the session without waiting; absent if there are no sessions. */
  leave?(era: Era): void;
  /** Watches a resource until the watcher leaves; rejects when the server refuses. */
  watch?(uri: string, era: Era, watcher: ResourceWatcher): Promise<OpenWatch>;
}

/** Who watches a resource. */
export interface ResourceWatcher {
  /** Called when the resource has changed, or may have. */
  onUpdate(): void;
  /** Aborts when the watcher leaves. */
  signal: AbortSignal;
}

/** A resource whose changes a server reports. */
export interface OpenWatch {
  /** Resolves when they are no longer reported. */
  readonly ended: Promise<void>;
}

/** The protocol generation of a server, and its session. */
export interface Era {
  modern: boolean;
  version: string;
  session?: string;
  /** True for a server with the event stream of revision 2024-11-05. */
  sse?: boolean;
  /** The least severe log level that was set in the session, whose calls share it. */
  logLevel?: string;
  /** The stream of a session that belongs to no request. */
  stream?: SessionListener;
  /** Names the session among the processes of this gateway, if they share it: the server, the caller and its id. */
  sharedAs?: string;
}

/** The stream of a session that several processes use; a server allows one, which one of them reads. */
export interface StreamSharing {
  /** True when another process has the stream open, and keeps it open for some seconds. */
  keepStream(session: string): Promise<boolean>;
  /** Passes a question, or that a user has finished at a page, to a process that has calls in the session. */
  passQuestion(session: string, question: Question): Promise<void>;
}

/** A request of a server, as it is sent to another process. */
export type Question = Omit<RpcRequest, 'kind'>;

/** A running call whose client can be asked. */
export interface AskableCall {
  questions: Questions;
  /** Sends a message to the server. */
  reply: (message: JsonObject) => void;
}

/** Opens the stream of a session that belongs to no request; it is closed by the signal. */
export type OpenSessionStream = (signal: AbortSignal) => Promise<UpstreamResponse>;

/** Listens on that stream. */
export interface SessionListener {
  /** Adds a call, once the server can ask about it; returns the function that removes it. */
  join(call: AskableCall, open: OpenSessionStream): Promise<() => void>;
  /** Keeps the stream open for the calls of another process; false when it is not open. */
  keep(): boolean;
  /** True when calls run that a question can be about. */
  hasCalls(): boolean;
  /** Takes what another process read: a question, or that a user has finished at a page. */
  take(question: Question): void;
}

/** A server says that its user has finished at a page (2025-11-25, client, elicitation). */
export const pageCompleted = 'notifications/elicitation/complete';

/** Scans incoming messages for the response to one request. */
export interface AnswerWatch {
  /** The response, or undefined for any other message. */
  take(message: JsonValue): LinkAnswer | undefined;
}

/** Maximum number of other messages before the response; a server that sends more is cut off. */
const maxOtherMessages = 100_000;

/** Maximum number of its questions during one request; refused ones are repeated by some servers without end. */
const maxQuestions = 100;

/** The reply to a server's request: ping is answered, questions during a call by its client; the rest is refused. */
export function answerServer(request: Omit<RpcRequest, 'kind'>, questions?: Questions): Awaitable<JsonObject> {
  const { id, method } = request;
  if (method === 'ping') return rpcResult(id, {});
  if (questions !== undefined) return questions.answer(request);
  return rpcError(id, { code: rpcCodes.method, message: 'This client supports no requests except ping.' });
}

/** Why questions are refused that name no call, while calls of several clients run. */
export const severalCalls =
  'The service asked its client for input while calls of several clients ran, and its request does not say which call ' +
  'it is about. Call again when no other call of this service runs.';

/**
 * Whom a request of a server concerns that names no call: the client of the only call, or of all of them; then it is
 * asked on the stream of the latest one.
 */
export function askedOf(calls: readonly Questions[]): Questions | undefined {
  const latest = calls.at(-1);
  const session = latest?.session;
  const isOneClient = session !== undefined && calls.every((questions) => questions.session === session);
  return calls.length === 1 || isOneClient ? latest : undefined;
}

/** Maximum depth and number of values of a message. */
const shape = { depth: 256, values: 1_000_000 };

/** Number of characters below which a message cannot be too deep. */
const surelyShallow = 2 * shape.depth;

/** Throws `UPSTREAM_ERROR` for a message of this many characters that is too deep or has too many values. */
export function requireShape(message: JsonValue, characters: number): void {
  if (characters <= surelyShallow || exceedsLimits(message, shape) === undefined) return;
  throw new Failure('UPSTREAM_ERROR', {
    message: 'The server sent JSON that is nested too deeply or has too many values.',
  });
}

/** What else is read while a response is awaited. */
export interface WatchOptions extends Pick<LinkRequest, 'onProgress' | 'onLog' | 'questions'> {
  reply?: (answer: JsonObject) => void;
}

/** Watches for the response to a request; replies to requests of the server are passed to `reply`. */
export function watchAnswer(id: string | number, { onProgress, onLog, questions, reply }: WatchOptions): AnswerWatch {
  let beside = 0;
  let asked = 0;
  return {
    take(value) {
      const message = readRpc(value);
      if (message.kind === 'response' && message.id === id) return answerOf(message);
      beside += 1;
      if (beside > maxOtherMessages) {
        throw new Failure('UPSTREAM_ERROR', { message: 'The server sends messages endlessly without a response.' });
      }
      if (message.kind === 'request') {
        if (message.method !== 'ping') asked += 1;
        if (asked > maxQuestions) {
          throw new Failure('UPSTREAM_ERROR', { message: 'The server asks its client endlessly.' });
        }
        const answer = answerServer(message, questions);
        if (answer instanceof Promise) answer.then(reply);
        else reply?.(answer);
      }
      if (message.kind === 'notification' && message.method === 'notifications/progress') {
        if (message.params.progressToken === id) onProgress?.(message.params);
      } else if (message.kind === 'notification' && message.method === 'notifications/message') onLog?.(message.params);
      else if (message.kind === 'notification' && message.method === pageCompleted)
        questions?.completed(message.params.elicitationId);
      return undefined;
    },
  };
}

/** The response in a response message. */
export function answerOf(message: { result?: JsonValue; error?: JsonObject }, status = 200): LinkAnswer {
  if (isJsonObject(message.result)) return { kind: 'result', result: message.result };
  const { code, message: text, data } = message.error ?? {};
  const error: RpcFault = {
    code: typeof code === 'number' ? code : 0,
    message: typeof text === 'string' ? plainText(text) : unsaid(message.error),
    ...(data === undefined ? {} : { data }),
  };
  return { kind: 'error', error, status };
}

/** Third-party text for a message: short and without control characters. */
function plainText(text: string): string {
  return text.slice(0, 1000).replace(/\p{Cc}+/gu, ' ');
}

function unsaid(error: JsonObject | undefined): string {
  return error === undefined ? 'The result is not an object.' : 'It gave no reason.';
}

/** The parameters of a request as the server's generation requires. */
export function paramsFor(
  { method, params, onProgress, logLevel, capabilities = {} }: LinkRequest,
  { modern, version }: Era,
  { id, client }: { id: number; client: JsonObject },
): JsonObject {
  if (method === 'initialize' || (!modern && onProgress === undefined)) return params;
  const meta: JsonObject = {
    ...metaOf(params),
    ...(onProgress === undefined ? {} : { progressToken: id }),
    ...(modern && logLevel !== undefined ? { [metaKeys.logLevel]: logLevel } : {}),
    ...(modern
      ? { [metaKeys.version]: version, [metaKeys.client]: client, [metaKeys.capabilities]: capabilities }
      : {}),
  };
  return { ...params, _meta: meta };
}
