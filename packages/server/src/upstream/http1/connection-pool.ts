/**
 * The connections to one origin. Idle connections are reused, the last used first. The admission control limits the
 * number of connections, so the only wait here is for a new connection.
 */
import type { Socket } from 'node:net';
import type { ConnectionHome } from './connection.js';
import { Connection } from './connection.js';
import { createReadAnswerHead } from './read-answer-head.js';

/** Dependencies of the pool. */
export interface ConnectionPoolOptions {
  /** Opens a connection; the callback gets the connection or the error. */
  connect: (callback: (error: Error | null, socket: Socket | null) => void) => void;
  /** Maximum size of a head in bytes. */
  headerBytes: number;
  /** Milliseconds that an idle connection is kept. */
  keepMs: number;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** Notified when the origin sent bytes that no request asked for. */
  onUnrequested: () => void;
}

/**
 * Milliseconds for which an origin gets a new connection for each request after it sent unrequested bytes. On a reused
 * connection such bytes would be read as the response to the next caller's request.
 */
const noReuseMs = 60_000;

/** Connections to one origin. */
export class ConnectionPool implements ConnectionHome {
  readonly headerBytes: number;
  readonly readHead = createReadAnswerHead();
  readonly #options: ConnectionPoolOptions;
  readonly #all = new Set<Connection>();
  readonly #free: Connection[] = [];
  #noReuseUntil = 0;
  #closed = false;
  #destroyed = false;
  #sweep: NodeJS.Timeout | undefined;
  #onEmpty: (() => void) | undefined;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
    this.headerBytes = options.headerBytes;
  }

  /** An idle connection, or the promise of a new one. */
  take(): Connection | Promise<Connection> {
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (free.isOpen && free.usableUntil > this.#options.elapsed()) return free;
      free.destroy();
    }
    return this.#open();
  }

  /** Returns an unused connection to the pool. */
  giveBack(connection: Connection): void {
    this.onFree(connection, this.#options.keepMs);
  }

  onUnrequested(): void {
    this.#options.onUnrequested();
  }

  /** Closes the idle connections, and for a while each other one after its request. */
  suspendReuse(): void {
    this.#noReuseUntil = this.#options.elapsed() + noReuseMs;
    for (const free of this.#free.splice(0)) free.destroy();
  }

  onFree(connection: Connection, keepMs: number): void {
    if (this.#closed || !connection.isOpen || this.#options.elapsed() < this.#noReuseUntil) {
      connection.destroy();
      return;
    }
    connection.usableUntil = this.#options.elapsed() + Math.min(keepMs, this.#options.keepMs);
    this.#free.push(connection);
    this.#sweep ??= setTimeout(() => this.#sweepFree(), this.#options.keepMs).unref();
  }

  onGone(connection: Connection): void {
    this.#all.delete(connection);
    const at = this.#free.indexOf(connection);
    if (at >= 0) this.#free.splice(at, 1);
    if (this.#all.size === 0) this.#onEmpty?.();
  }

  /** Lets running requests finish and opens no more connections; resolves when every connection is closed. */
  close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#sweep);
    for (const free of this.#free.splice(0)) free.destroy();
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#all.size === 0) resolve();
    });
  }

  /** Breaks every connection; their users are notified. */
  async destroy(): Promise<void> {
    this.#destroyed = true;
    for (const connection of this.#all) connection.breakOff();
    await this.close();
  }

  async #open(): Promise<Connection> {
    const socket = await new Promise<Socket>((resolve, reject) => {
      this.#options.connect((error, made) => {
        if (made) resolve(made);
        else reject(error ?? new Error('no connection was made'));
      });
    });
    const connection = new Connection(socket, this);
    this.#all.add(connection);
    if (this.#destroyed) connection.breakOff();
    return connection;
  }

  #sweepFree(): void {
    const now = this.#options.elapsed();
    this.#sweep = undefined;
    for (const connection of this.#free.filter(({ usableUntil }) => usableUntil <= now)) connection.destroy();
    const kept = this.#free.filter(({ usableUntil }) => usableUntil > now);
    this.#free.splice(0, this.#free.length, ...kept);
    if (kept.length > 0) this.#sweep = setTimeout(() => this.#sweepFree(), this.#options.keepMs / 4).unref();
  }
}
