/** Walks untrusted schemas: each reference is followed once, so cycles end and the cost stays linear. */
import { childPointer, getPointer, parsePointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Placed, SchemaNode } from './api.js';

/** Maximum length of a reference chain. */
const mostHops = 32;

/** Maximum number of schemas visited per operation; in tangled documents every schema is reachable from every other. */
const nearest = 300;

/** Walk functions for one document. */
export interface SchemaWalk {
  follow(placed: Placed<JsonValue>): Placed | undefined;
  /** A node for the schema at a pointer; undefined when there is no object. */
  node(value: JsonValue | undefined, at: string): SchemaNode | undefined;
  /** The schemas closest to a given one, starting with itself; enough for every check of one operation. */
  walk(node: SchemaNode): SchemaNode[];
  /** Every descendant schema that was not visited before; those that are left out are not entered. */
  walkAll(node: SchemaNode, seen: Set<string>, isLeftOut?: (node: SchemaNode) => boolean): SchemaNode[];
  properties(node: SchemaNode): ReadonlyMap<string, SchemaNode>;
  leaves(node: SchemaNode): number;
}

/** Creates the walk for one document. */
export function createSchemaWalk(root: JsonObject): SchemaWalk {
  const targets = new Map<string, Placed | undefined>();
  const target = (ref: string): Placed | undefined => {
    if (!targets.has(ref)) targets.set(ref, findTarget(root, ref));
    return targets.get(ref);
  };
  const follow = (placed: Placed<JsonValue>): Placed | undefined => {
    let at: Placed<JsonValue> = placed;
    for (let hop = 0; hop < mostHops; hop += 1) {
      if (!isJsonObject(at.value)) return undefined;
      if (typeof at.value.$ref !== 'string') return { value: at.value, pointer: at.pointer };
      const next = target(at.value.$ref);
      if (next === undefined) return undefined;
      at = next;
    }
    return undefined;
  };
  const make: Make = (value, at, role = 'root', owner, name) => {
    const found = value === undefined ? undefined : follow({ value, pointer: at });
    if (found === undefined) return undefined;
    const { value: schema, pointer } = found;
    const description = (isJsonObject(value) ? textOf(value) : undefined) ?? textOf(schema);
    return { schema, pointer, at, role, name, owner, description };
  };
  const children = (node: SchemaNode) => childrenOf(node, make);
  const childLists = new Map<string, SchemaNode[]>();
  /** The children of a schema, created once; their owner is the first occurrence of the schema. */
  const keptChildren = (node: SchemaNode) => {
    const kept = childLists.get(node.pointer) ?? children(node);
    childLists.set(node.pointer, kept);
    return kept;
  };
  const propertyMaps = new Map<string, ReadonlyMap<string, SchemaNode>>();
  const leafCounts = new Map<string, number>();
  const walks = new Map<string, SchemaNode[]>();
  const walk = (node: SchemaNode) => {
    const kept = walks.get(node.pointer) ?? walkFrom(node, { seen: new Set(), most: nearest }, keptChildren);
    walks.set(node.pointer, kept);
    return kept;
  };
  return {
    follow,
    node: (value, at) => make(value, at),
    walk,
    walkAll: (node, seen, isLeftOut = () => false) =>
      walkFrom(node, { seen, most: Number.POSITIVE_INFINITY }, (owner) =>
        children(owner).filter((child) => !isLeftOut(child)),
      ),
    properties(node) {
      const kept = propertyMaps.get(node.pointer) ?? collectProperties(node, keptChildren);
      propertyMaps.set(node.pointer, kept);
      return kept;
    },
    leaves(node) {
      const kept = leafCounts.get(node.pointer) ?? countLeaves(walk(node));
      leafCounts.set(node.pointer, kept);
      return kept;
    },
  };
}

function findTarget(root: JsonObject, ref: string): Placed | undefined {
  if (!ref.startsWith('#/')) return undefined;
  const pointer = decode(ref.slice(1));
  if (parsePointer(pointer) === undefined) return undefined;
  const value = getPointer(root, pointer);
  return isJsonObject(value) ? { value, pointer } : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function textOf({ description }: JsonObject): string | undefined {
  return typeof description === 'string' && description !== '' ? description : undefined;
}

type Make = (
  value: JsonValue | undefined,
  at: string,
  role?: SchemaNode['role'],
  owner?: SchemaNode,
  name?: string,
) => SchemaNode | undefined;

function childrenOf(node: SchemaNode, make: Make): SchemaNode[] {
  const { schema, pointer } = node;
  const found: SchemaNode[] = [];
  const add = (value: JsonValue | undefined, at: string, role: SchemaNode['role'], name?: string) => {
    const child = make(value, at, role, node, name);
    if (child !== undefined) found.push(child);
  };
  if (isJsonObject(schema.properties)) {
    const at = `${pointer}/properties`;
    for (const [name, value] of Object.entries(schema.properties)) {
      add(value, childPointer(at, name), 'property', name);
    }
  }
  if (isJsonObject(schema.items)) add(schema.items, `${pointer}/items`, 'item');
  for (const keyword of ['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    const role = keyword === 'prefixItems' ? 'item' : 'part';
    for (const [index, value] of list.entries()) add(value, `${pointer}/${keyword}/${index}`, role);
  }
  if (isJsonObject(schema.additionalProperties)) {
    add(schema.additionalProperties, `${pointer}/additionalProperties`, 'map');
  }
  return found;
}

/** Breadth-first with an explicit queue: a chain of references can be longer than the call stack. */
function walkFrom(
  start: SchemaNode,
  { seen, most }: { seen: Set<string>; most: number },
  children: (node: SchemaNode) => SchemaNode[],
): SchemaNode[] {
  const found: SchemaNode[] = [];
  const queue: SchemaNode[] = [start];
  for (let at = 0; at < queue.length && found.length < most; at += 1) {
    const node = queue[at];
    if (node === undefined) break;
    const isNew = !seen.has(node.pointer);
    if (isNew || node.role === 'property') found.push(node);
    if (!isNew) continue;
    seen.add(node.pointer);
    for (const child of children(node)) queue.push(child);
  }
  return found;
}

function collectProperties(
  node: SchemaNode,
  children: (node: SchemaNode) => SchemaNode[],
): ReadonlyMap<string, SchemaNode> {
  const found = new Map<string, SchemaNode>();
  const seen = new Set<string>();
  const queue = [node];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next.pointer)) continue;
    seen.add(next.pointer);
    for (const child of children(next)) {
      if (child.role === 'part') queue.push(child);
      else if (child.name !== undefined && !found.has(child.name)) found.set(child.name, child);
    }
  }
  return found;
}

const alternatives = ['oneOf', 'anyOf'] as const;

/** Fields of one response: of the alternatives of a schema, only the one with the most fields counts. */
function countLeaves(nodes: readonly SchemaNode[]): number {
  const first = new Map<string, SchemaNode>();
  for (const node of nodes) if (!first.has(node.pointer)) first.set(node.pointer, node);
  const sums = new Map<string, number>();
  const largest = new Map<string, number>();
  let count = 0;
  // Children come after their owners.
  for (const node of [...nodes].reverse()) {
    const { pointer, owner, schema } = node;
    let inner = 0;
    if (first.get(pointer) === node) {
      inner = sums.get(pointer) ?? 0;
      for (const keyword of alternatives)
        if (schema[keyword] !== undefined) inner += largest.get(`${pointer}/${keyword}`) ?? 0;
    }
    count = inner + (isLeaf(node) && !isRepeated(node) ? 1 : 0);
    if (owner === undefined) continue;
    const group = node.role === 'part' ? node.at.slice(0, node.at.lastIndexOf('/')) : undefined;
    if (group === undefined || group.endsWith('/allOf'))
      sums.set(owner.pointer, (sums.get(owner.pointer) ?? 0) + count);
    else largest.set(group, Math.max(largest.get(group) ?? 0, count));
  }
  return count;
}

/** An alternative may list the fields of its base again. */
function isRepeated({ name, owner }: SchemaNode): boolean {
  const base = owner?.role === 'part' ? owner.owner?.schema.properties : undefined;
  return name !== undefined && isJsonObject(base) && Object.hasOwn(base, name);
}

/** True for a property with a value and no nested fields. */
function isLeaf({ role, schema }: SchemaNode): boolean {
  return role === 'property' && !isJsonObject(schema.properties) && !Array.isArray(schema.allOf);
}
