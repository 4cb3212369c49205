/** Messages to an MCP server over Streamable HTTP: each is a POST, its answer one JSON document or a stream of events. */
import type { FailureCode, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { PreparedCall } from '../../../gateway/prepared-call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../../gateway/upstream.js';
import { readEvents } from '../../../transport/event-stream.js';
import { readRpc, rpcNotification, rpcRequest } from '../../../transport/json-rpc.js';
import { mcpHeaders, memberOf, toHeaderValue } from '../wire.js';
import type { Era, LinkAnswer, McpLink } from './mcp-link.js';
import { answerOf, paramsFor, requireShape, watchAnswer } from './mcp-link.js';

/** Sends one HTTP request through the guarded way out. */
export type SendHttp = (
  request: PreparedCall,
  how?: { repeatable?: boolean; signal?: AbortSignal },
) => Promise<UpstreamResponse>;

/** Numbers of requests, none given twice. */
export type NextId = () => number;

/** Counts up from one. */
export function createNextId(): NextId {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

/** What a link over HTTP needs. */
export interface HttpLinkOptions {
  server: string;
  send: SendHttp;
  /** Largest answer in bytes. */
  answerBytes: number;
  /** Name and version of this client. */
  client: JsonObject;
  /** Numbers of its requests; links that share a session share this, else a server mixes up their answers. */
  nextId?: NextId;
}

/** Requests of a server that are answered while one of ours is on its way. */
const mostReplies = 100;

/** Milliseconds for telling a server that nobody waits any more, or that a session is over. */
const farewellMs = 5000;

/** Makes the link. */
export function createHttpLink(options: HttpLinkOptions): McpLink {
  const { server: url, client, answerBytes, send, nextId = createNextId() } = options;
  const post = (body: JsonObject, headers: Record<string, string>, repeatable = false) =>
    send({ url, method: 'POST', headers, body }, { repeatable });
  return {
    async ask(request, era) {
      const id = nextId();
      const params = paramsFor(request, era, { id, client });
      const headers = { ...headersFor(request.method, params, era), ...request.headers };
      let replies = 0;
      const reply = (own: JsonObject) => {
        replies += 1;
        // The server may wait for it; what becomes of it does not matter to the call.
        if (replies <= mostReplies) forgetAnswer(post(own, headersFor('', {}, era)));
      };
      try {
        const response = await post(rpcRequest(id, request.method, params), headers, request.repeatable);
        const news = request.onProgress === undefined ? {} : { onProgress: request.onProgress };
        const answer = await readResponse(response, id, { ...news, reply, bytes: answerBytes });
        const session = response.headers[mcpHeaders.session];
        if (session !== undefined && request.method === 'initialize') era.session = session.slice(0, 1000);
        return answer;
      } catch (thrown) {
        if (!era.modern && request.method === 'tools/call' && isGivenUp(thrown)) takeBack(options, id, era);
        throw thrown;
      }
    },
    async tell(method, era) {
      const response = await post(rpcNotification(method), headersFor(method, {}, era), true);
      await response.body.cancel();
    },
    leave(era) {
      if (era.session === undefined) return;
      const { 'content-type': _, ...headers } = headersFor('', {}, era);
      const signal = AbortSignal.timeout(farewellMs);
      forgetAnswer(send({ url, method: 'DELETE', headers }, { repeatable: true, signal }));
    },
  };
}

/** True when it is we who no longer wait. */
function isGivenUp(thrown: unknown): boolean {
  const { code } = toFailure(thrown);
  return code === 'CANCELLED' || code === 'UPSTREAM_TIMEOUT';
}

/** In a session a connection that ends takes nothing back; the server is told (2025-11-25, basic, cancellation). */
function takeBack({ server, send }: HttpLinkOptions, requestId: number, era: Era): void {
  const method = 'notifications/cancelled';
  const body = rpcNotification(method, { requestId, reason: 'Nobody waits for the answer any more.' });
  const headers = headersFor(method, {}, era);
  const signal = AbortSignal.timeout(farewellMs);
  forgetAnswer(send({ url: server, method: 'POST', headers, body }, { repeatable: true, signal }));
}

/** For what is said without caring what comes of it. */
function forgetAnswer(answer: Promise<UpstreamResponse>): void {
  answer.then(
    ({ body }) => body.cancel(),
    () => undefined,
  );
}

/** Headers of the protocol for a message. */
export function headersFor(
  method: string,
  params: JsonObject,
  { modern, version, session }: Era,
): Record<string, string> {
  const name = method === 'tools/call' ? memberOf(params, 'name') : undefined;
  return {
    'content-type': 'application/json',
    accept: `application/json, ${eventStreamType}`,
    ...(method === 'initialize' ? {} : { [mcpHeaders.version]: version }),
    ...(session === undefined ? {} : { [mcpHeaders.session]: session }),
    ...(modern ? { [mcpHeaders.method]: method } : {}),
    ...(modern && typeof name === 'string' ? { [mcpHeaders.name]: toHeaderValue(name) } : {}),
  };
}

interface Reading {
  onProgress?: (progress: JsonObject) => void;
  reply: (answer: JsonObject) => void;
  bytes: number;
}

async function readResponse(response: UpstreamResponse, id: number, reading: Reading): Promise<LinkAnswer> {
  if (response.mediaType === eventStreamType && response.status < 300) return readStream(response, id, reading);
  const raw = response.bytes === undefined ? await collect(response.body, reading.bytes) : await response.bytes();
  if (raw.byteLength > reading.bytes) throw tooLarge(reading.bytes);
  const value = parse(raw);
  const message = value === undefined ? undefined : readRpc(value);
  if (message?.kind === 'response' && (message.id === id || message.error !== undefined)) {
    return answerOf(message, response.status);
  }
  throw notSpoken(response);
}

async function readStream(response: UpstreamResponse, id: number, reading: Reading): Promise<LinkAnswer> {
  const watch = watchAnswer(id, reading);
  for await (const text of readEvents(response.body, { bytes: reading.bytes })) {
    const value = parse(Buffer.from(text));
    const answer = value === undefined ? undefined : watch.take(value);
    if (answer !== undefined) return answer;
  }
  throw new Failure('UPSTREAM_ERROR', { message: 'The server ended its stream without an answer.' });
}

async function collect(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function parse(raw: Uint8Array): JsonValue | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('utf8')) as JsonValue;
  } catch {
    return undefined;
  }
  requireShape(value, raw.byteLength);
  return isJsonObject(value) ? value : undefined;
}

function tooLarge(most: number): Failure {
  return new Failure('UPSTREAM_ERROR', { message: `The server answered more than ${most} bytes.` });
}

const codes: Readonly<Record<number, FailureCode>> = {
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
  504: 'UPSTREAM_TIMEOUT',
};

/** An answer that is no MCP; its status may still mean something. */
export class NotSpoken extends Failure {
  readonly status: number;

  constructor(
    code: FailureCode,
    { status, message, retryAfter }: { status: number; message: string; retryAfter?: number },
  ) {
    super(code, { message, ...(retryAfter === undefined ? {} : { retryAfter }) });
    this.status = status;
  }
}

function notSpoken({ status, headers, mediaType }: UpstreamResponse): NotSpoken {
  const seconds = Number.parseInt(headers['retry-after'] ?? '', 10);
  const wants = status === 401 || status === 403 ? ' It wants a credential that it was not shown.' : '';
  const message = `The server answered ${status} with '${mediaType.slice(0, 80)}', which is no answer of MCP.${wants}`;
  const retryAfter = Number.isSafeInteger(seconds) && seconds >= 0 ? { retryAfter: seconds } : {};
  return new NotSpoken(codes[status] ?? 'UPSTREAM_ERROR', { status, message, ...retryAfter });
}
