/**
 * Messages to an MCP server over Streamable HTTP: each is a POST; the response is one JSON document or an event
 * stream.
 */
import { setTimeout as after } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '@dragoman/model';
import {
  Failure,
  isJsonObject,
  mcpHeaders,
  mcpNamedBy,
  meaningOfStatus,
  toFailure,
  toMcpHeaderValue,
} from '@dragoman/model';
import { readErrorWords } from '../../../gateway/error-words.js';
import type { PreparedCall } from '../../../gateway/prepared-call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import { retryAfterOf } from '../../../gateway/retry-after.js';
import type { UpstreamResponse } from '../../../gateway/upstream.js';
import type { StreamMarks, UnfinishedEvent } from '../../../transport/event-stream.js';
import { readEvents } from '../../../transport/event-stream.js';
import { readRpc, rpcNotification, rpcRequest } from '../../../transport/json-rpc.js';
import { memberOf } from '../wire.js';
import type { AnswerWatch, AskableCall, Era, LinkAnswer, McpLink, StreamSharing, WatchOptions } from './mcp-link.js';
import { answerOf, paramsFor, requireShape, watchAnswer } from './mcp-link.js';
import { oversizedQuestion } from './relay-questions.js';
import { elsewhereIn, SessionStream } from './session-stream.js';

/** Sends one HTTP request through the upstream client. */
export type SendHttp = (
  request: PreparedCall,
  how?: { repeatable?: boolean; signal?: AbortSignal; isPaused?: () => boolean },
) => Promise<UpstreamResponse>;

/** Creates unique request ids. */
export type NextId = () => number;

/** Counts up from the number after the first. */
export function createNextId(first = 0): NextId {
  let last = first;
  return () => {
    last += 1;
    return last;
  };
}

/** Options of an HTTP link. */
export interface HttpLinkOptions {
  server: string;
  send: SendHttp;
  /** Maximum response size in bytes. */
  answerBytes: number;
  /** Name and version of this client. */
  client: JsonObject;
  /** What the server may ask in a session; nothing when absent. */
  capabilities?: JsonObject;
  /** Aborts when the caller leaves, for sessions in which something must be sent after that. */
  cancellation?: { readonly signal: AbortSignal };
  /** The other processes that use the same sessions. */
  sharing?: StreamSharing | undefined;
  /** Creates request ids; links that share a session share it, otherwise responses would be mixed up. */
  nextId?: NextId;
}

/** Maximum number of server requests that are answered during one of our requests. */
export const maxReplies = 100;

/** Timeout in milliseconds for cancellation and session-end messages. */
export const closeTimeoutMs = 5000;

/** Creates the link. */
export function createHttpLink(options: HttpLinkOptions): McpLink {
  const { server: url, client, answerBytes, send, capabilities = {}, nextId = createNextId() } = options;
  const post = (body: JsonObject, headers: Record<string, string>, how: Parameters<SendHttp>[1] = {}) =>
    send({ url, method: 'POST', headers, body }, how);
  return {
    capabilities,
    async ask(request, era) {
      const id = nextId();
      const params = paramsFor(request, era, { id, client });
      const headers = { ...headersFor(request.method, params, era), ...request.headers };
      let replies = 0;
      const reply = (own: JsonObject) => {
        replies += 1;
        // The server may wait for the reply; its outcome does not affect the call.
        if (replies <= maxReplies) forgetAnswer(post(own, headersFor('', {}, era), { repeatable: true }));
      };
      const joining = request.questions && listen(options, era, { questions: request.questions, reply });
      const leave = joining && (await joining);
      try {
        const { repeatable = false, detached = false, onProgress, onLog, questions } = request;
        const response = await post(rpcRequest(id, request.method, params), headers, {
          repeatable,
          ...(detached ? { signal: AbortSignal.timeout(closeTimeoutMs) } : {}),
          ...(questions === undefined ? {} : { isPaused: () => questions.isAsking() }),
        });
        const reading: Reading = { reply, bytes: answerBytes };
        if (!era.modern) reading.resume = (lastId) => send(resumption(url, era, lastId), { repeatable: true });
        if (onProgress !== undefined) reading.onProgress = onProgress;
        if (onLog !== undefined) reading.onLog = onLog;
        if (questions !== undefined) reading.questions = questions;
        const answer = await readResponse(response, id, reading);
        const session = response.headers[mcpHeaders.session];
        if (session !== undefined && request.method === 'initialize') era.session = session.slice(0, 1000);
        return answer;
      } catch (thrown) {
        if (!era.modern && request.method === 'tools/call' && isGivenUp(thrown)) cancelRequest(options, id, era);
        throw thrown;
      } finally {
        leave?.();
      }
    },
    async hear(questions, era) {
      const reply = (own: JsonObject) => forgetAnswer(post(own, headersFor('', {}, era), { repeatable: true }));
      return (await listen(options, era, { questions, reply })) ?? (() => undefined);
    },
    async tell(method, era) {
      const response = await post(rpcNotification(method), headersFor(method, {}, era), { repeatable: true });
      await response.body.cancel();
    },
    leave(era) {
      if (era.session === undefined) return;
      const { 'content-type': _, ...headers } = headersFor('', {}, era);
      const signal = AbortSignal.timeout(closeTimeoutMs);
      forgetAnswer(send({ url, method: 'DELETE', headers }, { repeatable: true, signal }));
    },
  };
}

/** Lets the server ask on the stream of the session, if the client of the call can be asked. */
function listen(
  { server: url, send, answerBytes, capabilities = {}, sharing }: HttpLinkOptions,
  era: Era,
  call: AskableCall,
): Promise<() => void> | undefined {
  const { session, modern } = era;
  if (session === undefined || modern || Object.keys(capabilities).length === 0) return undefined;
  const { sharedAs } = era;
  const elsewhere = sharedAs === undefined || sharing === undefined ? undefined : elsewhereIn(sharing, sharedAs);
  era.stream ??= new SessionStream(answerBytes, elsewhere);
  const { 'content-type': _, ...headers } = headersFor('', {}, era);
  const request = { url, method: 'GET', headers: { ...headers, accept: eventStreamType } };
  return era.stream.join(call, (signal) => send(request, { repeatable: true, signal, isPaused: () => true }));
}

/** True when this side gave up waiting. */
function isGivenUp(thrown: unknown): boolean {
  const { code } = toFailure(thrown);
  return code === 'CANCELLED' || code === 'UPSTREAM_TIMEOUT';
}

/**
 * In a session a closed connection does not cancel a request; the server is notified (2025-11-25, basic,
 * cancellation).
 */
function cancelRequest({ server, send }: HttpLinkOptions, requestId: number, era: Era): void {
  const method = 'notifications/cancelled';
  const body = rpcNotification(method, { requestId, reason: 'The client no longer waits for the response.' });
  const headers = headersFor(method, {}, era);
  const signal = AbortSignal.timeout(closeTimeoutMs);
  forgetAnswer(send({ url: server, method: 'POST', headers, body }, { repeatable: true, signal }));
}

/** For messages whose outcome does not matter. */
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
  const named = mcpNamedBy[method];
  const name = named === undefined ? undefined : memberOf(params, named);
  return {
    'content-type': 'application/json',
    accept: `application/json, ${eventStreamType}`,
    ...(method === 'initialize' ? {} : { [mcpHeaders.version]: version }),
    ...(session === undefined ? {} : { [mcpHeaders.session]: session }),
    ...(modern ? { [mcpHeaders.method]: method } : {}),
    ...(modern && typeof name === 'string' ? { [mcpHeaders.name]: toMcpHeaderValue(name) } : {}),
  };
}

interface Reading extends WatchOptions {
  bytes: number;
  /** Continues a stream after the event with this id; absent in the stateless revision, which does not. */
  resume?: (lastId: string) => Promise<UpstreamResponse>;
}

/** The request that continues a stream (2025-11-25, transports, resumability). */
function resumption(url: string, era: Era, lastId: string): PreparedCall {
  const { 'content-type': _, ...headers } = headersFor('', {}, era);
  return { url, method: 'GET', headers: { ...headers, accept: eventStreamType, 'last-event-id': lastId } };
}

async function readResponse(response: UpstreamResponse, id: number, reading: Reading): Promise<LinkAnswer> {
  if (response.mediaType === eventStreamType && response.status < 300) return readStream(response, id, reading);
  const raw = response.bytes === undefined ? await collect(response.body, reading.bytes) : await response.bytes();
  if (raw.byteLength > reading.bytes) throw tooLarge(reading.bytes);
  const value = parse(raw);
  const message = value === undefined ? undefined : readRpc(value);
  if (message?.kind === 'response' && (message.id === id || message.error !== undefined)) {
    const answer = answerOf(message, response.status);
    return answer.kind === 'error' && message.id !== id ? { ...answer, isUnread: true } : answer;
  }
  const said = response.status < 400 ? undefined : (rpcWords(value) ?? readErrorWords(raw, response.mediaType));
  throw new NotMcpResponse(response, said);
}

/** The message of an error that names no request: its `id` is null, because the server did not read the request. */
function rpcWords(value: JsonValue | undefined): string | undefined {
  const error = isJsonObject(value) ? value.error : undefined;
  return isJsonObject(error) && typeof error.message === 'string' ? error.message.slice(0, maxWords) : undefined;
}

/** Maximum characters of that message. */
const maxWords = 2000;

/** How often a stream is resumed. */
const maxResumes = 100;

/** Milliseconds before it is resumed: what the server asks for, within bounds. */
const pauses = { usual: 1000, least: 50, longest: 10_000 };

/** Reads until the response; a stream that ends or breaks before is resumed after its last event. */
async function readStream(response: UpstreamResponse, id: number, reading: Reading): Promise<LinkAnswer> {
  const watch = watchAnswer(id, reading);
  const marks: StreamMarks = {};
  let stream = response;
  for (let resumed = 0; ; resumed += 1) {
    const answer = await readAnswers(stream, watch, { bytes: reading.bytes, marks });
    if (answer !== undefined) return answer;
    const { lastId, retryMs = pauses.usual } = marks;
    if (lastId === undefined || reading.resume === undefined || resumed >= maxResumes) {
      throw new Failure('UPSTREAM_ERROR', { message: 'The server ended its stream without a response.' });
    }
    await after(Math.min(Math.max(retryMs, pauses.least), pauses.longest));
    stream = await reading.resume(lastId);
    if (stream.status >= 300 || stream.mediaType !== eventStreamType) {
      await stream.body.cancel();
      const message = `The server ended its stream and refused to resume it (status ${stream.status}).`;
      throw new Failure('UPSTREAM_ERROR', { message });
    }
  }
}

/** The response in a stream; undefined when it ends, or breaks at a place from which it can be resumed. */
async function readAnswers(
  { body }: UpstreamResponse,
  watch: AnswerWatch,
  { bytes, marks }: { bytes: number; marks: StreamMarks },
): Promise<LinkAnswer | undefined> {
  try {
    for await (const text of readEvents(body, { bytes, marks, tooLong: (unfinished) => tooLong(unfinished, bytes) })) {
      const value = parse(Buffer.from(text));
      const answer = value === undefined ? undefined : watch.take(value);
      if (answer !== undefined) return answer;
    }
  } catch (thrown) {
    if (marks.lastId === undefined || !isBroken(thrown)) throw thrown;
  }
  return undefined;
}

/** Why a stream is too long: one message, whose method shows at its beginning, or all messages together. */
function tooLong({ beginning, characters }: UnfinishedEvent, bytes: number): Failure {
  if (characters < bytes / 2) return endless(`notifications and requests of more than ${bytes} bytes`);
  const [, method] = /^(?:(?!"(?:result|error)"\s*:).)*?"method"\s*:\s*"([\w/]+)"/s.exec(beginning) ?? [];
  if (method === undefined) return tooLarge(bytes);
  return oversizedQuestion(method, bytes) ?? endless(`'${method}' with more than ${bytes} bytes`);
}

/** What the server sent instead of its response. */
function endless(what: string): Failure {
  const message = `The server sent ${what} before its response.`;
  const help = 'The call may have taken effect. Report this to the provider of the service.';
  return new Failure('UPSTREAM_ERROR', { message, retryable: false, help });
}

/** True when the connection broke, in contrast to a caller that left and to limits. */
function isBroken(thrown: unknown): boolean {
  const { code } = toFailure(thrown);
  return code === 'INTERNAL' || code === 'UPSTREAM_ERROR' || code === 'UNAVAILABLE';
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
  return new Failure('ANSWER_TOO_LARGE', { message: `The server sent more than ${most} bytes.` });
}

function notMcp({ status, mediaType }: UpstreamResponse, said: string | undefined): string {
  if (status === 404) return 'The server answered 404; there may be no MCP server at this address.';
  if (said === undefined && (status === 403 || status === 421))
    return `The server answered ${status}: it refuses the request. It may not accept the host name of its URL or requests from here, or the credential may lack the permission.`;
  if (status >= 400) return `The server answered ${status} without a result.`;
  const type = mediaType === '' ? 'without a content type' : `with '${mediaType.slice(0, 80)}'`;
  return `The server responded ${type} and status ${status}, which is not an MCP response.`;
}

/** A response that is not MCP; its status is kept. */
export class NotMcpResponse extends Failure {
  readonly status: number;

  constructor(response: UpstreamResponse, said: string | undefined) {
    const { status, headers } = response;
    const { code, help } = meaningOfStatus(status);
    const message = notMcp(response, said);
    super(code, { message, help, ...retryAfterOf(headers), ...(said === undefined ? {} : { said }) });
    this.status = status;
  }
}
