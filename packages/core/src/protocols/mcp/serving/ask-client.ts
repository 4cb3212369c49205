/**
 * Questions to the client of a request while it is answered: in a session by requests on its stream, in the stateless
 * revision by its result, which the client's next request continues.
 */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { ClientLine } from '../../../gateway/client-line.js';
import { rpcNotification } from '../../../transport/json-rpc.js';
import type { ProgressQueue } from '../../../transport/progress-queue.js';
import { memberOf, metaKeys, metaOf } from '../wire.js';
import { question } from './ask-confirmation.js';
import { writeAbilities } from './client-abilities.js';
import type { McpExchange } from './exchange.js';
import { scopeOf } from './exchange.js';
import type { StartCall } from './parked-calls.js';
import { scopeOfCall } from './parked-calls.js';
import type { NewsTakers } from './parked-news.js';

/** What the client can be asked, as letters; a client of a session declared it at the beginning. */
export function abilitiesOf({ modern, session, ports, message }: McpExchange): string {
  if (modern) return writeAbilities(memberOf(metaOf(message.params), metaKeys.capabilities));
  return session === undefined ? '' : ports.sessions.abilitiesOf(session);
}

/** True for a request that continues a call. */
export function isResumed({ ports, message }: McpExchange): boolean {
  return ports.parkedCalls.owns(memberOf(message.params, 'requestState'));
}

/** Throws for a state that this server has not written: neither that of a call nor the token of a confirmation. */
export function requireKnownState(exchange: McpExchange): void {
  const { modern, message } = exchange;
  if (!modern) return;
  const state = memberOf(message.params, 'requestState');
  const responses = memberOf(message.params, 'inputResponses');
  const isConfirmation = isJsonObject(responses) && Object.hasOwn(responses, question);
  if (state === undefined || isResumed(exchange) || isConfirmation) return;
  throw new Failure('INVALID_INPUT', {
    message: 'The requestState was not written by this server, or was changed; call again without it.',
  });
}

/** What a request takes while its call runs. */
export function newsOf({ onProgress, onLog }: NewsTakers): NewsTakers {
  return { ...(onProgress === undefined ? {} : { onProgress }), ...(onLog === undefined ? {} : { onLog }) };
}

/** Starts a call of the stateless revision, or continues the one that the request names. */
export function runParked(
  { root, context, ports, message }: McpExchange,
  { capabilities, signal, news }: { capabilities: JsonObject; signal: AbortSignal; news: NewsTakers },
  start: StartCall,
): Promise<JsonObject> {
  const { parkedCalls } = ports;
  const { params, method } = message;
  const { subject, prefix, id } = scopeOf(root, context);
  const scope = scopeOfCall([subject, prefix, id, method], params);
  const state = memberOf(params, 'requestState');
  if (!parkedCalls.owns(state)) return parkedCalls.run({ scope, capabilities, signal, news }, start);
  const responses = memberOf(params, 'inputResponses');
  return parkedCalls.resume({ scope, signal, news }, state, isJsonObject(responses) ? responses : {});
}

/** How the client of a session is asked. */
export interface SessionAsking {
  capabilities: JsonObject | undefined;
  signal: AbortSignal;
  /** The messages of the stream. */
  news: ProgressQueue;
}

/** The client of a session, which is asked on the stream of the request. */
export function sessionClient(
  { ports, session }: McpExchange,
  { capabilities, signal, news }: SessionAsking,
): ClientLine | undefined {
  if (session === undefined || capabilities === undefined) return undefined;
  const asking = { session, send: (message: JsonObject) => news.tell(message, true), signal };
  return {
    capabilities,
    session,
    // A server may remember the roots of a session.
    key: capabilities.roots === undefined ? '' : session,
    answerMs: ports.questions.timeoutMs,
    tell: (method, params) => news.tell(rpcNotification(method, params), true),
    async ask(questions) {
      const answers: Record<string, JsonObject> = {};
      for (const [name, question] of Object.entries(questions)) {
        answers[name] = await ports.questions.ask(question, asking);
      }
      return answers;
    },
  };
}
