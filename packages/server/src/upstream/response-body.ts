/**
 * An answer's body as a web stream. Only a little is held: while nobody reads, the connection is not read either.
 * It ends exactly once, by its end, by trouble or because the reader let go, and tells so.
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
  stream: ReadableStream<Uint8Array>;
  push(chunk: Uint8Array): void;
  complete(): void;
  /** Ends the body with trouble and lets the connection go. */
  fail(failure: Failure): void;
  /** Nobody wants the rest. */
  discard(): void;
  /** Calls the listener at the body's end; at once when it has ended. */
  whenEnded(listener: (end: BodyEnd) => void): void;
}

/** Bytes that wait for the reader before the connection is paused. */
const heldBytes = 65_536;

/** Makes the body of an answer whose head has arrived. */
export function createResponseBody(source: BodySource): ResponseBody {
  const listeners: ((end: BodyEnd) => void)[] = [];
  let ended: BodyEnd | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let paused = false;
  const finish = (end: BodyEnd): boolean => {
    if (ended !== undefined) return false;
    ended = end;
    for (const listener of listeners.splice(0)) listener(end);
    return true;
  };
  const cancel = () => {
    if (finish('cancelled')) source.abort(new Error('the reader of the body let go'));
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(made) {
        controller = made;
      },
      pull() {
        if (!paused || ended !== undefined) return;
        paused = false;
        source.resume();
      },
      cancel,
    },
    { highWaterMark: heldBytes, size: (chunk) => chunk.byteLength },
  );
  return {
    stream,
    push(chunk) {
      if (ended !== undefined) return;
      controller.enqueue(chunk);
      if ((controller.desiredSize ?? 0) > 0) return;
      paused = true;
      source.pause();
    },
    complete() {
      if (finish('complete')) controller.close();
    },
    fail(failure) {
      if (!finish(failure)) return;
      controller.error(failure);
      source.abort(failure);
    },
    discard: cancel,
    whenEnded(listener) {
      if (ended === undefined) listeners.push(listener);
      else listener(ended);
    },
  };
}
