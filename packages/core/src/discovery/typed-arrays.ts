/** Growth of typed arrays, which are the columns of the index. */

/** A typed array used as an index column. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** From this size on, an array grows by an eighth instead of a half: copying is cheaper than unused memory. */
const largeColumn = 2 ** 20;

/** A copy of a saved array, with room to grow. */
export function restored<T extends Column>(saved: T): T {
  return withRoom(saved, saved.length + 1);
}

/** The same array when it has room for `needed` elements, otherwise a larger copy. */
export function withRoom<T extends Column>(column: T, needed: number): T {
  if (column.length >= needed) return column;
  const spare = column.length >>> (column.length < largeColumn ? 1 : 3);
  const size = Math.max(needed, column.length + spare, 16);
  const grown = new (column.constructor as new (length: number) => T)(size);
  grown.set(column);
  return grown;
}
