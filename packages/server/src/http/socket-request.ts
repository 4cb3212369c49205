/** Common base of requests over a socket, for both parsers. */
import type { Awaitable, HeaderView, HttpRequest } from '@dragoman/core/http';

const plainTarget = /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*(?:\?[\w\-.~!$&'()*+,;=:@%/?]*)?$/;
const plainHost = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** True when the target is in origin form and the URL is the host joined with it. */
export function isPlainAddress(target: string, host: string | undefined): boolean {
  return plainTarget.test(target) && plainHost.test(host ?? '');
}

/** A request over a socket; URL and signal are created on first access. */
export abstract class SocketRequest implements HttpRequest {
  readonly method: string;
  /** Request target as it was sent in the request line. */
  readonly target: string;
  readonly headers: HeaderView;
  abstract readonly url: string;
  abstract readonly hasBody: boolean;
  #left: AbortController | undefined = undefined;

  constructor(method: string, target: string, headers: HeaderView) {
    this.method = method;
    this.target = target;
    this.headers = headers;
  }

  get signal(): AbortSignal {
    if (this.#left === undefined) {
      const left = new AbortController();
      this.#left = left;
      if (this.hasLeft()) left.abort();
      else this.onClose(() => this.hasLeft() && left.abort());
    }
    return this.#left.signal;
  }

  abstract hasLeft(): boolean;
  /** Calls the listener when the connection closes. */
  abstract onClose(listener: () => void): void;
  abstract bytes(limit: number): Awaitable<Uint8Array>;
}
