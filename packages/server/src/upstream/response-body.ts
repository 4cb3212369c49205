/**
 * A response body, read either whole or as a web stream; the stream is created on demand. Little is buffered: without
 * a reader, the connection is paused. The body ends exactly once, at its end, with an error or by cancellation, and
 * notifies its listener.
 */
import type { Awaitable } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';

/** The connection that delivers the body. */
export interface BodySource {
  pause(): void;
  resume(): void;
  /** Closes the connection. */
  abort(reason: Error): void;
}

/** How a body ended. */
export type BodyEnd = 'complete' | 'cancelled' | Failure;

/** An incoming body. */
export interface ResponseBody {
  /** The body as a stream. Either this or `bytes` is used, once. */
  stream(): ReadableStream<Uint8Array>;
  /** The whole body; synchronously when it is complete. */
  bytes(): Awaitable<Uint8Array>;
  push(chunk: Uint8Array): void;
  complete(): void;
  /** Ends the body with an error and releases the connection. */
  fail(failure: Failure): void;
  /** Discards the rest of the body. */
  discard(): void;
  /** Calls the listener at the body's end; at once when it has ended. */
  whenEnded(listener: (end: BodyEnd) => void): void;
}

/** Consumer of the body's chunks. */
interface Reader {
  /** False when the consumer wants no more for now. */
  take(chunk: Uint8Array): boolean;
  end(end: BodyEnd): void;
}

/** Bytes that may be buffered before the connection is paused. */
const heldBytes = 65_536;

/** Creates the body of a response whose head has arrived. */
export function createResponseBody(source: BodySource): ResponseBody {
  return new IncomingBody(source);
}

class IncomingBody implements ResponseBody {
  readonly #source: BodySource;
  /** Chunks received before there is a reader. */
  readonly #buffered: Uint8Array[] = [];
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
    if (this.#ended === 'complete' && this.#reader === undefined) return joined(this.#buffered);
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
    if (this.#finish('cancelled')) this.#source.abort(new Error('the reader canceled the body'));
  }

  whenEnded(listener: (end: BodyEnd) => void): void {
    if (this.#ended === undefined) this.#listeners.push(listener);
    else listener(this.#ended);
  }

  #take(chunk: Uint8Array): boolean {
    if (this.#reader !== undefined) return this.#reader.take(chunk);
    this.#buffered.push(chunk);
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

  /** Passes all received chunks to the new reader. */
  #handTo(reader: Reader): void {
    this.#reader = reader;
    for (const chunk of this.#buffered.splice(0)) reader.take(chunk);
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

/**
 * Number of chunks that are joined at a time: a body that arrives in single bytes must not take a hundred times its
 * size.
 */
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
      if (end === 'cancelled') reject(new Error('the body was discarded'));
      else if (end !== 'complete') reject(end);
      else resolve(joined(whole.length === 0 ? pieces : [...whole, ...pieces]));
    },
  };
}
