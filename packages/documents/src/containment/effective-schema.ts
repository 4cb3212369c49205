/**
 * Writes the part of a document that one schema needs as a schema of its own, in the words of JSON Schema 2020-12, so
 * that the validator can check a value against it: members of the other direction and `nullable` are resolved.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Keyword } from '../schema/keywords.js';
import { keywords } from '../schema/keywords.js';
import { schemaLimits } from '../schema/limits.js';
import { findTarget } from './find-target.js';
import type { LogicSource } from './read-logic.js';
import { hiddenNames, rulesOf } from './read-logic.js';
import { formatBounds } from './text-formats.js';

interface Writing {
  source: LogicSource;
  /** Reference and hidden names → name of the definition. */
  names: Map<string, string>;
  definitions: JsonObject;
  left: number;
}

class TooLarge extends Error {}

/** The schema on its own; undefined when it is too large, or refers to something outside. */
export function effectiveSchema(source: LogicSource, schema: JsonValue): JsonValue | undefined {
  const writing: Writing = { source, names: new Map(), definitions: {}, left: schemaLimits.values };
  try {
    const written = write(writing, schema, new Set(), 0);
    return { allOf: [written], $defs: writing.definitions };
  } catch (thrown) {
    if (thrown instanceof TooLarge) return undefined;
    throw thrown;
  }
}

/** Keywords that are written otherwise, or not at all. */
const dropped = new Set([
  '$ref',
  '$defs',
  'definitions',
  '$id',
  '$anchor',
  '$schema',
  'required',
  'properties',
  'dependentRequired',
]);

function write(writing: Writing, given: JsonValue, outer: ReadonlySet<string>, depth: number): JsonValue {
  writing.left -= 1;
  if (writing.left < 0 || depth > schemaLimits.depth) throw new TooLarge();
  if (!isJsonObject(given)) return given !== false;
  const schema = rulesOf(writing.source, given);
  const hidden = new Set([...outer, ...hiddenNames(writing.source, schema)]);
  const written: JsonObject = {};
  for (const [name, value] of Object.entries(schema)) {
    const keyword = keywords.get(name);
    if (keyword === undefined || dropped.has(name)) continue;
    written[name] = writeKeyword(writing, keyword, value, keyword.reach === 'same' ? hidden : new Set(), depth);
  }
  writeMembers(writing, schema, written, { hidden, depth });
  const also = linksOf(writing, schema, hidden, depth);
  const range = typeof schema.format === 'string' ? formatBounds(schema.format) : undefined;
  if (range !== undefined) also.push({ minimum: range[0], maximum: range[1] });
  if (also.length > 0) written.allOf = [...(Array.isArray(written.allOf) ? written.allOf : []), ...also];
  return writing.source.nullable === true && schema.nullable === true
    ? { anyOf: [written, { type: 'null' }] }
    : written;
}

function writeMembers(
  writing: Writing,
  schema: JsonObject,
  written: JsonObject,
  { hidden, depth }: { hidden: ReadonlySet<string>; depth: number },
): void {
  if (isJsonObject(schema.properties)) {
    const members = Object.entries(schema.properties).map(([name, value]): [string, JsonValue] => [
      name,
      hidden.has(name) ? !writing.source.sends : write(writing, value, new Set(), depth + 1),
    ]);
    written.properties = Object.fromEntries(members);
  }
  const visible = (names: JsonValue) =>
    Array.isArray(names) ? names.filter((name) => typeof name === 'string' && !hidden.has(name)) : [];
  if (Array.isArray(schema.required)) written.required = visible(schema.required);
  if (isJsonObject(schema.dependentRequired)) {
    const dependent = Object.entries(schema.dependentRequired).filter(([name]) => !hidden.has(name));
    written.dependentRequired = Object.fromEntries(dependent.map(([name, names]) => [name, visible(names)]));
  }
}

function writeKeyword(
  writing: Writing,
  { form }: Keyword,
  value: JsonValue,
  hidden: ReadonlySet<string>,
  depth: number,
): JsonValue {
  const inner = (part: JsonValue) => write(writing, part, hidden, depth + 1);
  if (form === 'schema') return inner(value);
  if ((form === 'schemas' || form === 'items') && Array.isArray(value)) return value.map(inner);
  if (form === 'items') return inner(value);
  if ((form === 'schema-map' || form === 'pattern-map' || form === 'dependencies') && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, Array.isArray(part) ? part : inner(part)]),
    );
  }
  return value;
}

function linksOf(writing: Writing, schema: JsonObject, hidden: ReadonlySet<string>, depth: number): JsonValue[] {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return [];
  const target = findTarget(writing.source.root, reference);
  if (target === undefined) throw new TooLarge();
  const key = `${reference} ${[...hidden].sort().join('\n')}`;
  const known = writing.names.get(key);
  const name = known ?? `d${writing.names.size}`;
  if (known === undefined) {
    writing.names.set(key, name);
    writing.definitions[name] = write(writing, target, hidden, depth + 1);
  }
  return [{ $ref: `#/$defs/${name}` }];
}
