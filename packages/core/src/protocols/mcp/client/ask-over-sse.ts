/**
 * HTTP+SSE, the transport of revision 2024-11-05: a server sends all its messages on one event stream, whose first event
 * names the address for messages of the client. Every request has a stream and a handshake of its own.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import { readEvents } from '../../../transport/event-stream.js';
import { rpcNotification, rpcRequest } from '../../../transport/json-rpc.js';
import type { HttpLinkOptions } from './http-link.js';
import { closeTimeoutMs, createNextId, maxReplies, NotMcpResponse } from './http-link.js';
import type { LinkAnswer, LinkRequest, WatchOptions } from './mcp-link.js';
import { requireShape, watchAnswer } from './mcp-link.js';
import { taskIn } from './upstream-task.js';

/** The version in the handshake; servers answer with their own. */
const sseVersion = '2024-11-05';

type Events = AsyncGenerator<string, void, undefined>;

/** A session on an event stream; it ends with the stream. */
export interface SseSession {
  events: Events;
  post(body: JsonObject, repeatable: boolean, signal?: AbortSignal): Promise<void>;
  /** Sends a request and returns its response. */
  exchange(request: LinkRequest): Promise<LinkAnswer>;
  /** Makes the handshake; the error of a server that refuses it. */
  greet(): Promise<LinkAnswer | undefined>;
}

/** Sends a request in a session of its own and returns the response; `initialize` is the handshake itself. */
export async function askOverSse(options: HttpLinkOptions, request: LinkRequest): Promise<LinkAnswer> {
  const { nextId = createNextId(), cancellation } = options;
  const ends = new AbortController();
  const leave = { now: () => ends.abort() };
  const left = cancellation?.signal;
  const send: HttpLinkOptions['send'] = (prepared, how) => options.send(prepared, { signal: ends.signal, ...how });
  const onLeft = () => leave.now();
  if (left?.aborted === true) onLeft();
  left?.addEventListener('abort', onLeft, { once: true });
  const session = await openSseSession({ ...options, nextId, ...(left === undefined ? {} : { send }) });
  const { events, exchange } = session;
  try {
    const refused = request.method === 'initialize' ? undefined : await session.greet();
    if (refused !== undefined) return refused;
    const answer = await exchange(request);
    const task = request.method === 'tools/call' ? taskIn(answer) : undefined;
    if (task === undefined) return answer;
    // Servers keep tasks with the session, so it is awaited here instead of followed by requests with other sessions.
    const params = { taskId: task.taskId };
    const cancel = () => cancelTask(session, rpcRequest(nextId(), 'tasks/cancel', params));
    let canceled: Promise<void> | undefined;
    leave.now = () => {
      // The server forgets the session with its stream, which is therefore closed afterwards.
      canceled = cancel().finally(() => ends.abort());
    };
    if (left?.aborted === true) onLeft();
    const ended = await exchange({ ...request, method: 'tasks/result', params }).catch(async (thrown) => {
      await (canceled ?? cancel());
      throw thrown;
    });
    if (left?.aborted === true) throw new Failure('CANCELLED');
    return ended;
  } finally {
    left?.removeEventListener('abort', onLeft);
    await events.return(undefined);
  }
}

function cancelTask({ post }: SseSession, message: JsonObject): Promise<void> {
  return post(message, true, AbortSignal.timeout(closeTimeoutMs)).catch(() => undefined);
}

/** Opens the stream of a session; the caller ends it. */
export async function openSseSession(options: HttpLinkOptions): Promise<SseSession> {
  const { server, send, answerBytes, client, capabilities = {}, nextId = createNextId() } = options;
  const opened = await send({ url: server, method: 'GET', headers: { accept: eventStreamType } }, { repeatable: true });
  if (opened.status >= 300 || opened.mediaType !== eventStreamType) {
    await opened.body.cancel();
    throw new NotMcpResponse(opened, undefined);
  }
  const events = readEvents(opened.body, { bytes: answerBytes });
  const url = await endpointIn(events, server).catch(async (thrown) => {
    await events.return(undefined);
    throw thrown;
  });
  const post: SseSession['post'] = async (body, repeatable, signal) => {
    const headers = { 'content-type': 'application/json', accept: `application/json, ${eventStreamType}` };
    const how = { repeatable, ...(signal === undefined ? {} : { signal }) };
    const response = await send({ url, method: 'POST', headers, body }, how);
    await response.body.cancel();
    if (response.status >= 300) throw new NotMcpResponse(response, undefined);
  };
  const exchange: SseSession['exchange'] = async ({ method, params, repeatable = false, ...watched }) => {
    const id = nextId();
    await post(rpcRequest(id, method, paramsOf(params, watched, id)), repeatable);
    return readAnswer(events, id, { ...watched, reply: createReply(post) });
  };
  const greet: SseSession['greet'] = async () => {
    const params = { protocolVersion: sseVersion, capabilities, clientInfo: client };
    const greeted = await exchange({ method: 'initialize', params, repeatable: true });
    if (greeted.kind === 'error') return greeted;
    await post(rpcNotification('notifications/initialized'), true);
    return undefined;
  };
  return { events, post, exchange, greet };
}

function paramsOf(params: JsonObject, { onProgress }: Pick<LinkRequest, 'onProgress'>, id: number): JsonObject {
  if (onProgress === undefined) return params;
  const { _meta: meta } = params;
  return { ...params, _meta: { ...(isJsonObject(meta) ? meta : {}), progressToken: id } };
}

/** Replies to requests of the server; their outcome does not affect the call. */
function createReply(post: (body: JsonObject, repeatable: boolean) => Promise<void>): (answer: JsonObject) => void {
  let replies = 0;
  return (answer) => {
    replies += 1;
    if (replies <= maxReplies) post(answer, true).catch(() => undefined);
  };
}

/** The address in the first event; it must be one of the same server, which gets the credential. */
async function endpointIn(events: Events, server: string): Promise<string> {
  const { value } = await events.next();
  const said = typeof value === 'string' ? value.trim() : '';
  if (said === '' || said.length > 2000 || !URL.canParse(said, server)) {
    throw new Failure('UPSTREAM_ERROR', { message: 'The server named no address for messages on its event stream.' });
  }
  const endpoint = new URL(said, server);
  if (endpoint.origin !== new URL(server).origin) {
    throw new Failure('UPSTREAM_REFUSED', { message: 'The server named an address of another host for messages.' });
  }
  return endpoint.href;
}

async function readAnswer(events: Events, id: number, watched: WatchOptions): Promise<LinkAnswer> {
  const watch = watchAnswer(id, watched);
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    const message = parse(next.value);
    const answer = message === undefined ? undefined : watch.take(message);
    if (answer !== undefined) return answer;
  }
  throw new Failure('UPSTREAM_ERROR', { message: 'The server ended its stream without a response.' });
}

function parse(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    requireShape(value, text.length);
    return isJsonObject(value) ? value : undefined;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}
