/**
 * Closes connections whose clients do not read their responses: until then a response costs its memory and, as a
 * stream, its share. A client may pause for the grace period, and must read at the minimum rate on average.
 */
import type { PaceLimits } from './pace.js';
import { Pace, paceTickMs } from './pace.js';

/** What is used of a socket. */
export interface ReaderSocket {
  /** Bytes that were passed to the socket. */
  readonly bytesWritten: number;
  /** Bytes of them that the system has not accepted yet. */
  readonly writableLength: number;
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

interface SlowReader {
  pace: Pace;
  /** Bytes that the system had accepted at the last tick. */
  sent: number;
}

/** The connections of a server, checked once per second. */
export class StalledReaders {
  readonly #limits: PaceLimits;
  readonly #onStalled: () => void;
  readonly #open = new Set<ReaderSocket>();
  readonly #slow = new Map<ReaderSocket, SlowReader>();

  /** `onStalled` is called for each connection that is closed. */
  constructor(limits: PaceLimits, onStalled: () => void) {
    this.#limits = limits;
    this.#onStalled = onStalled;
  }

  /** Watches a connection until it is closed. */
  add(socket: ReaderSocket): void {
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#slow.delete(socket);
    });
  }

  /** Checks the connections; called once per second. */
  tick(): void {
    for (const socket of this.#open) {
      if (socket.writableLength === 0) this.#slow.delete(socket);
      else this.#check(socket);
    }
  }

  #check(socket: ReaderSocket): void {
    const sent = socket.bytesWritten - socket.writableLength;
    const reader = this.#slow.get(socket);
    if (reader === undefined) {
      this.#slow.set(socket, { pace: new Pace(this.#limits), sent });
      return;
    }
    reader.pace.add(Math.max(0, sent - reader.sent));
    reader.sent = sent;
    if (reader.pace.tick()) return;
    this.#onStalled();
    socket.destroy();
  }
}

/** Starts to check once per second; the result ends it. */
export function startTicks(readers: StalledReaders): () => void {
  const timer = setInterval(() => readers.tick(), paceTickMs).unref();
  return () => clearInterval(timer);
}
