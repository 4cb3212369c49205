/**
 * A request as Node's parser gives it, looked at in plain parts: no web object is made for it, and what is seldom asked for
 * (address, signal) is made at the first look. Only requests that read the same either way are taken.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Awaitable, HeaderView, RequestView } from '@dragoman/core/http';

const plainTarget = /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*(?:\?[\w\-.~!$&'()*+,;=:@%/?]*)?$/;
const plainHost = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** True for a request with a whole body of known length, an ordinary address, and no header that came twice. */
export function isPlain({ method, url = '', headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'POST' || headers['content-length'] === undefined || headers.expect !== undefined) return false;
  if (headers['transfer-encoding'] !== undefined || headers.upgrade !== undefined) return false;
  // Node keeps the first of some headers where the web joins them, so what came twice is left to the web's rules.
  if (2 * Object.keys(headers).length !== rawHeaders.length) return false;
  return isPlainAddress(url, headers.host);
}

/** True for a target and a host that read the same as they would in a web request. */
export function isPlainAddress(target: string, host: string | undefined): boolean {
  return plainTarget.test(target) && plainHost.test(host ?? '');
}

/** Where a request in plain parts comes from. */
export interface PlainSource {
  readonly method: string;
  /** Address as it stood in the request line. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: HeaderView;
  readonly isEncrypted: boolean;
  /** True when the sender has left before its answer was out. */
  hasLeft(): boolean;
  /** Calls the listener when the connection has ended, whoever ended it. */
  onClose(listener: () => void): void;
  /** The whole body; fails when the sender leaves before its end. */
  whole(): Awaitable<Uint8Array>;
}

/** A request in plain parts. */
export class PlainRequest implements RequestView {
  readonly kind = 'plain';
  readonly method: string;
  readonly headers: HeaderView;
  /** There is `whole` for it. */
  readonly body = null;
  readonly #source: PlainSource;
  #leaving: AbortController | undefined;

  constructor(source: PlainSource) {
    this.#source = source;
    this.method = source.method;
    this.headers = source.headers;
  }

  /** Absolute address. */
  get url(): string {
    const { isEncrypted, headers, target } = this.#source;
    return `${isEncrypted ? 'https' : 'http'}://${headers.get('host')}${target}`;
  }

  /** Aborts when the sender leaves before its answer is out. */
  get signal(): AbortSignal {
    if (this.#leaving === undefined) {
      const leaving = new AbortController();
      this.#leaving = leaving;
      if (this.hasLeft()) leaving.abort();
      else this.#source.onClose(() => this.hasLeft() && leaving.abort());
    }
    return this.#leaving.signal;
  }

  /** True when the sender has left before its answer was out. */
  hasLeft(): boolean {
    return this.#source.hasLeft();
  }

  /** The whole body; fails when the sender leaves before its end. */
  whole(): Awaitable<Uint8Array> {
    return this.#source.whole();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(await this.whole()).buffer;
  }
}

/** A request that Node's own server has read. */
export function plainSourceOf(incoming: IncomingMessage, outgoing: ServerResponse): PlainSource {
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    headers: new PlainHeaders(incoming.headers),
    isEncrypted: incoming.socket instanceof TLSSocket,
    hasLeft() {
      const { destroyed, complete } = incoming;
      return (destroyed && !complete) || (outgoing.destroyed && !outgoing.writableFinished);
    },
    onClose: (listener) => void outgoing.once('close', listener),
    whole: () => readIncoming(incoming),
  };
}

function readIncoming(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    incoming.on('error', reject);
  });
}

/** Headers by lower-case name, asked for in any case. Whoever asks of the same headers again is told what was found before. */
export class PlainHeaders implements HeaderView {
  /** Nobody changes them, so that what is found out about them stays true. */
  readonly isFixed = true;
  readonly #headers: Readonly<Record<string, string | string[] | undefined>>;
  /** By name as it was asked for; only our own code asks, so there are few. */
  readonly #found = new Map<string, string | null>();

  constructor(headers: Readonly<Record<string, string | string[] | undefined>>) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const found = this.#found.get(name);
    if (found !== undefined) return found;
    const value = this.#headers[name.toLowerCase()];
    const text = value === undefined ? null : String(value);
    this.#found.set(name, text);
    return text;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }
}
