/**
 * Cuts long arrays out of plain data, so that a thread receives it in messages of bounded size: copying an entry of
 * ten thousand operations in one message blocks the event loop.
 */

/** Maximum number of array items in one message. */
export const itemsPerPart = 200;
/** Deeper arrays stay where they are; the operations of an imported description are at depth 6. */
const maxDepth = 8;

/** Consecutive items of the array with this number. */
export interface ValuePart {
  array: number;
  items: readonly unknown[];
}

/** A value whose long arrays are empty, with the paths of those arrays. */
export interface CutValue {
  value: unknown;
  paths: readonly (readonly string[])[];
}

/** Cuts a value; the value itself stays unchanged. */
export function cutValue(value: unknown): CutValue & { parts: ValuePart[] } {
  const paths: string[][] = [];
  const parts: ValuePart[] = [];
  const cut = (each: unknown, path: string[]): unknown => {
    if (path.length > maxDepth || !isPlain(each)) return each;
    if (Array.isArray(each) && each.length > itemsPerPart) {
      const array = paths.push(path) - 1;
      for (let from = 0; from < each.length; from += itemsPerPart) {
        parts.push({ array, items: each.slice(from, from + itemsPerPart) });
      }
      return [];
    }
    return replaceMembers(each, (member, name) => cut(member, [...path, name]));
  };
  return { value: cut(value, []), paths, parts };
}

/** Puts the parts of a cut value, in their order, back into it. */
export function joinValue({ value, paths }: CutValue, parts: readonly ValuePart[]): unknown {
  const arrays = paths.map((path) => path.reduce((each, name) => (each as Members)[name], value) as unknown[]);
  for (const { array, items } of parts) arrays[array]?.push(...items);
  return value;
}

type Members = Record<string, unknown>;

function isPlain(value: unknown): value is Members | unknown[] {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}

/** The same object or array while no member changes, and a copy afterwards. */
function replaceMembers<Value extends Members | unknown[]>(
  value: Value,
  replace: (member: unknown, name: string) => unknown,
): Value {
  let copy: Members | unknown[] | undefined;
  for (const name of Object.keys(value)) {
    const member = (value as Members)[name];
    const replaced = replace(member, name);
    if (replaced === member) continue;
    copy ??= Array.isArray(value) ? [...value] : { ...value };
    (copy as Members)[name] = replaced;
  }
  return (copy ?? value) as Value;
}
