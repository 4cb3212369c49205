/** Vectors are compared by direction only, so each is returned with length 1. */

/** Normalizes a vector to length 1 in place; a zero vector stays unchanged. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const number of vector) squares += number * number;
  if (squares === 0) return vector;
  const factor = 1 / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) * factor;
  return vector;
}
