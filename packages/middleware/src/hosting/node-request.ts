/**
 * A Node request as a web request. Most properties read the method and one or two headers, and a real `Request` costs
 * more than everything else they do, so it is created on demand.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { disconnectSignal } from './disconnect-signal.js';
import { NodeHeaders } from './node-headers.js';

/** Maximum body size that is read through the web request itself. */
const bodyBytes = 1024 * 1024;

/** The source of a web request's parts. */
export interface NodeParts {
  incoming: IncomingMessage;
  response: ServerResponse;
  readBody(limit: number): Promise<Uint8Array>;
}

/** Creates the web request; its body stays available to the handler. */
export function toWebRequest(parts: NodeParts): Request {
  return new NodeRequest(parts) as unknown as Request;
}

class NodeRequest {
  readonly #parts: NodeParts;
  #headers: Headers | undefined;
  #url: string | undefined;
  #signal: AbortSignal | undefined;
  #whole: Request | undefined;

  constructor(parts: NodeParts) {
    this.#parts = parts;
  }

  get method(): string {
    return this.#parts.incoming.method ?? 'GET';
  }

  get url(): string {
    this.#url ??= addressOf(this.#parts.incoming);
    return this.#url;
  }

  get headers(): Headers {
    this.#headers ??= new NodeHeaders(this.#parts.incoming) as unknown as Headers;
    return this.#headers;
  }

  get signal(): AbortSignal {
    this.#signal ??= disconnectSignal(this.#parts.response);
    return this.#signal;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#request.body;
  }

  get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? false;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(await this.#parts.readBody(bodyBytes)).buffer;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.#parts.readBody(bodyBytes));
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  clone(): Request {
    return this.#request.clone();
  }

  /** Everything else comes from a real request. */
  get #request(): Request {
    const { method, url, headers } = this;
    const bodiless = method === 'GET' || method === 'HEAD';
    const body = bodiless ? null : streamOf(() => this.arrayBuffer());
    this.#whole ??= new Request(url, { method, headers, body, duplex: 'half' } as RequestInit);
    return this.#whole;
  }
}

Object.setPrototypeOf(NodeRequest.prototype, Request.prototype);

function streamOf(read: () => Promise<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(new Uint8Array(await read()));
      controller.close();
    },
  });
}

/**
 * Express changes `url` below a router and keeps the original in `originalUrl`. An invalid Host header is not repeated.
 */
function addressOf(incoming: IncomingMessage & { originalUrl?: string }): string {
  const { originalUrl, url = '/', headers, socket } = incoming;
  const target = originalUrl ?? url;
  const scheme = (socket as { encrypted?: boolean } | undefined)?.encrypted === true ? 'https' : 'http';
  const host = headers.host ?? headers[':authority'];
  const origin = `${scheme}://${typeof host === 'string' && /^[\w.:[\]-]+$/.test(host) ? host : 'host.invalid'}`;
  const address = target.startsWith('/') ? `${origin}${target}` : target;
  if (URL.canParse(address)) return address;
  return URL.canParse(`http://host.invalid${target}`) ? `http://host.invalid${target}` : 'http://host.invalid/';
}
