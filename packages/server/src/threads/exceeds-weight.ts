/** Decides whether plain data is small enough to be processed on the main thread. */

/** Weight of one value in bytes, in addition to its characters; it stands for the structure of a document. */
const perValue = 8;

/** True when characters, bytes and values together exceed the limit; stops there, whatever the size of the input. */
export function exceedsWeight(input: unknown, limit: number): boolean {
  let weight = 0;
  const rest: unknown[] = [input];
  while (rest.length > 0) {
    const value = rest.pop();
    weight += perValue + ownWeight(value);
    if (weight > limit) return true;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    const children = Array.isArray(value) ? value : value instanceof Map ? [...value.entries()].flat() : undefined;
    if (children !== undefined && weight + children.length * perValue > limit) return true;
    if (children !== undefined) rest.push(...children);
    else weight = pushMembers(value, { rest, weight, limit });
  }
  return weight > limit;
}

function ownWeight(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return ArrayBuffer.isView(value) ? value.byteLength : 0;
}

/** Adds the members of an object until the limit is reached; returns the weight with their names. */
function pushMembers(
  value: object,
  { rest, weight, limit }: { rest: unknown[]; weight: number; limit: number },
): number {
  let total = weight;
  for (const name in value) {
    total += name.length + perValue;
    if (total > limit) return total;
    rest.push((value as Record<string, unknown>)[name]);
  }
  return total;
}
