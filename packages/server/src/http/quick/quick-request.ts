/** A request read by the quick lane, with its whole body. */
import { payloadTooLarge } from '@dragoman/core/http';
import { SocketRequest } from '../socket-request.js';
import type { RequestHead } from './read-head.js';

/** Connection state that a request needs. */
export interface RequestConnection {
  /** Number of requests that have been answered. */
  readonly answered: number;
  readonly isClosed: boolean;
  /** Calls the listener when the connection closes before the current request is answered. */
  onLeaving(listener: () => void): void;
}

/** A request from the quick lane. */
export class QuickRequest extends SocketRequest {
  readonly #connection: RequestConnection;
  readonly #answeredBefore: number;
  readonly #body: Uint8Array;

  constructor(connection: RequestConnection, { method, target, headers }: RequestHead, body: Uint8Array) {
    super(method, target, headers);
    this.#connection = connection;
    this.#answeredBefore = connection.answered;
    this.#body = body;
  }

  get url(): string {
    return `http://${this.headers.get('host')}${this.target}`;
  }

  get hasBody(): boolean {
    return this.#body.byteLength > 0;
  }

  /** A client that already has its response does not count as disconnected. */
  hasLeft(): boolean {
    return this.#connection.answered === this.#answeredBefore && this.#connection.isClosed;
  }

  onClose(listener: () => void): void {
    this.#connection.onLeaving(listener);
  }

  bytes(limit: number): Uint8Array {
    if (this.#body.byteLength > limit) throw payloadTooLarge(limit);
    return this.#body;
  }
}
