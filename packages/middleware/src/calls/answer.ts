/** Responses as properties see them: buffered when small, passed through as streams otherwise. */
import { bodyHeaders, hasNoBody, LightResponse, lightOf } from './light-response.js';

const encoder = new TextEncoder();

/** A response that was read. */
export interface Answer {
  /** The response to continue with; the bytes that were read are in it again. */
  response: Response;
  /** The whole body; undefined for a stream or a body above the limit, which must be passed through. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
}

const passes = Symbol('passing body');

/** Default size limit of responses that properties read, in bytes. */
export const defaultResponseBytes = 1024 * 1024;

/** A response from complete bytes, so that nobody has to read them from a stream. */
export function wholeResponse(bytes: Uint8Array<ArrayBuffer> | null, init: ResponseInit): Response {
  const { status = 200, statusText = '', headers: given } = init;
  const headers = new Headers(given);
  const parts = {
    status,
    statusText,
    header: (name: string) => headers.get(name),
    headers: () => headers,
    bytes: () => (bytes === null || hasNoBody(status) ? new Uint8Array() : bytes),
  };
  return new LightResponse(parts) as unknown as Response;
}

/** The body of a response that was buffered here; undefined when it would have to be read. */
export function knownBytes(response: Response): Uint8Array<ArrayBuffer> | undefined {
  return lightOf(response)?.parts.bytes();
}

/** One header of a response, without parsing the others where that is cheaper. */
export function headerOf(response: Response, name: string): string | null {
  const light = lightOf(response);
  return light === undefined ? response.headers.get(name) : light.header(name);
}

/** Reads a response within a limit; a stream is left alone. */
export async function readAnswer(response: Response, limit = defaultResponseBytes): Promise<Answer> {
  const known = knownBytes(response);
  if (known !== undefined) return { response, bytes: known.byteLength > limit ? undefined : known };
  if (response.body === null) return { response, bytes: new Uint8Array() };
  if (isStream(response) || Number(response.headers.get('content-length') ?? 0) > limit) {
    return { response, bytes: undefined };
  }
  return readBounded(response, response.body.getReader(), limit);
}

/** The same response with more headers, which replace those with the same name. */
export function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  const light = lightOf(response);
  if (light !== undefined) {
    light.add(headers);
    return response;
  }
  try {
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  } catch {
    // The headers of a fetched response, or of a redirect, are immutable.
    const merged = new Headers(response.headers);
    for (const [name, value] of Object.entries(headers)) merged.set(name, value);
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers: merged });
  }
}

/** The response with another link in addition to existing ones. */
export function withLink(response: Response, link: string): Response {
  const others = headerOf(response, 'link');
  return withHeaders(response, { Link: others === null ? link : `${others}, ${link}` });
}

/** The response with another body; drops headers that described the old bytes. */
export function withBody(response: Response, body: string | Uint8Array<ArrayBuffer> | null): Response {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const light = lightOf(response);
  if (light !== undefined && bytes !== null) return light.withBytes(bytes) as unknown as Response;
  const headers = new Headers(response.headers);
  for (const name of bodyHeaders) headers.delete(name);
  return wholeResponse(bytes, { status: response.status, headers });
}

/** Marks the body of a response that a framework streams; it cannot be read here. */
export function createPassingBody(): ReadableStream<Uint8Array> {
  const refuse = (controller: ReadableStreamDefaultController) =>
    controller.error(new Error('The body of this response is streamed and cannot be read'));
  const body = new ReadableStream<Uint8Array>({ pull: refuse }, { highWaterMark: 0 });
  return Object.defineProperty(body, passes, { value: true });
}

const streamTypes = new Set(['text/event-stream', 'application/x-ndjson', 'multipart/x-mixed-replace']);

/** True for media types that are consumed while they are written. */
export function isStreamType(contentType: unknown): boolean {
  if (typeof contentType !== 'string') return false;
  // The common types return before the text is parsed.
  if (contentType.startsWith('application/json') || contentType.startsWith('text/html')) return false;
  return streamTypes.has((contentType.split(';', 1)[0] ?? '').trim().toLowerCase());
}

function isStream({ body, headers }: Response): boolean {
  return (body as { [passes]?: true } | null)?.[passes] === true || isStreamType(headers.get('content-type'));
}

async function readBounded(
  response: Response,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<Answer> {
  const { status, statusText, headers } = response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      const bytes = new Uint8Array(Buffer.concat(chunks, size));
      return { response: wholeResponse(bytes, { status, statusText, headers }), bytes };
    }
    chunks.push(value);
    size += value.byteLength;
    if (size > limit) {
      return { response: new Response(rejoin(chunks, reader), { status, statusText, headers }), bytes: undefined };
    }
  }
}

/** Prepends what was read to the rest. */
function rejoin(chunks: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const kept = chunks.shift();
      if (kept !== undefined) return controller.enqueue(kept);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
