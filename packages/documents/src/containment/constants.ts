/**
 * Members that a schema requires with listed values, which tell alternatives apart. Two schemas that list different
 * values for one required member have no value in common, which is found here without a search.
 */
import type { SchemaLogic } from './schema-logic.js';

/** Required members with the keys of their listed values. */
export type Constants = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** Lists the constants of schemas, each once. */
export interface ConstantReader {
  of(logic: SchemaLogic): Constants;
}

const maxDepth = 4;
const maxNames = 8;

/** Creates the reader. */
export function createConstantReader(): ConstantReader {
  const known = new Map<number, Constants>();
  return {
    of(logic) {
      const before = known.get(logic.id);
      if (before !== undefined) return before;
      const parts: SchemaLogic[] = [];
      const found = flatten(logic, parts, 0) ? constantsOf(parts) : new Map();
      known.set(logic.id, found);
      return found;
    },
  };
}

/** The rules that hold together; false when the value may be something else than an object. */
function flatten(logic: SchemaLogic, parts: SchemaLogic[], depth: number): boolean {
  if (depth > maxDepth) return false;
  if (logic.kind === 'link') return flatten(logic.target(), parts, depth + 1);
  if (logic.kind !== 'all') {
    parts.push(logic);
    return logic.kind === 'types' && logic.types.size === 1 && logic.types.has('object');
  }
  return logic.parts.map((part) => flatten(part, parts, depth + 1)).includes(true);
}

function constantsOf(parts: readonly SchemaLogic[]): Constants {
  const found = new Map<string, ReadonlyMap<string, unknown>>();
  for (const part of parts) {
    if (part.kind !== 'required' || found.size >= maxNames) continue;
    for (const each of parts) {
      const list = each.kind === 'members' ? listOf(each.names.get(part.name), 0) : undefined;
      if (list !== undefined) found.set(part.name, list);
    }
  }
  return found;
}

function listOf(logic: SchemaLogic | undefined, depth: number): ReadonlyMap<string, unknown> | undefined {
  if (logic === undefined || depth > maxDepth) return undefined;
  if (logic.kind === 'values') return logic.values;
  if (logic.kind === 'link') return listOf(logic.target(), depth + 1);
  if (logic.kind !== 'all') return undefined;
  return logic.parts.map((part) => listOf(part, depth + 1)).find((list) => list !== undefined);
}

/** True when no object has the constants of both. */
export function clash(one: Constants, other: Constants): boolean {
  for (const [name, list] of one) {
    const values = other.get(name);
    if (values !== undefined && ![...list.keys()].some((key) => values.has(key))) return true;
  }
  return false;
}

/** True when a literal contradicts one of the schemas that a value follows, or is implied by it. */
export function clashesWith(
  reader: ConstantReader,
  followed: readonly { logic: SchemaLogic; sign: boolean }[],
  logic: SchemaLogic,
): boolean {
  const own = reader.of(logic);
  return (
    own.size > 0 && followed.some((each) => each.sign && each.logic !== logic && clash(reader.of(each.logic), own))
  );
}
