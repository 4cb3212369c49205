/**
 * A streamed response as an async iterable: server-sent events, JSON lines or plain text, each yielded on arrival
 * without read-ahead. A service that cannot stream returns one plain response, which becomes one event.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError, isDragomanError } from './dragoman-error.js';
import { parseBody, readErrorEvent, readText } from './read-response.js';
import type { Incoming, Outgoing, Transport } from './transport.js';

/** One event of a response. */
export interface StreamEvent {
  /** Name of a server-sent event, `message` by default; `output` for a plain response. */
  event: string;
  /** Its text. */
  data: string;
  /** The text as JSON, where it is JSON. */
  value?: JsonValue;
  id?: string;
}

/** Maximum length of one event in characters. */
const longestPart = 4 * 1024 * 1024;

/**
 * The events of a response; leaving the loop cancels the request. An `error` event is thrown as its failure. The last
 * event of a complete AIDIP stream is `done`.
 */
export async function* readEvents(
  response: Response,
  { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
): AsyncGenerator<StreamEvent, void> {
  const read = readers.get(mediaTypeOf(response));
  try {
    if (read === undefined) yield* readOnce(response, maxBytes);
    else yield* read(textsOf(response));
  } catch (thrown) {
    if (isDragomanError(thrown)) throw thrown;
    if (signal?.aborted === true) throw clientError('ABORTED', { cause: signal.reason });
    throw clientError('CONNECTION_FAILED', {
      message: 'The connection was closed in the middle of the response; the call may or may not have been completed.',
      cause: thrown,
    });
  }
}

function mediaTypeOf({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * Sends a request whose response may be a stream, and returns the whole response. The body of a stream is the value of
 * its event `output`, else the list of its values, or its text.
 */
export async function collectEvents(
  transport: Transport,
  outgoing: Outgoing,
  onEvent: (event: StreamEvent) => void,
): Promise<Incoming> {
  const { response, attempts } = await transport.open(outgoing);
  const { status, headers } = response;
  const { maxResponseBytes: maxBytes } = transport;
  const type = mediaTypeOf(response);
  if (!readers.has(type))
    return { status, headers, body: parseBody(await readText(response, maxBytes), status), attempts };
  const parts: StreamEvent[] = [];
  let size = 0;
  for await (const event of readEvents(response, { maxBytes, ...(outgoing.signal && { signal: outgoing.signal }) })) {
    onEvent(event);
    if (event.event === 'progress') continue;
    size += event.data.length;
    if (size > maxBytes) throw tooLong('The stream', maxBytes);
    parts.push(event);
  }
  const output = parts.find(({ event }) => event === 'output');
  if (output !== undefined) return { status, headers: withFindings(headers, parts), body: output.value, attempts };
  const values = parts.filter(({ event }) => event !== 'done');
  const body =
    type === 'text/plain' ? values.map(({ data }) => data).join('') : values.map((each) => each.value ?? each.data);
  return { status, headers, body, attempts, streamed: true };
}

/** The gateway reports findings in headers; after progress, in the last event. */
function withFindings(given: Headers, parts: readonly StreamEvent[]): Headers {
  const headers = new Headers(given);
  const end = parts.find(({ event }) => event === 'done')?.value;
  const codes = isJsonObject(end) && Array.isArray(end.findings) ? end.findings.slice(0, 100) : [];
  const known = codes.filter((code) => typeof code === 'string' && /^[\w/-]{1,80}$/.test(code));
  if (known.length > 0) headers.set('x-dragoman-findings', known.join(', '));
  return headers;
}

type Read = (texts: AsyncIterable<string>) => AsyncGenerator<StreamEvent, void>;

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['text/event-stream', readServerSent],
  ['application/x-ndjson', readLines],
  ['application/jsonl', readLines],
  ['application/json-seq', readLines],
  ['text/plain', readPlain],
]);

async function* readOnce(response: Response, maxBytes: number): AsyncGenerator<StreamEvent, void> {
  const data = await readText(response, maxBytes);
  const value = parseBody(data, response.status) as JsonValue | undefined;
  yield { event: 'output', data, ...(value === undefined ? {} : { value }) };
}

async function* textsOf(response: Response): AsyncGenerator<string, void> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // A reader that stops does not want the rest to be produced.
    await reader.cancel().catch(() => undefined);
  }
}

async function* readPlain(texts: AsyncIterable<string>): AsyncGenerator<StreamEvent, void> {
  for await (const data of texts) if (data !== '') yield { event: 'message', data };
}

async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<StreamEvent, void> {
  // RS starts a record of application/json-seq (RFC 7464).
  for await (const text of linesOf(texts)) {
    const data = text.startsWith('\u001e') ? text.slice(1) : text;
    if (data.trim() !== '') yield { event: 'message', data, ...jsonOf(data) };
  }
}

/** WHATWG HTML §9.2.6: fields up to an empty line; comments start with a colon. */
async function* readServerSent(texts: AsyncIterable<string>): AsyncGenerator<StreamEvent, void> {
  let fields: Record<string, string> = {};
  for await (const text of linesOf(texts)) {
    if (text !== '') {
      addField(fields, text);
      continue;
    }
    const event = eventOf(fields);
    fields = {};
    if (event === undefined) continue;
    if (event.event === 'error') throw readErrorEvent(event.data);
    yield event;
  }
}

function addField(fields: Record<string, string>, text: string): void {
  const colon = text.indexOf(':');
  if (colon === 0) return;
  const name = colon < 0 ? text : text.slice(0, colon);
  const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
  if (name === 'data') fields.data = fields.data === undefined ? value : `${fields.data}\n${value}`;
  else if (name === 'event' || name === 'id') fields[name] = value;
  if ((fields.data?.length ?? 0) > longestPart) throw tooLong('An event of the stream', longestPart);
}

function eventOf({ data, event, id }: Record<string, string>): StreamEvent | undefined {
  if (data === undefined) return event === undefined ? undefined : { event, data: '' };
  return { event: event || 'message', data, ...jsonOf(data), ...(id === undefined ? {} : { id }) };
}

function jsonOf(data: string): { value?: JsonValue } {
  try {
    return { value: JSON.parse(data) as JsonValue };
  } catch {
    return {};
  }
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const text of texts) {
    rest += text;
    // A trailing carriage return may be half of a line ending.
    const parts = rest.split(/\r\n|\n|\r(?!$)/);
    rest = parts.pop() ?? '';
    if (rest.length > longestPart) throw tooLong('An event of the stream', longestPart);
    yield* parts;
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}

function tooLong(what: string, characters: number) {
  return clientError('INVALID_RESPONSE', { message: `${what} is longer than ${characters} characters.` });
}
