/** A stream of a session, and the port through which nodes share such streams, so that a client can resume a stream at any of them. */
import type { EventWriter } from '../../../transport/event-stream.js';
import type { RpcId } from '../../../transport/json-rpc.js';

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

/** One event of a stream. */
export interface StreamEvent {
  number: number;
  text: string;
}

/** The request that a stream answers. */
export interface StreamOrigin {
  session: string;
  request: RpcId;
}

/** Events of a stream as another node reads them. */
export interface JournalPage extends StreamOrigin {
  /** Events after the requested number, in order. */
  events: readonly StreamEvent[];
  /** Number of the oldest event that is kept; 1 when there is none. */
  first: number;
  /** Number of the last event. */
  last: number;
  isEnded: boolean;
  /** False when the node that answers the request no longer runs. */
  isAlive: boolean;
}

/** Keeps the events of one stream. */
export interface JournalWriter {
  append(event: StreamEvent): void;
  /** The stream has ended; its events are kept for a while. */
  end(): void;
}

/** Shows streams to every process that may get the connection of their client. */
export interface StreamJournal {
  /** Starts to keep a stream of this node. */
  open(id: string, origin: StreamOrigin): JournalWriter;
  /** Events of a stream of any node after this number; undefined for an unknown stream. Rejects when they cannot be read. */
  read(id: string, after: number): Promise<JournalPage | undefined>;
  /** Answers such reads of other processes from the streams of this one; absent where the journal keeps the events itself. */
  serve?(page: (id: string, after: number) => JournalPage | undefined): void;
}
