/** Web `Request` and `Response` at the edge: embedding hosts use them, routes and pipeline steps do not. */
import type { Awaitable } from '../documents/awaitable.js';
import { joinChunks } from '../documents/join-chunks.js';
import type { HttpReply } from './http-reply.js';
import type { HeaderView, HttpRequest } from './http-request.js';
import { payloadTooLarge } from './json-body.js';

/** A web request as the request type of routes and pipeline steps. */
export function fromWebRequest(request: Request): HttpRequest {
  return new WebRequest(request);
}

class WebRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderView;
  readonly hasBody: boolean;
  readonly #request: Request;
  #bytes: Promise<Uint8Array> | undefined = undefined;

  constructor(request: Request) {
    this.method = request.method;
    this.url = request.url;
    this.headers = request.headers;
    this.hasBody = request.body !== null;
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  hasLeft(): boolean {
    return this.signal.aborted;
  }

  bytes(limit: number): Awaitable<Uint8Array> {
    this.#bytes ??= this.#read(limit);
    return this.#bytes.then((read) => {
      if (read.byteLength > limit) throw payloadTooLarge(limit);
      return read;
    });
  }

  /** A sender cannot exceed its declared length, so nothing needs to be counted, which is far cheaper. */
  async #read(limit: number): Promise<Uint8Array> {
    if (this.headers.has('content-length')) return new Uint8Array(await this.#request.arrayBuffer());
    return readStream(this.#request.body, limit);
  }
}

async function readStream(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array(0);
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > limit) {
      // The rest is not read; it does not matter whether the sender notices.
      reader.cancel().catch(() => undefined);
      throw payloadTooLarge(limit);
    }
    chunks.push(next.value);
  }
  return joinChunks(chunks);
}

/** A reply as a web response. */
export function toWebResponse({ status, headers, body }: HttpReply): Response {
  return new Response(body as Exclude<ConstructorParameters<typeof Response>[0], undefined>, { status, headers });
}
