/** Joins the chunks of a body. */

/** The chunks as one piece; a single chunk is returned without a copy. */
export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(chunks.reduce((size, { byteLength }) => size + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
