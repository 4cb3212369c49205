/**
 * Walks an untrusted schema once and collects its problems, its subschemas and the target of each reference. Checking
 * and compiling both use this result, so they cannot disagree.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { SchemaCode } from './diagnostics.js';
import { expectedInstead, listOfStrings } from './keyword-values.js';
import type { Keyword } from './keywords.js';
import { currentDialect, keywords, olderDialects, typeNames } from './keywords.js';
import { schemaLimits } from './limits.js';
import type { PatternBudget } from './linear-pattern.js';
import { createPatternBudget, evaluatePattern } from './linear-pattern.js';
import { exceedsLimits } from './measure-json.js';
import { childPointer, getPointer } from './pointer.js';
import type { Reference, SchemaNode } from './references.js';
import { findEndlessReferences, locate, resolveAddress, rootAddress, splitAddress } from './references.js';

/** One finding about a schema; the pointer is relative to the schema's root. */
export interface SchemaFinding {
  code: SchemaCode;
  pointer: string;
  parameters: Readonly<Record<string, string | number>>;
}

/** The result of walking a schema. */
export interface SchemaInspection {
  findings: SchemaFinding[];
  /** Subschemas by location. */
  nodes: ReadonlyMap<string, SchemaNode>;
  /** Every evaluated pattern. */
  patterns: PatternBudget;
}

interface Walk {
  root: JsonValue;
  findings: SchemaFinding[];
  nodes: Map<string, SchemaNode>;
  /** Absolute address of a resource or an anchor → location. */
  identifiers: Map<string, string>;
  /** True when the schema declares the current dialect; older forms are then errors. */
  current: boolean;
  patterns: PatternBudget;
}

/** Walks the schema; never throws, whatever the value. */
export function inspectSchema(
  schema: JsonValue,
  patterns: PatternBudget = createPatternBudget(schemaLimits.patternSteps),
): SchemaInspection {
  const walk: Walk = { root: schema, findings: [], nodes: new Map(), identifiers: new Map(), current: false, patterns };
  const exceeded = exceedsLimits(schema, schemaLimits);
  if (exceeded !== undefined) {
    const what = exceeded === 'values' ? 'values' : 'levels of nesting';
    report(walk, 'schema/limit', '', { limit: schemaLimits[exceeded], what });
    return walk;
  }
  walk.current = isJsonObject(schema) && stripHash(schema.$schema) === currentDialect;
  walk.identifiers.set(rootAddress, '');
  visit(walk, schema, '', rootAddress);
  resolveReferences(walk);
  for (const pointer of findEndlessReferences(walk.nodes)) report(walk, 'schema/endless-reference', pointer);
  return walk;
}

function report(walk: Walk, code: SchemaCode, pointer: string, parameters: SchemaFinding['parameters'] = {}): void {
  if (walk.findings.length < schemaLimits.findings) walk.findings.push({ code, pointer, parameters });
}

function stripHash(address: JsonValue | undefined): string | undefined {
  return typeof address === 'string' ? address.replace(/#$/, '') : undefined;
}

function visit(walk: Walk, schema: JsonValue, pointer: string, outer: string): void {
  if (walk.nodes.has(pointer)) return;
  const node: SchemaNode = { pointer, same: [], references: [] };
  walk.nodes.set(pointer, node);
  if (typeof schema === 'boolean') return;
  if (!isJsonObject(schema)) {
    report(walk, 'schema/not-a-schema', pointer);
    return;
  }
  const base = identify(walk, schema.$id, pointer, outer);
  for (const [name, value] of Object.entries(schema)) {
    const keyword = keywords.get(name);
    if (keyword === undefined) continue;
    // Without the tuple form of older drafts, it is an ordinary member.
    if (name === 'additionalItems' && !Array.isArray(schema.items)) continue;
    visitKeyword(walk, { node, name, keyword, value, at: childPointer(pointer, name), base });
  }
}

/** The base address inside a schema; registers its `$id`. */
function identify(walk: Walk, id: JsonValue | undefined, pointer: string, outer: string): string {
  if (typeof id !== 'string') return outer;
  const address = resolveAddress(id, outer);
  if (address === undefined) return outer;
  const { resource, fragment } = splitAddress(address);
  register(walk, fragment === '' ? resource : `${resource}#${fragment}`, pointer, '$id');
  return fragment === '' ? resource : outer;
}

function register(walk: Walk, address: string, pointer: string, keyword: string): void {
  const known = walk.identifiers.get(address);
  if (known === undefined) walk.identifiers.set(address, pointer);
  else if (known !== pointer) report(walk, 'schema/duplicate-identifier', childPointer(pointer, keyword));
}

interface Visit {
  node: SchemaNode;
  name: string;
  keyword: Keyword;
  value: JsonValue;
  at: string;
  base: string;
}

function visitKeyword(walk: Walk, visited: Visit): void {
  const { keyword, name, value, at } = visited;
  if (isOlderForm(visited)) {
    const form =
      keyword.form === 'bound' ? 'an exclusive bound' : keyword.form === 'items' ? '"prefixItems"' : 'its 2020-12 form';
    if (!walk.current) report(walk, 'schema/older-draft', at, { form });
    else report(walk, 'schema/keyword-value', at, { expected: olderExpectation(keyword), keyword: name });
    if (keyword.form === 'items') visitList(walk, visited, value as JsonValue[]);
    return;
  }
  const expected = expectedInstead(keyword.form, value);
  if (expected !== undefined) report(walk, 'schema/keyword-value', at, { expected, keyword: name });
  else visitors[keyword.form]?.(walk, visited);
}

function isOlderForm({ keyword, value }: Visit): boolean {
  if (keyword.form === 'bound') return typeof value === 'boolean';
  if (keyword.form === 'items') return Array.isArray(value);
  return keyword.form === 'identifier' && typeof value === 'string' && /#./.test(value);
}

function olderExpectation(keyword: Keyword): string {
  if (keyword.form === 'bound') return 'a number';
  return keyword.form === 'items' ? 'a schema' : 'an address without a fragment';
}

const visitors: Partial<Record<Keyword['form'], (walk: Walk, visited: Visit) => void>> = {
  schema: (walk, visited) => visitChild(walk, visited, visited.value, visited.at),
  items: (walk, visited) => visitChild(walk, visited, visited.value, visited.at),
  schemas: (walk, visited) => visitList(walk, visited, visited.value as JsonValue[]),
  'schema-map': (walk, visited) => visitMap(walk, visited),
  'pattern-map': (walk, visited) => {
    for (const pattern of Object.keys(visited.value as object).slice(0, schemaLimits.members)) {
      checkPattern(walk, pattern, childPointer(visited.at, pattern));
    }
    visitMap(walk, visited);
  },
  dependencies: (walk, visited) => visitMap(walk, visited),
  type: checkType,
  enum: (walk, { value, at }) => requireAtMost(walk, (value as JsonValue[]).length, at, 'enumeration'),
  pattern: (walk, { value, at }) => checkPattern(walk, value as string, at),
  anchor: (walk, { node, name, value, base }) => register(walk, `${base}#${value as string}`, node.pointer, name),
  reference: noteReference,
  dialect: checkDialect,
};

function requireAtMost(walk: Walk, size: number, at: string, limit: 'enumeration' | 'members'): boolean {
  if (size <= schemaLimits[limit]) return true;
  report(walk, 'schema/limit', at, { limit: schemaLimits[limit], what: limit === 'members' ? 'members' : 'values' });
  return false;
}

function visitChild(walk: Walk, { node, keyword, base }: Visit, schema: JsonValue, at: string): void {
  if (keyword.reach === 'same') node.same.push(at);
  visit(walk, schema, at, base);
}

function visitList(walk: Walk, visited: Visit, schemas: readonly JsonValue[]): void {
  if (!requireAtMost(walk, schemas.length, visited.at, 'members')) return;
  schemas.forEach((schema, index) => {
    visitChild(walk, visited, schema, childPointer(visited.at, index));
  });
}

function visitMap(walk: Walk, visited: Visit): void {
  const members = Object.entries(visited.value as { [name: string]: JsonValue });
  if (!requireAtMost(walk, members.length, visited.at, 'members')) return;
  for (const [name, schema] of members) {
    const at = childPointer(visited.at, name);
    if (visited.keyword.form === 'dependencies' && Array.isArray(schema)) {
      const expected = listOfStrings(schema);
      if (expected !== undefined) report(walk, 'schema/keyword-value', at, { expected, keyword: visited.name });
    } else visitChild(walk, visited, schema, at);
  }
}

function checkType(walk: Walk, { value, at }: Visit): void {
  if (!Array.isArray(value)) {
    if (!typeNames.has(value)) report(walk, 'schema/unknown-type', at);
    return;
  }
  value.forEach((name, index) => {
    if (!typeNames.has(name)) report(walk, 'schema/unknown-type', childPointer(at, index));
  });
}

function checkPattern(walk: Walk, pattern: string, at: string): void {
  if (pattern.length > schemaLimits.pattern) {
    report(walk, 'schema/limit', at, { limit: schemaLimits.pattern, what: 'characters' });
    return;
  }
  const verdict = evaluatePattern(pattern, walk.patterns)?.verdict;
  if (verdict === undefined)
    report(walk, 'schema/limit', at, { limit: walk.patterns.limit, what: 'steps in its patterns' });
  else if (verdict === 'not-linear') report(walk, 'schema/pattern-not-enforced', at);
  else if (verdict === 'not-a-pattern') report(walk, 'schema/not-a-pattern', at);
}

function checkDialect(walk: Walk, { value, at }: Visit): void {
  const dialect = stripHash(value);
  if (dialect === undefined || dialect === currentDialect || olderDialects.has(dialect)) return;
  report(walk, 'schema/unknown-dialect', at);
}

function noteReference(walk: Walk, { node, value, at, base }: Visit): void {
  const address = resolveAddress(value as string, base);
  if (address === undefined) report(walk, 'schema/dangling-reference', at);
  else node.references.push({ pointer: at, address });
}

/**
 * A target that is not the value of a keyword (`#/components/x`) is visited when it is referenced, which may add new
 * references.
 */
function resolveReferences(walk: Walk): void {
  // The iterator of a map also yields entries added during the loop.
  for (const node of walk.nodes.values()) {
    for (const reference of node.references) resolveReference(walk, reference);
  }
}

function resolveReference(walk: Walk, reference: Reference): void {
  const place = locate(reference.address, walk.identifiers, walk.root);
  if (place === 'remote') report(walk, 'schema/remote-reference', reference.pointer);
  else if (place === 'dangling') report(walk, 'schema/dangling-reference', reference.pointer);
  else {
    reference.target = place.pointer;
    visit(walk, getPointer(walk.root, place.pointer) ?? null, place.pointer, rootAddress);
  }
}
