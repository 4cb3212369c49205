/**
 * A table of vectors with four bits per number: codes -8..7, two per byte, lower half first, and one 16-bit float scale
 * per 32 numbers. Both tiers store their vocabulary this way.
 */

/** Reads rows of a packed table. */
export interface FourBitTable {
  readonly rows: number;
  readonly width: number;
  /** Adds a row to the numbers that start at `at`. */
  addRow(row: number, into: Float32Array, at: number): void;
}

/** Numbers that share a scale. */
const groupSize = 32;
const groupBytes = groupSize / 2;

/** The value of each half-precision exponent; precomputed, because powers dominate the cost of reading a row. */
const powers = Float64Array.from({ length: 31 }, (_, exponent) => 2 ** (exponent - 15));

/** The value of a 16-bit half-precision float (IEEE 754). */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * (powers[exponent] ?? 0);
}

/** Size of a packed table in bytes. */
export function fourBitBytes(rows: number, width: number): number {
  return (rows * width) / 2 + (rows * width * 2) / groupSize;
}

/** Opens a packed table: all codes row by row, then all scales. */
export function openFourBitTable(bytes: Uint8Array, rows: number, width: number): FourBitTable {
  if (bytes.length !== fourBitBytes(rows, width)) throw new Error('a packed table has the wrong size');
  const scalesAt = (rows * width) / 2;
  const groups = width / groupSize;
  return {
    rows,
    width,
    addRow(row, into, at) {
      let code = (row * width) / 2;
      let place = at;
      for (let group = 0; group < groups; group += 1) {
        const low = scalesAt + 2 * (row * groups + group);
        const scale = halfToNumber((bytes[low] ?? 0) | ((bytes[low + 1] ?? 0) << 8));
        for (const end = code + groupBytes; code < end; code += 1) {
          const pair = bytes[code] ?? 0;
          into[place] = (into[place] ?? 0) + ((pair << 28) >> 28) * scale;
          into[place + 1] = (into[place + 1] ?? 0) + ((pair << 24) >> 28) * scale;
          place += 2;
        }
      }
    },
  };
}
