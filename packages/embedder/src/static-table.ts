/** The instant tier: a text is the sum of its pieces' vectors, which carry their weights in their lengths. */
import type { FourBitTable } from './four-bit-table.js';
import { toUnitLength } from './unit-length.js';
import { closingMark, openingMark } from './word-pieces.js';

/** Turns pieces into a vector of length 1; pieces that say nothing give zeros. */
export interface StaticTable {
  encode(pieces: readonly number[]): Float32Array;
}

/** Makes the instant encoder over its table. */
export function createStaticTable(table: FourBitTable): StaticTable {
  return {
    encode(pieces) {
      const sum = new Float32Array(table.width);
      for (const piece of pieces) if (piece !== openingMark && piece !== closingMark) table.addRow(piece, sum, 0);
      return toUnitLength(sum);
    },
  };
}
