/** Whether two schemas are the same rule by rule; schemas that contain themselves are assumed equal while compared. */
import type { SchemaLogic } from './schema-logic.js';

/** Compares two schemas; what is once known is not compared again. */
export type SameLogic = (one: SchemaLogic, other: SchemaLogic) => boolean;

/** Most pairs that one comparison visits. */
const maxPairs = 50_000;

/** Creates the comparison. */
export function createSameLogic(steps: { left: number }): SameLogic {
  const known = new Map<string, boolean>();
  const visit = (one: SchemaLogic, other: SchemaLogic, open: Set<string>, depth: number): boolean => {
    if (one === other || one.id === other.id) return true;
    if (one.kind === 'link' && one.target().id === other.id) return true;
    if (one.kind !== other.kind || depth > 100 || open.size > maxPairs) return false;
    const key = `${one.id} ${other.id}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (open.has(key)) return true;
    open.add(key);
    steps.left -= 0.05;
    const same = isSame(one, other, (a, b) => visit(a, b, open, depth + 1));
    // Equality inside an assumed pair is certain only once the outermost pair is decided.
    if (!same) known.set(key, false);
    return same;
  };
  return (one, other) => {
    const open = new Set<string>();
    const same = visit(one, other, open, 0);
    if (same) for (const key of open) known.set(key, true);
    return same;
  };
}

type Same = (one: SchemaLogic, other: SchemaLogic) => boolean;

function isSame(one: SchemaLogic, other: SchemaLogic, same: Same): boolean {
  switch (one.kind) {
    case 'all':
    case 'any':
    case 'one':
      return other.kind === one.kind && sameLists(one.parts, other.parts, same);
    case 'not':
    case 'names':
      return other.kind === one.kind && same(one.part, other.part);
    case 'link':
      return other.kind === 'link' && same(one.target(), other.target());
    case 'opaque':
      return (
        other.kind === 'opaque' &&
        one.text === other.text &&
        sameLists(one.parts, other.parts, same) &&
        sameRest(one.about, other.about, same)
      );
    case 'contains':
      return other.kind === 'contains' && one.min === other.min && one.max === other.max && same(one.part, other.part);
    case 'items':
      return (
        other.kind === 'items' && sameLists(one.prefix, other.prefix, same) && sameRest(one.rest, other.rest, same)
      );
    case 'members':
      return (
        other.kind === 'members' &&
        sameMaps(one.names, other.names, same) &&
        sameMaps(one.patterns, other.patterns, same) &&
        sameRest(one.rest, other.rest, same)
      );
    default:
      return textOf(one) === textOf(other);
  }
}

function textOf({ id: _, ...shape }: SchemaLogic): string {
  if (shape.kind === 'types') return [...shape.types].sort().join();
  if (shape.kind === 'values') return [...shape.values.keys()].sort().join();
  return JSON.stringify(shape);
}

function sameLists(one: readonly SchemaLogic[], other: readonly SchemaLogic[], same: Same): boolean {
  return one.length === other.length && one.every((part, at) => same(part, other[at] as SchemaLogic));
}

function sameMaps(one: ReadonlyMap<string, SchemaLogic>, other: ReadonlyMap<string, SchemaLogic>, same: Same): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([name, part]) => {
    const found = other.get(name);
    return found !== undefined && same(part, found);
  });
}

function sameRest(one: SchemaLogic | undefined, other: SchemaLogic | undefined, same: Same): boolean {
  return one === undefined || other === undefined ? one === other : same(one, other);
}
