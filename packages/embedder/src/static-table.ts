/** The instant tier: the vector of a text is the sum of its pieces' vectors, whose lengths are their weights. */
import type { FourBitTable } from './four-bit-table.js';
import { toUnitLength } from './unit-length.js';
import { closingMark, openingMark } from './word-pieces.js';

/** Turns pieces into a unit vector; pieces without meaning give zeros. */
export interface StaticTable {
  encode(pieces: readonly number[]): Float32Array;
}

/** Creates the instant encoder from its table. */
export function createStaticTable(table: FourBitTable): StaticTable {
  return {
    encode(pieces) {
      const sum = new Float32Array(table.width);
      for (const piece of pieces) if (piece !== openingMark && piece !== closingMark) table.addRow(piece, sum, 0);
      return toUnitLength(sum);
    },
  };
}
