/** What a handler gave to `write` and `end`, while it is held back. */

/** The arguments of one call. */
export type Given = unknown[];

/** A write as it can be kept: its writer may use the buffer again as soon as it is told that it was written. */
export function copied([chunk, encoding]: Given): Given {
  return [chunk instanceof Uint8Array ? Buffer.from(chunk) : chunk, encodingOf(encoding)];
}

/** How much it is, near enough for a bound: characters of a text, bytes of a buffer. */
export function sizeOf([chunk]: Given): number {
  return typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk.length : 0;
}

/** The bytes of them all. */
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
