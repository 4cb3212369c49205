/**
 * Forwards MCP messages between stdio and an HTTP endpoint, one message per line. Requests run concurrently;
 * if the endpoint loses the session, the bridge initializes a new one without the client noticing.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, mcpHeaderMismatch, mcpHeaders } from '@dragoman/model';
import type { Fetch } from '@dragoman/sdk';
import { followStream } from './follow-stream.js';
import { listUntilFound } from './list-until-found.js';
import type { HeaderState } from './message-headers.js';
import { isStateless, messageHeaders } from './message-headers.js';
import { readEvents } from './read-events.js';
import { createToolHeaders } from './tool-headers.js';

/** Dependencies of the bridge. */
export interface BridgePorts {
  /** URL of the endpoint. */
  endpoint: string;
  fetch: Fetch;
  /** Headers with the credential. */
  credential: Readonly<Record<string, string>>;
  /** Writes one message to the client. */
  write(message: JsonValue): void;
  signal: AbortSignal;
  /** Sleeps; throws when the signal aborts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Maximum length of a line from the client. */
const longestLine = 16 * 1024 * 1024;

/** Forwards messages until the input ends and every request has its response. */
export async function bridgeMcp(input: AsyncIterable<Uint8Array>, ports: BridgePorts): Promise<void> {
  const bridge = createBridge(ports);
  const running = new Set<Promise<void>>();
  for await (const line of readLines(input)) {
    const message = parse(line);
    if (message === undefined) {
      ports.write({ jsonrpc: '2.0', error: { code: -32700, message: 'Each line must be one JSON object.' } });
      continue;
    }
    const work = bridge.forward(message).finally(() => running.delete(work));
    running.add(work);
    // The handshake determines how all later messages are sent.
    if (message.method === 'initialize') await work;
  }
  bridge.endStreams();
  await Promise.all(running);
}

async function* readLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of input) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new Error('a line from the client is too long');
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}

function parse(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Session {
  id?: string;
  version?: string;
  /** The handshake of the client, repeated when the endpoint loses the session. */
  handshake?: JsonObject;
  /** Requests that set up the session, repeated after the handshake: subscriptions by URI, and the log level. */
  repeated: Map<string, JsonObject>;
  /** The lists whose changes the endpoint reports. */
  lists: string[];
  /** Ends the stream of the session. */
  stream: AbortController;
}

function createBridge(ports: BridgePorts) {
  const session: Session = { repeated: new Map(), lists: ['tools'], stream: new AbortController() };
  const running = new Map<JsonValue, AbortController>();
  const streams = new AbortController();
  const tools = createToolHeaders();

  const post = createPost(ports, { session, tools });

  const renew = async (signal: AbortSignal) => {
    const { handshake } = session;
    delete session.id;
    if (handshake === undefined) return;
    const answer = await post({ ...handshake, id: 'dragoman-renew' }, signal);
    note(session, answer);
    await answer.body?.cancel();
    for (const message of session.repeated.values()) {
      await (await post({ ...message, id: 'dragoman-renew' }, signal)).body?.cancel();
      const update = missedUpdate(message);
      if (update !== undefined) ports.write(update);
    }
    // The stream belongs to the lost session.
    session.stream.abort();
  };

  const send = async (message: JsonObject, signal: AbortSignal): Promise<Response> => {
    const answer = await post(message, signal);
    if (answer.status !== 404 || session.id === undefined || message.method === 'initialize') return answer;
    await answer.body?.cancel();
    await renew(signal);
    return post(message, signal);
  };

  const forward = async (message: JsonObject): Promise<void> => {
    const { method } = message;
    // A response of the client to a request of the registry gets no response itself.
    const { id = null } = method === undefined ? {} : message;
    if (method === 'notifications/cancelled') cancelRequest(message, running);
    const controller = new AbortController();
    const ends = [controller.signal, ...(method === 'subscriptions/listen' ? [streams.signal] : [])];
    if (id !== null) running.set(id, controller);
    try {
      const answer = await send(message, AbortSignal.any([ports.signal, ...ends]));
      if (method === 'initialize') {
        session.handshake = message;
        note(session, answer);
      }
      await pass(answer, id, ports, (response) => {
        if (method === 'tools/list') tools.learn(response.result);
        noteResult(session, message, response);
      });
      if (method === 'notifications/initialized') void follow();
    } catch (thrown) {
      if (id !== null && !ends.some(({ aborted }) => aborted)) ports.write(failed(id, reasonOf(thrown)));
    } finally {
      running.delete(id);
    }
  };

  const follow = () =>
    followStream({
      ...ports,
      signal: AbortSignal.any([ports.signal, streams.signal]),
      lists: () => session.lists,
      open: (signal) => {
        session.stream = new AbortController();
        const headers = { ...ports.credential, ...messageHeaders({}, { session, tools }), accept: 'text/event-stream' };
        const ends = AbortSignal.any([signal, session.stream.signal]);
        return ports.fetch(ports.endpoint, { method: 'GET', headers, signal: ends });
      },
      renew: async (signal) => {
        if (session.id !== undefined) await renew(signal);
      },
    });

  return { forward, endStreams: () => streams.abort() };
}

type Post = (message: JsonObject, signal: AbortSignal) => Promise<Response>;

/** Sends messages with the headers that their revision requires. */
function createPost(ports: BridgePorts, state: HeaderState): Post {
  const postOnce: Post = async (message, signal) => {
    const headers = { ...ports.credential, ...messageHeaders(message, state) };
    // The registry would close the connection before it has read them all.
    if (lengthOf(headers) > longestHeaders) return new Response(null, { status: tooLong });
    return ports.fetch(ports.endpoint, { method: 'POST', headers, body: JSON.stringify(message), signal });
  };
  return async (message, signal) => {
    const answer = await postOnce(message, signal);
    if (answer.status !== 400 || message.method !== 'tools/call' || !isStateless(message)) return answer;
    const text = await answer.text();
    const { error } = parse(text) ?? {};
    const isRefused = isJsonObject(error) && error.code === mcpHeaderMismatch;
    const list = { tools: state.tools, post: (request: JsonObject) => postOnce(request, signal) };
    // A call whose headers were refused was not executed: it is sent once more with the headers of the current list.
    if (isRefused && (await listUntilFound(message, list))) return postOnce(message, signal);
    return new Response(text, answer);
  };
}

function cancelRequest({ params }: JsonObject, running: ReadonlyMap<JsonValue, AbortController>): void {
  const { requestId = null } = isJsonObject(params) ? params : {};
  running.get(requestId)?.abort();
}

function note(session: Session, answer: Response): void {
  const id = answer.headers.get(mcpHeaders.session);
  if (id !== null) session.id = id;
}

/** Remembers what is needed to set up the session again. */
function noteResult(session: Session, { method, params, ...message }: JsonObject, answer: JsonObject): void {
  if (!isJsonObject(answer.result) || typeof method !== 'string') return;
  const { protocolVersion, capabilities } = answer.result;
  const { uri } = isJsonObject(params) ? params : {};
  if (method === 'initialize') {
    if (typeof protocolVersion === 'string') session.version = protocolVersion;
    if (isJsonObject(capabilities)) session.lists = changingLists(capabilities);
  } else if (method === 'resources/subscribe' && session.repeated.size < maxRepeated) {
    session.repeated.set(`subscribe ${uri}`, { ...message, method, params: params ?? {} });
  } else if (method === 'resources/unsubscribe') session.repeated.delete(`subscribe ${uri}`);
  else if (method === 'logging/setLevel') session.repeated.set(method, { ...message, method, params: params ?? {} });
}

/** The update for a repeated subscription: those since the session was lost were not reported. */
function missedUpdate({ params }: JsonObject): JsonObject | undefined {
  const { uri } = isJsonObject(params) ? params : {};
  return uri === undefined ? undefined : { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } };
}

/** Maximum number of subscriptions that are repeated; the registry accepts no more. */
const maxRepeated = 100;

function changingLists(capabilities: JsonObject): string[] {
  return ['tools', 'prompts', 'resources'].filter((list) => {
    const declared = capabilities[list];
    return isJsonObject(declared) && declared.listChanged === true;
  });
}

async function pass(
  answer: Response,
  id: JsonValue,
  { write }: BridgePorts,
  onResponse: (response: JsonObject) => void,
): Promise<void> {
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true && answer.body !== null) {
    for await (const data of readEvents(answer.body)) {
      if (id !== null && isJsonObject(data) && data.id === id && data.method === undefined) onResponse(data);
      if (data !== undefined) write(data);
    }
    return;
  }
  const message = parse(await answer.text());
  if (id === null) return;
  if (message?.jsonrpc !== '2.0') {
    const { detail } = message ?? {};
    write(failed(id, answer.status !== tooLong && typeof detail === 'string' ? detail : meaningOf(answer.status)));
    return;
  }
  onResponse(message);
  write(message);
}

/** Maximum length of all headers; the setting of the registry allows no more. */
const longestHeaders = 1_048_576;

/** HTTP status of a request with headers that are too long. */
const tooLong = 431;

function lengthOf(headers: Readonly<Record<string, string>>): number {
  return Object.values(headers).reduce((sum, { length }) => sum + length, 0);
}

function meaningOf(status: number): string {
  return status === tooLong
    ? 'The arguments that this tool expects in headers are too long for the registry; shorten them or raise limits.headerBytes.'
    : `The registry responded with ${status}.`;
}

function failed(id: JsonValue, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code: -32603, message } };
}

function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const { code } = (cause ?? {}) as { code?: string };
  return code === 'ECONNREFUSED'
    ? 'The registry does not respond; start it with "dragoman serve".'
    : 'The registry cannot be reached.';
}
