/**
 * An answer's body, read whole or as a web stream, whichever is asked for; a stream is made only for who wants one. Little
 * is held: while nobody reads, the connection is not read either. It ends exactly once, by its end, by trouble or
 * because the reader let go, and tells so.
 */
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
  /** The whole body. */
  bytes(): Promise<Uint8Array>;
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
  const listeners: ((end: BodyEnd) => void)[] = [];
  const held = createHolder();
  let reader: Reader = held;
  let ended: BodyEnd | undefined;
  let paused = false;
  const finish = (end: BodyEnd): boolean => {
    if (ended !== undefined) return false;
    ended = end;
    reader.end(end);
    for (const listener of listeners.splice(0)) listener(end);
    return true;
  };
  const discard = () => {
    if (finish('cancelled')) source.abort(new Error('the reader of the body let go'));
  };
  const resume = () => {
    if (!paused || ended !== undefined) return;
    paused = false;
    source.resume();
  };
  const push = (chunk: Uint8Array) => {
    if (ended !== undefined || reader.take(chunk) || paused) return;
    paused = true;
    source.pause();
  };
  /** Hands everything that has come on to the one who reads from now on. */
  const handTo = (next: Reader) => {
    reader = next;
    for (const chunk of held.chunks.splice(0)) next.take(chunk);
    if (ended !== undefined) next.end(ended);
  };
  return {
    stream() {
      const { stream, reader: streaming } = createStreamReader(resume, discard);
      handTo(streaming);
      return stream;
    },
    bytes: () =>
      new Promise((resolve, reject) => {
        handTo(createWholeReader(resolve, reject));
        resume();
      }),
    push,
    complete: () => void finish('complete'),
    fail(failure) {
      if (finish(failure)) source.abort(failure);
    },
    discard,
    whenEnded(listener) {
      if (ended === undefined) listeners.push(listener);
      else listener(ended);
    },
  };
}

/** Keeps the little that comes before anybody reads. */
function createHolder(): Reader & { chunks: Uint8Array[] } {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    chunks,
    take(chunk) {
      chunks.push(chunk);
      size += chunk.byteLength;
      return size < heldBytes;
    },
    end: () => undefined,
  };
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

function createWholeReader(resolve: (bytes: Uint8Array) => void, reject: (failure: Error) => void): Reader {
  const chunks: Uint8Array[] = [];
  return {
    take(chunk) {
      chunks.push(chunk);
      return true;
    },
    end(end) {
      const [first] = chunks;
      if (end === 'cancelled') reject(new Error('the body was let go'));
      else if (end !== 'complete') reject(end);
      else resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    },
  };
}
