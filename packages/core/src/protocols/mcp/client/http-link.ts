/** Messages to an MCP server over Streamable HTTP: each is a POST, its answer one JSON document or a stream of events. */
import type { FailureCode, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { PreparedCall } from '../../../gateway/call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../../gateway/upstream.js';
import { exceedsLimits } from '../../../schema/measure-json.js';
import { readEvents } from '../../../transport/event-stream.js';
import { readRpc, rpcCodes, rpcError, rpcNotification, rpcRequest } from '../../../transport/json-rpc.js';
import { mcpHeaders, memberOf, toHeaderValue } from '../wire.js';
import type { Era, LinkAnswer, McpLink } from './mcp-link.js';
import { answerOf, paramsFor, watchAnswer } from './mcp-link.js';

/** Sends one HTTP request through the guarded way out. */
export type SendHttp = (request: PreparedCall, how?: { repeatable?: boolean }) => Promise<UpstreamResponse>;

/** What a link over HTTP needs. */
export interface HttpLinkOptions {
  server: string;
  send: SendHttp;
  /** Largest answer in bytes. */
  answerBytes: number;
  /** Name and version of this client. */
  client: JsonObject;
}

const shape = { depth: 256, values: 1_000_000 };

/** Makes the link; ids count up, so that no two requests of it have the same. */
export function createHttpLink(options: HttpLinkOptions): McpLink {
  let last = 0;
  const post = (body: JsonObject, headers: Record<string, string>, repeatable = false) =>
    options.send({ url: options.server, method: 'POST', headers, body }, { repeatable });
  return {
    async ask(request, era) {
      last += 1;
      const id = last;
      const params = paramsFor(request, era, { id, client: options.client });
      const headers = { ...headersFor(request.method, params, era), ...request.headers };
      const response = await post(rpcRequest(id, request.method, params), headers, request.repeatable);
      const refuse = (theirs: string | number) => {
        const fault = { code: rpcCodes.method, message: 'This client answers no requests.' };
        // The server may wait for it; what becomes of it does not matter to the call.
        post(rpcError(theirs, fault), headersFor('', {}, era)).then(
          (answer) => answer.body.cancel(),
          () => undefined,
        );
      };
      const news = request.onProgress === undefined ? {} : { onProgress: request.onProgress };
      const answer = await readResponse(response, id, { ...news, refuse, bytes: options.answerBytes });
      const session = response.headers[mcpHeaders.session];
      if (session !== undefined && request.method === 'initialize') era.session = session.slice(0, 1000);
      return answer;
    },
    async tell(method, era) {
      const response = await post(rpcNotification(method), headersFor(method, {}, era), true);
      await response.body.cancel();
    },
  };
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
  refuse: (id: string | number) => void;
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
  if (raw.byteLength > 2 * shape.depth && exceedsLimits(value, shape) !== undefined) {
    throw new Failure('UPSTREAM_ERROR', {
      message: 'The server answered JSON that is too deep or has too many values.',
    });
  }
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
