/**
 * A way to an MCP server that carries one message and brings its answer, whatever the transport. What the server sends
 * beside the answer (progress, requests of its own) is handled on the way.
 */

import { exceedsLimits } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Awaitable } from '../../../documents/awaitable.js';
import type { RpcFault, RpcRequest } from '../../../transport/json-rpc.js';
import { readRpc, rpcCodes, rpcError, rpcResult } from '../../../transport/json-rpc.js';
import { metaKeys, metaOf } from '../wire.js';

/** What came back for a request. */
export type LinkAnswer = { kind: 'result'; result: JsonObject } | { kind: 'error'; error: RpcFault; status: number };

/** A request on its way to a server. */
export interface LinkRequest {
  method: string;
  params: JsonObject;
  /** True when sending it twice does no harm. */
  repeatable?: boolean;
  /** Headers beside those of the protocol, over HTTP. */
  headers?: Record<string, string>;
  /** Told of progress that the server reports. */
  onProgress?: (progress: JsonObject) => void;
  /** Told just before it is written to a child, and waited for; over HTTP the way out tells whom it concerns. */
  onSend?: () => Awaitable<void>;
}

/** Carries messages to one server. */
export interface McpLink {
  /** Differs when the server behind has begun anew and has to be met again; absent where that does not happen. */
  readonly mark?: string;
  /** True where a question of the stateless revision could end the server: then the handshake is tried first. */
  handshakeFirst?: boolean;
  /** Sends a request and waits for its answer; throws what the transport met. */
  ask(request: LinkRequest, era: Era): Promise<LinkAnswer>;
  /** Sends a message that wants no answer. */
  tell(method: string, era: Era): Promise<void>;
  /** Tells the server that its session is over, without waiting for it; absent where there are no sessions to leave. */
  leave?(era: Era): void;
}

/** Which generation a server speaks, and what its session is called. */
export interface Era {
  modern: boolean;
  version: string;
  session?: string;
}

/** Takes messages as they come and says when the answer to one request is among them. */
export interface AnswerWatch {
  /** The answer, or undefined when the message was something else. */
  take(message: JsonValue): LinkAnswer | undefined;
}

/** Messages beside the answer that a server may send; one that talks for ever is cut off. */
const mostBeside = 100_000;

/** What is answered to a request of a server: that we are there; everything else is refused. */
export function answerServer({ id, method }: Pick<RpcRequest, 'id' | 'method'>): JsonObject {
  if (method === 'ping') return rpcResult(id, {});
  return rpcError(id, { code: rpcCodes.method, message: 'This client answers no requests but ping.' });
}

/** Depth and number of values of a message. */
const shape = { depth: 256, values: 1_000_000 };

/** Characters that may stand in a message which is too small to be too deep. */
const surelyShallow = 2 * shape.depth;

/** Throws `UPSTREAM_ERROR` for a message, of so many characters, that would be too much for whoever looks through it. */
export function requireShape(message: JsonValue, characters: number): void {
  if (characters <= surelyShallow || exceedsLimits(message, shape) === undefined) return;
  throw new Failure('UPSTREAM_ERROR', { message: 'The server answered JSON that is too deep or has too many values.' });
}

/** Watches for the answer to a request; what is answered to requests of the server is handed to `reply`. */
export function watchAnswer(
  id: string | number,
  { onProgress, reply }: { onProgress?: (progress: JsonObject) => void; reply?: (answer: JsonObject) => void },
): AnswerWatch {
  let beside = 0;
  return {
    take(value) {
      const message = readRpc(value);
      if (message.kind === 'response' && message.id === id) return answerOf(message);
      beside += 1;
      if (beside > mostBeside) {
        throw new Failure('UPSTREAM_ERROR', { message: 'The server sends messages without end and no answer.' });
      }
      if (message.kind === 'request') reply?.(answerServer(message));
      if (message.kind === 'notification' && message.method === 'notifications/progress') {
        if (message.params.progressToken === id) onProgress?.(message.params);
      }
      return undefined;
    },
  };
}

/** The answer in a message that is one. */
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

/** Words of a stranger for a line of ours: short, and nothing that a terminal acts on. */
function plainText(text: string): string {
  return text.slice(0, 1000).replace(/\p{Cc}+/gu, ' ');
}

function unsaid(error: JsonObject | undefined): string {
  return error === undefined ? 'The result is no object.' : 'It does not say why.';
}

/** The parameters of a request in the form of the server's generation. */
export function paramsFor(
  { method, params, onProgress }: LinkRequest,
  { modern, version }: Era,
  { id, client }: { id: number; client: JsonObject },
): JsonObject {
  if (method === 'initialize' || (!modern && onProgress === undefined)) return params;
  const meta: JsonObject = {
    ...metaOf(params),
    ...(onProgress === undefined ? {} : { progressToken: id }),
    ...(modern ? { [metaKeys.version]: version, [metaKeys.client]: client, [metaKeys.capabilities]: {} } : {}),
  };
  return { ...params, _meta: meta };
}
