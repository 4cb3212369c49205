/**
 * Completes a translated schema with the definitions that it refers to, the nearest first, up to a limit. Anything
 * beyond the limit accepts any value, since in some documents everything refers to everything.
 */
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Direction, SchemaTranslator, Translated } from './translate-schema.js';
import { open } from './translate-schema.js';

/** A self-contained schema. */
export interface AssembledSchema {
  schema: JsonSchema;
  /** True when a part was left open because of its size. */
  abridged: boolean;
}

/** Source of the definitions, and the size limit. */
export interface Assembly {
  translator: Pick<SchemaTranslator, 'definition'>;
  direction: Direction;
  /** Characters of JSON. */
  budget: number;
}

/** Adds the definitions; they are shared with all other schemas that have them. */
export function assembleSchema(translated: Translated, assembly: Assembly): AssembledSchema {
  const { translator, direction, budget } = assembly;
  const root = translated.size > budget ? shorten(translated.schema, budget) : translated.schema;
  let abridged = root !== translated.schema;
  if (translated.references.size === 0 || !isJsonObject(root)) return { schema: root, abridged };
  let left = budget - (abridged ? JSON.stringify(root).length : translated.size);
  const definitions = new Map<string, JsonSchema>();
  const queue = new Set(translated.references);
  // The iterator of a set also returns items added during the iteration, each name once.
  for (const name of queue) {
    const { schema, references, size } = translator.definition(name, direction);
    const fits = size + name.length + 6 <= left;
    abridged ||= !fits;
    definitions.set(name, fits ? schema : open);
    if (!fits) continue;
    left -= size + name.length + 6;
    for (const reference of references) queue.add(reference);
  }
  return { schema: { ...root, $defs: Object.fromEntries(definitions) }, abridged };
}

/** Cuts a schema that is too long even without definitions, the innermost parts first. */
function shorten(schema: JsonSchema, budget: number): JsonSchema {
  for (const depth of [12, 8, 6, 4, 3, 2, 1]) {
    const cut = prune(schema, depth);
    if (JSON.stringify(cut).length <= budget) return cut as JsonSchema;
  }
  const type = isJsonObject(schema) && schema.type === 'object' ? { type: 'object' } : {};
  return type;
}

const nesting = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const inner = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

function prune(schema: JsonValue, depth: number): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'examples' || name === 'default') continue;
    if (depth === 0 && (nesting.has(name) || inner.has(name) || lists.has(name) || name === 'required')) continue;
    if (nesting.has(name) && isJsonObject(value)) {
      kept[name] = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, prune(each, depth - 1)]));
    } else if (lists.has(name) && Array.isArray(value)) kept[name] = value.map((each) => prune(each, depth - 1));
    else kept[name] = inner.has(name) ? prune(value, depth - 1) : value;
  }
  return kept;
}
