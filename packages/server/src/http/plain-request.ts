/**
 * A request as Node's parser gives it, looked at in plain parts: no web object is made for it, and what is seldom asked for
 * (address, signal) is made at the first look. Only requests that read the same either way are taken.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { HeaderView, RequestView } from '@dragoman/core';

const plainTarget = /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*(?:\?[\w\-.~!$&'()*+,;=:@%/?]*)?$/;
const plainHost = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** True for a request with a whole body of known length, an ordinary address, and no header that came twice. */
export function isPlain({ method, url = '', headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'POST' || headers['content-length'] === undefined || headers.expect !== undefined) return false;
  if (headers['transfer-encoding'] !== undefined || headers.upgrade !== undefined) return false;
  // Node keeps the first of some headers where the web joins them, so what came twice is left to the web's rules.
  if (2 * Object.keys(headers).length !== rawHeaders.length) return false;
  return plainTarget.test(url) && plainHost.test(headers.host ?? '');
}

/** A request in plain parts. */
export class PlainRequest implements RequestView {
  readonly kind = 'plain';
  readonly method: string;
  readonly headers: HeaderView;
  /** There is `whole` for it. */
  readonly body = null;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #leaving: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.method = incoming.method ?? '';
    this.headers = new PlainHeaders(incoming.headers);
  }

  /** Absolute address. */
  get url(): string {
    const { socket, headers, url } = this.#incoming;
    return `${socket instanceof TLSSocket ? 'https' : 'http'}://${headers.host}${url}`;
  }

  /** Aborts when the sender leaves before its answer is out. */
  get signal(): AbortSignal {
    if (this.#leaving === undefined) {
      const leaving = new AbortController();
      this.#leaving = leaving;
      if (this.hasLeft()) leaving.abort();
      else this.#outgoing.once('close', () => this.hasLeft() && leaving.abort());
    }
    return this.#leaving.signal;
  }

  /** True when the sender has left before its answer was out. */
  hasLeft(): boolean {
    const { destroyed, complete } = this.#incoming;
    return (destroyed && !complete) || (this.#outgoing.destroyed && !this.#outgoing.writableFinished);
  }

  /** The whole body; fails when the sender leaves before its end. */
  whole(): Promise<Uint8Array> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
      incoming.on('error', reject);
    });
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(await this.whole()).buffer;
  }
}

class PlainHeaders implements HeaderView {
  readonly #headers: IncomingMessage['headers'];

  constructor(headers: IncomingMessage['headers']) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name] ?? this.#headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }
}
