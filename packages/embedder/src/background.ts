/**
 * A sample of operations of many services, as vectors of one model. Requests that nothing in a catalogue serves are
 * recognized by it: they are as similar to the sample as to the catalogue. Eight bits per number, then one 32-bit scale
 * per vector; written by `npm run bench -- calibration --write`.
 */

/** The mean similarity of a vector to its nearest in the sample. */
export type Background = (vector: Float32Array) => number;

/** Number of similarities in the mean. */
const nearest = 10;
const maxCode = 127;

/** Opens a packed sample. */
export function openBackground(bytes: Uint8Array<ArrayBuffer>, dimensions: number): Background {
  const rows = bytes.length / (dimensions + 4);
  if (!Number.isInteger(rows) || rows < nearest) throw new Error('a packed sample has the wrong size');
  const codes = new Int8Array(bytes.buffer, bytes.byteOffset, rows * dimensions);
  const scales = new Float32Array(bytes.slice(rows * dimensions).buffer);
  return (vector) => {
    const best = new Float64Array(nearest).fill(-1);
    for (let row = 0; row < rows; row += 1)
      insert(best, dot(codes, row * dimensions, vector) * (scales[row] as number));
    return best.reduce((sum, each) => sum + each, 0) / nearest;
  };
}

/** Four sums at once, because each addition waits for the previous one to the same sum. */
function dot(codes: Int8Array, start: number, vector: Float32Array): number {
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let at = 0; at < vector.length; at += 4) {
    one += (codes[start + at] as number) * (vector[at] as number);
    two += (codes[start + at + 1] as number) * (vector[at + 1] as number);
    three += (codes[start + at + 2] as number) * (vector[at + 2] as number);
    four += (codes[start + at + 3] as number) * (vector[at + 3] as number);
  }
  return one + two + three + four;
}

/** Inserts a value into the best ones, which are sorted from the least. */
function insert(best: Float64Array, value: number): void {
  if (value <= (best[0] as number)) return;
  let at = 0;
  for (; at + 1 < best.length && (best[at + 1] as number) < value; at += 1) best[at] = best[at + 1] as number;
  best[at] = value;
}

/** Packs vectors as `openBackground` reads them. */
export function packBackground(vectors: readonly Float32Array[]): Uint8Array {
  const codes = vectors.map((vector) => {
    const scale = Math.max(...vector.map(Math.abs)) / maxCode;
    return { scale, row: Int8Array.from(vector, (value) => (scale === 0 ? 0 : Math.round(value / scale))) };
  });
  const scales = Float32Array.from(codes, ({ scale }) => scale);
  return Buffer.concat([...codes.map(({ row }) => new Uint8Array(row.buffer)), new Uint8Array(scales.buffer)]);
}
