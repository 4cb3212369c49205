/**
 * An answer's body, read whole or as a web stream, whichever is asked for; a stream is made only for who wants one. Little
 * is held: while nobody reads, the connection is not read either. It ends exactly once, by its end, by trouble or
 * because the reader let go, and tells so.
 */
import type { Awaitable } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';

/** The connection that the body comes from. */
export interface BodySource {
  pause(): void;
  resume(): void;
  /** Breaks the connection. */
  abort(reason: Error): void;
}

/** How a body ended. */
export type BodyEnd = 'complete' | 'cancelled' | Failure;

/** A body on its way in. */
export interface ResponseBody {
  /** The body as a stream. Either this or `bytes` is used, once. */
  stream(): ReadableStream<Uint8Array>;
  /** The whole body; at once when it is there. */
  bytes(): Awaitable<Uint8Array>;
  push(chunk: Uint8Array): void;
  complete(): void;
  /** Ends the body with trouble and lets the connection go. */
  fail(failure: Failure): void;
  /** Nobody wants the rest. */
  discard(): void;
  /** Calls the listener at the body's end; at once when it has ended. */
  whenEnded(listener: (end: BodyEnd) => void): void;
}

/** Who takes the body's pieces. */
interface Reader {
  /** False when no more is wanted for now. */
  take(chunk: Uint8Array): boolean;
  end(end: BodyEnd): void;
}

/** Bytes that wait for the reader before the connection is paused. */
const heldBytes = 65_536;

/** Makes the body of an answer whose head has arrived. */
export function createResponseBody(source: BodySource): ResponseBody {
  return new IncomingBody(source);
}

class IncomingBody implements ResponseBody {
  readonly #source: BodySource;
  /** What has come before anybody reads. */
  readonly #held: Uint8Array[] = [];
  #heldSize = 0;
  #listeners: ((end: BodyEnd) => void)[] = [];
  #reader: Reader | undefined = undefined;
  #ended: BodyEnd | undefined = undefined;
  #paused = false;

  constructor(source: BodySource) {
    this.#source = source;
  }

  stream(): ReadableStream<Uint8Array> {
    const { stream, reader } = createStreamReader(
      () => this.#resume(),
      () => this.discard(),
    );
    this.#handTo(reader);
    return stream;
  }

  bytes(): Awaitable<Uint8Array> {
    if (this.#ended === 'complete' && this.#reader === undefined) return joined(this.#held);
    return new Promise((resolve, reject) => {
      this.#handTo(createWholeReader(resolve, reject));
      this.#resume();
    });
  }

  push(chunk: Uint8Array): void {
    if (this.#ended !== undefined || this.#take(chunk) || this.#paused) return;
    this.#paused = true;
    this.#source.pause();
  }

  complete(): void {
    this.#finish('complete');
  }

  fail(failure: Failure): void {
    if (this.#finish(failure)) this.#source.abort(failure);
  }

  discard(): void {
    if (this.#finish('cancelled')) this.#source.abort(new Error('the reader of the body let go'));
  }

  whenEnded(listener: (end: BodyEnd) => void): void {
    if (this.#ended === undefined) this.#listeners.push(listener);
    else listener(this.#ended);
  }

  #take(chunk: Uint8Array): boolean {
    if (this.#reader !== undefined) return this.#reader.take(chunk);
    this.#held.push(chunk);
    this.#heldSize += chunk.byteLength;
    return this.#heldSize < heldBytes;
  }

  #finish(end: BodyEnd): boolean {
    if (this.#ended !== undefined) return false;
    this.#ended = end;
    this.#reader?.end(end);
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener(end);
    return true;
  }

  #resume(): void {
    if (!this.#paused || this.#ended !== undefined) return;
    this.#paused = false;
    this.#source.resume();
  }

  /** Hands everything that has come on to the one who reads from now on. */
  #handTo(reader: Reader): void {
    this.#reader = reader;
    for (const chunk of this.#held.splice(0)) reader.take(chunk);
    if (this.#ended !== undefined) reader.end(this.#ended);
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}

function createStreamReader(onWanted: () => void, onCancel: () => void) {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let open = true;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(made) {
        controller = made;
      },
      pull: onWanted,
      cancel() {
        open = false;
        onCancel();
      },
    },
    { highWaterMark: heldBytes, size: (chunk) => chunk.byteLength },
  );
  const reader: Reader = {
    take(chunk) {
      controller.enqueue(chunk);
      return (controller.desiredSize ?? 0) > 0;
    },
    end(end) {
      if (!open || end === 'cancelled') return;
      open = false;
      if (end === 'complete') controller.close();
      else controller.error(end);
    },
  };
  return { stream, reader };
}

/** Pieces that are joined at once: a body that comes in single bytes must not take a hundred times its size. */
const joinedAt = 1024;

function createWholeReader(resolve: (bytes: Uint8Array) => void, reject: (failure: Error) => void): Reader {
  const whole: Uint8Array[] = [];
  let pieces: Uint8Array[] = [];
  return {
    take(chunk) {
      pieces.push(chunk);
      if (pieces.length >= joinedAt) {
        whole.push(joined(pieces));
        pieces = [];
      }
      return true;
    },
    end(end) {
      if (end === 'cancelled') reject(new Error('the body was let go'));
      else if (end !== 'complete') reject(end);
      else resolve(joined(whole.length === 0 ? pieces : [...whole, ...pieces]));
    },
  };
}
