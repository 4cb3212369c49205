/** A vector in its stored form: 8 bits per number and one scale, a quarter of its size. */

/** Bytes before the numbers: the scale as a 32-bit float. */
export const scaleBytes = 4;
const largest = 127;

/** Packs a vector; undefined when it has no direction or contains a value that is not a number. */
export function packVector(vector: Float32Array): Uint8Array | undefined {
  let top = 0;
  for (const value of vector) top = Math.max(top, Math.abs(value));
  if (!(top > 0) || !Number.isFinite(top)) return undefined;
  const packed = new Uint8Array(scaleBytes + vector.length);
  new DataView(packed.buffer).setFloat32(0, top / largest, true);
  const numbers = new Int8Array(packed.buffer, scaleBytes);
  for (let at = 0; at < vector.length; at += 1) {
    const value = vector[at] ?? 0;
    if (Number.isNaN(value)) return undefined;
    numbers[at] = Math.round((value / top) * largest);
  }
  return packed;
}

/** The scale and the numbers of a packed vector. */
export function openPacked(packed: Uint8Array): { scale: number; numbers: Int8Array } {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const numbers = new Int8Array(packed.buffer, packed.byteOffset + scaleBytes, packed.byteLength - scaleBytes);
  return { scale: view.getFloat32(0, true), numbers };
}
