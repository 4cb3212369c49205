/** Vectors are compared by direction alone, so each leaves the package with length 1. */

/** Brings a vector to length 1 in place; one of zeros stays as it is. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const number of vector) squares += number * number;
  if (squares === 0) return vector;
  const factor = 1 / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) * factor;
  return vector;
}
