/** Answers as properties see them: whole where they are small, streams that pass where they are not. */
import { bodyHeaders, hasNoBody, LightResponse, lightOf } from './light-response.js';

const encoder = new TextEncoder();

/** An answer that was looked at. */
export interface Answer {
  /** The answer to go on with; what was read of it is in it again. */
  response: Response;
  /** The whole body; undefined for a stream or one above the bound, which must go on as it is. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
}

const passes = Symbol('passing body');

/** Bytes of an answer that properties look at, unless told otherwise. */
export const usualAnswerBytes = 1024 * 1024;

/** An answer from bytes that are all there, so that nobody has to read them out of a stream again. */
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

/** The body of an answer that was made whole here; undefined when it would have to be read. */
export function knownBytes(response: Response): Uint8Array<ArrayBuffer> | undefined {
  return lightOf(response)?.parts.bytes();
}

/** One header of an answer, without a look at the others where that is cheaper. */
export function headerOf(response: Response, name: string): string | null {
  const light = lightOf(response);
  return light === undefined ? response.headers.get(name) : light.header(name);
}

/** Reads an answer within a bound; one that streams is left alone. */
export async function readAnswer(response: Response, limit = usualAnswerBytes): Promise<Answer> {
  const known = knownBytes(response);
  if (known !== undefined) return { response, bytes: known.byteLength > limit ? undefined : known };
  if (response.body === null) return { response, bytes: new Uint8Array() };
  if (isStream(response) || Number(response.headers.get('content-length') ?? 0) > limit) {
    return { response, bytes: undefined };
  }
  return readBounded(response, response.body.getReader(), limit);
}

/** The same answer with further headers; they replace those of the same name. */
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
    // Headers of a fetched answer, or of a redirect, cannot be changed.
    const merged = new Headers(response.headers);
    for (const [name, value] of Object.entries(headers)) merged.set(name, value);
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers: merged });
  }
}

/** The answer with a further link; those that it has already stay. */
export function withLink(response: Response, link: string): Response {
  const others = headerOf(response, 'link');
  return withHeaders(response, { Link: others === null ? link : `${others}, ${link}` });
}

/** The answer with another body in the place of its own; what described the old bytes goes. */
export function withBody(response: Response, body: string | Uint8Array<ArrayBuffer> | null): Response {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const light = lightOf(response);
  if (light !== undefined && bytes !== null) return light.withBytes(bytes) as unknown as Response;
  const headers = new Headers(response.headers);
  for (const name of bodyHeaders) headers.delete(name);
  return wholeResponse(bytes, { status: response.status, headers });
}

/** Marks the body of an answer that a framework writes bit by bit; it cannot be read here. */
export function createPassingBody(): ReadableStream<Uint8Array> {
  const refuse = (controller: ReadableStreamDefaultController) =>
    controller.error(new Error('The body of this answer goes out as it is written and cannot be read on the way'));
  const body = new ReadableStream<Uint8Array>({ pull: refuse }, { highWaterMark: 0 });
  return Object.defineProperty(body, passes, { value: true });
}

const streamTypes = new Set(['text/event-stream', 'application/x-ndjson', 'multipart/x-mixed-replace']);

/** True for the media types whose bodies are read while they are written. */
export function isStreamType(contentType: unknown): boolean {
  if (typeof contentType !== 'string') return false;
  // The usual types end the look-up before the text is taken apart.
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

/** What was read goes before what has yet to come. */
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
