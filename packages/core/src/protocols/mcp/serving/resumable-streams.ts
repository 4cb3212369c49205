/**
 * Streams of sessions that a client can resume (2025-11-25, transports, resumability): every event has an id, and a client
 * whose connection broke gets what it missed. They are kept in this process; a client that does not come back cancels its
 * call.
 */
import { randomBytes } from 'node:crypto';
import type { EventWriter } from '../../../transport/event-stream.js';

/** One stream. */
export interface ResumableStream {
  /** Sends an event, or keeps it until the client is back. */
  send(text: string): void;
  /** Ends the stream; it can still be resumed for a while. */
  end(): void;
  /** Writes to this connection, from the event after this number on; `primes` sends an empty event first, for its id. */
  attach(writer: EventWriter, after: number, primes?: boolean): void;
  /** The connection of this writer is gone. */
  detach(writer: EventWriter): void;
}

/** The streams of this process. */
export interface ResumableStreams {
  /** Creates the stream of a request; `leave` is called when its client does not come back. */
  open(session: string, leave: () => void): ResumableStream;
  /** The stream of this session with this event, and the number of the event; undefined for every other id. */
  find(session: string, lastEventId: string): { stream: ResumableStream; after: number } | undefined;
}

/** Dependencies. */
export interface ResumableStreamPorts {
  /** Milliseconds for which a client may be away, and for which an ended stream is kept. */
  keepMs: number;
  /** Runs a function once, unless stopped. */
  later: (ms: number, work: () => void) => () => void;
}

/** Maximum number of streams; the oldest ones can no longer be resumed. */
const maxStreams = 1000;

/** Maximum number and characters of events that a stream keeps. */
const kept = { events: 500, characters: 1_000_000 };

/** Creates the streams. */
export function createResumableStreams(ports: ResumableStreamPorts): ResumableStreams {
  const streams = new Map<string, Stream>();
  return {
    open(session, leave) {
      const id = randomBytes(12).toString('base64url');
      const stream = new Stream({ id, session, leave, forget: () => streams.delete(id), ...ports });
      const [oldest] = streams.keys();
      if (streams.size >= maxStreams && oldest !== undefined) streams.delete(oldest);
      streams.set(id, stream);
      return stream;
    },
    find(session, lastEventId) {
      const [, id = '', number = ''] = /^([\w-]{16})\.(\d{1,9})$/.exec(lastEventId) ?? [];
      const stream = streams.get(id);
      const after = Number(number);
      return stream !== undefined && stream.session === session && stream.has(after) ? { stream, after } : undefined;
    },
  };
}

interface StreamOptions extends ResumableStreamPorts {
  id: string;
  session: string;
  leave: () => void;
  forget: () => void;
}

class Stream implements ResumableStream {
  readonly session: string;
  readonly #options: StreamOptions;
  readonly #events: { number: number; text: string }[] = [];
  #characters = 0;
  #last = 0;
  #isEnded = false;
  #writer: EventWriter | undefined;
  #stopWaiting: () => void = () => undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.session = options.session;
  }

  /** True when every event after this one is kept. */
  has(number: number): boolean {
    const first = this.#events[0]?.number ?? this.#last + 1;
    return number <= this.#last && number >= first - 1;
  }

  send(text: string): void {
    this.#last += 1;
    this.#events.push({ number: this.#last, text });
    this.#characters += text.length;
    while (this.#events.length > kept.events || (this.#characters > kept.characters && this.#events.length > 1)) {
      this.#characters -= this.#events.shift()?.text.length ?? 0;
    }
    this.#write(this.#last, text);
  }

  end(): void {
    this.#isEnded = true;
    this.#writer?.end();
    this.#stopWaiting();
    this.#stopWaiting = this.#options.later(this.#options.keepMs, this.#options.forget);
  }

  attach(writer: EventWriter, after: number, primes = false): void {
    if (!this.#isEnded) this.#stopWaiting();
    this.#writer?.end();
    this.#writer = writer;
    if (primes) this.#write(after, '');
    for (const { number, text } of this.#events) if (number > after) this.#write(number, text);
    if (this.#isEnded) writer.end();
  }

  detach(writer: EventWriter): void {
    if (this.#writer !== writer) return;
    this.#writer = undefined;
    if (this.#isEnded) return;
    this.#stopWaiting = this.#options.later(this.#options.keepMs, () => {
      this.#options.forget();
      this.#options.leave();
    });
  }

  #write(number: number, text: string): void {
    this.#writer?.send(text, 'message', `${this.#options.id}.${number}`);
  }
}
