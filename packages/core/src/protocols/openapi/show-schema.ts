/**
 * A schema as the gateway shows it: only objects where tools expect objects, and no text that contains instructions.
 * The schema accepts the same values as before.
 */

import { keywords } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ReleasedTexts } from '../../gateway/contains-instructions.js';
import { containsInstructions } from '../../gateway/contains-instructions.js';
import { modelText } from '../../gateway/model-text.js';

/** Keywords whose `true` and `false` every tool supports. */
const switches: ReadonlySet<string> = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
]);

/** Texts for people and models; removing them does not change what a schema accepts. */
const words: ReadonlySet<string> = new Set(['title', 'description', '$comment', 'example', 'examples']);

/** Prepares schemas for display. */
export type ShowSchema = (schema: JsonSchema) => JsonSchema;

/** Creates a view that processes a definition once, however many schemas share it. */
export function createSchemaView(released: ReleasedTexts): ShowSchema {
  const isHeld = (value: JsonValue) => containsInstructions(value, released);
  const shown = new WeakMap<object, JsonValue>();
  const showOnce = (definition: JsonValue): JsonValue => {
    if (!isJsonObject(definition)) return show(definition);
    const known = shown.get(definition) ?? show(definition, isHeld(definition) ? isHeld : undefined);
    shown.set(definition, known);
    return known;
  };
  return (schema) => {
    if (!isJsonObject(schema) || !isJsonObject(schema.$defs)) return showOnce(schema) as JsonSchema;
    const { $defs, ...root } = schema;
    const definitions = Object.entries($defs).map(([name, definition]) => [name, showOnce(definition)]);
    return { ...(show(root, isHeld(root) ? isHeld : undefined) as JsonObject), $defs: Object.fromEntries(definitions) };
  };
}

/** With a test, without the texts that it finds. */
function show(schema: JsonValue, isHeld?: (value: JsonValue) => boolean): JsonValue {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
      if (words.has(keyword) && isHeld?.(value) === true) return [];
      return [[keyword, showMember(keyword, value, isHeld)]];
    }),
  );
}

function showMember(keyword: string, value: JsonValue, isHeld?: (value: JsonValue) => boolean): JsonValue {
  const form = keywords.get(keyword)?.form;
  if (typeof value === 'boolean' && switches.has(keyword)) return value;
  if (form === 'schema' || (form === 'items' && !Array.isArray(value))) return show(value, isHeld);
  if ((form === 'schemas' || form === 'items') && Array.isArray(value)) {
    return value.map((each) => show(each, isHeld));
  }
  if ((form === 'schema-map' || form === 'pattern-map') && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, show(each, isHeld)]));
  }
  return value;
}

/** Markup that a browser would execute; tag and attribute names consist of letters only, so that matching is linear. */
const active = /<\s*\/?\s*(?:script|iframe|object|embed|svg|img|link|style)\b|\bon[a-z]{3,20}\s*=|javascript\s*:/i;

/** A text as it is shown: plain, undefined when it is held. Active markup is escaped. */
export function showText(text: string, released: ReleasedTexts): string | undefined {
  const plain = modelText(text, released);
  if (plain === undefined || !active.test(plain)) return plain;
  return plain.replaceAll('<', '&lt;').replaceAll(/javascript\s*:/gi, 'javascript&#58;');
}
