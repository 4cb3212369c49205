/**
 * A table of vectors at four bits a number: codes -8..7, two to a byte, the lower half first, and one 16-bit float
 * per 32 numbers that says what a step is worth. Both tiers keep their vocabulary this way.
 */

/** Reads rows of a packed table. */
export interface FourBitTable {
  readonly rows: number;
  readonly width: number;
  /** Adds a row to the numbers that begin at `at`. */
  addRow(row: number, into: Float32Array, at: number): void;
}

/** Numbers that share a scale. */
const groupSize = 32;
const groupBytes = groupSize / 2;

/** What each exponent of a half is worth; reckoned once, since powers take longer than everything else about a row. */
const powers = Float64Array.from({ length: 31 }, (_, exponent) => 2 ** (exponent - 15));

/** The number that 16 bits stand for (IEEE 754 half precision). */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * (powers[exponent] ?? 0);
}

/** Bytes of a packed table. */
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
