/** Growth of typed arrays, the columns that the index lives in. */

/** A typed array that index columns are made of. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** The same array when it has room for `needed` elements, else a copy with half as much again. */
export function withRoom<T extends Column>(column: T, needed: number): T {
  if (column.length >= needed) return column;
  const size = Math.max(needed, column.length + (column.length >>> 1), 16);
  const grown = new (column.constructor as new (length: number) => T)(size);
  grown.set(column);
  return grown;
}
