/** Buffered calls of `write` and `end`. */

/** The arguments of one call. */
export type Given = unknown[];

/** A copy of a write: its writer may reuse the buffer as soon as the callback is called. */
export function copied([chunk, encoding]: Given): Given {
  return [chunk instanceof Uint8Array ? Buffer.from(chunk) : chunk, encodingOf(encoding)];
}

/** Approximate size: characters of a text, bytes of a buffer. */
export function sizeOf([chunk]: Given): number {
  return typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk.length : 0;
}

/** All bytes concatenated. */
export function joined(calls: readonly Given[]): Uint8Array<ArrayBuffer> {
  const [only] = calls;
  if (calls.length === 1 && only !== undefined) return bytesOf(only);
  return Buffer.concat(calls.map(bytesOf));
}

function bytesOf([chunk, encoding]: Given): Uint8Array<ArrayBuffer> {
  if (typeof chunk === 'string') return Buffer.from(chunk, encodingOf(encoding));
  return chunk instanceof Uint8Array ? (chunk as Uint8Array<ArrayBuffer>) : new Uint8Array();
}

function encodingOf(given: unknown): BufferEncoding | undefined {
  return typeof given === 'string' && Buffer.isEncoding(given) ? given : undefined;
}
