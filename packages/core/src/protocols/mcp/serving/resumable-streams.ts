/**
 * Streams of sessions that a client can resume (2025-11-25, transports, resumability): every event has an id, and a client
 * whose connection broke gets what it missed. They are kept in this process; other workers and nodes read them through a
 * journal. A client that does not come back cancels its call.
 */
import { randomBytes } from 'node:crypto';
import type { EventWriter } from '../../../transport/event-stream.js';
import { createRemoteStream } from './remote-stream.js';
import type { SessionPeers } from './sessions.js';
import type { JournalPage, JournalWriter, ResumableStream, StreamJournal, StreamOrigin } from './stream-journal.js';

/** The streams of this process. */
export interface ResumableStreams {
  /** Creates the stream of a request; `leave` is called when its client does not come back. */
  open(origin: StreamOrigin, leave: () => void): ResumableStream;
  /** The stream of this session with this event, of any node, and the number of the event; undefined for every other id. */
  find(session: string, lastEventId: string): Promise<FoundStream | undefined>;
}

/** A stream that can be resumed, and the last event that its client has. */
export interface FoundStream {
  stream: Pick<ResumableStream, 'attach' | 'detach'>;
  after: number;
}

/** Dependencies. */
export interface ResumableStreamPorts {
  /** Milliseconds for which a client may be away, and for which an ended stream is kept. */
  keepMs: number;
  /** Runs a function once, unless stopped. */
  later: (ms: number, work: () => void) => () => void;
  /** Shows the streams to other workers and nodes; absent where this process is the only one. */
  journal?: StreamJournal | undefined;
  /** Other processes that may have the connection of a client. */
  peers?: SessionPeers | undefined;
}

/** Maximum number of streams; the oldest ones can no longer be resumed. */
const maxStreams = 1000;

/** Maximum number and characters of events that a stream keeps. */
const kept = { events: 500, characters: 1_000_000 };

/** Creates the streams. */
export function createResumableStreams(ports: ResumableStreamPorts): ResumableStreams {
  const { journal, peers, later } = ports;
  const streams = new Map<string, Stream>();
  peers?.hear(({ stream: { id, isAttached } = { id: '', isAttached: false } }) => streams.get(id)?.follow(isAttached));
  journal?.serve?.((id, after) => streams.get(id)?.page(after));
  /** A stream that another node keeps. */
  const findElsewhere = async (session: string, id: string, after: number): Promise<FoundStream | undefined> => {
    const page = await journal?.read(id, after).catch(() => undefined);
    if (journal === undefined || page?.session !== session || after > page.last || after < page.first - 1) return;
    const notify = (isAttached: boolean) => peers?.tell({ session, stream: { id, isAttached } });
    return { stream: createRemoteStream(id, { journal, later, notify }), after };
  };
  return {
    open(origin, leave) {
      const id = randomBytes(12).toString('base64url');
      const kept = journal?.open(id, origin);
      const stream = new Stream({ id, origin, kept, leave, forget: () => streams.delete(id), ...ports });
      const [oldest] = streams.keys();
      if (streams.size >= maxStreams && oldest !== undefined) streams.delete(oldest);
      streams.set(id, stream);
      return stream;
    },
    async find(session, lastEventId) {
      const [, id = '', number = ''] = /^([\w-]{16})\.(\d{1,9})$/.exec(lastEventId) ?? [];
      const stream = streams.get(id);
      const after = Number(number);
      if (stream === undefined) return id === '' ? undefined : findElsewhere(session, id, after);
      return stream.session === session && stream.has(after) ? { stream, after } : undefined;
    },
  };
}

interface StreamOptions extends ResumableStreamPorts {
  id: string;
  origin: StreamOrigin;
  /** Keeps it for other nodes. */
  kept: JournalWriter | undefined;
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
    this.session = options.origin.session;
  }

  /** True when every event after this one is kept. */
  has(number: number): boolean {
    const first = this.#events[0]?.number ?? this.#last + 1;
    return number <= this.#last && number >= first - 1;
  }

  /** The events after this one, for another process. */
  page(after: number): JournalPage {
    const { origin } = this.#options;
    const events = this.#events.filter(({ number }) => number > after);
    const first = this.#events[0]?.number ?? 1;
    return { ...origin, events, first, last: this.#last, isEnded: this.#isEnded, isAlive: true };
  }

  send(text: string): void {
    this.#last += 1;
    this.#events.push({ number: this.#last, text });
    this.#options.kept?.append({ number: this.#last, text });
    this.#characters += text.length;
    while (this.#events.length > kept.events || (this.#characters > kept.characters && this.#events.length > 1)) {
      this.#characters -= this.#events.shift()?.text.length ?? 0;
    }
    this.#write(this.#last, text);
  }

  end(): void {
    this.#isEnded = true;
    this.#options.kept?.end();
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
    this.#await();
  }

  /** The client is connected to another node, or has left it. */
  follow(isAttached: boolean): void {
    this.#stopWaiting();
    if (!isAttached && this.#writer === undefined) this.#await();
  }

  #await(): void {
    if (this.#isEnded) return;
    this.#stopWaiting();
    this.#stopWaiting = this.#options.later(this.#options.keepMs, () => {
      this.#options.forget();
      this.#options.leave();
    });
  }

  #write(number: number, text: string): void {
    this.#writer?.send(text, 'message', `${this.#options.id}.${number}`);
  }
}
