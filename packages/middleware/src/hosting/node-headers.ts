/** The headers of a Node request. Most properties read one or two; real `Headers` are created on demand. */
import type { IncomingMessage } from 'node:http';

/** Headers that are looked up in Node's request. */
export class NodeHeaders {
  readonly #incoming: IncomingMessage;
  #whole: Headers | undefined;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  get(name: string): string | null {
    return this.#whole === undefined ? textOf(this.#incoming.headers[name.toLowerCase()]) : this.#whole.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  append(name: string, value: string): void {
    this.#real.append(name, value);
  }

  delete(name: string): void {
    this.#real.delete(name);
  }

  set(name: string, value: string): void {
    this.#real.set(name, value);
  }

  getSetCookie(): string[] {
    return this.#real.getSetCookie();
  }

  forEach(tell: (value: string, name: string, headers: Headers) => void): void {
    this.#real.forEach(tell);
  }

  keys() {
    return this.#real.keys();
  }

  values() {
    return this.#real.values();
  }

  entries() {
    return this.#real.entries();
  }

  [Symbol.iterator]() {
    return this.#real[Symbol.iterator]();
  }

  get #real(): Headers {
    this.#whole ??= makeHeaders(this.#incoming);
    return this.#whole;
  }
}

Object.setPrototypeOf(NodeHeaders.prototype, Headers.prototype);

/** Omits HTTP/2 pseudo-headers. */
function makeHeaders({ headers: given }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const name in given) {
    const value = textOf(given[name]);
    if (value !== null && !name.startsWith(':')) headers.append(name, value);
  }
  return headers;
}

/** Trims and joins values like the web API. */
function textOf(value: string | string[] | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value.trim() : value.join(', ');
}
