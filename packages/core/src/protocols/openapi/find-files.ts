/** Determines which members of a form are files, by their schemas, through references and `allOf`. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { SchemaTranslator } from './translate-schema.js';

/** Maximum number of schemas visited, since references may be circular. */
const maxSteps = 200;

type Definitions = Pick<SchemaTranslator, 'definition'>;

/** True for types whose content is text. */
export function isText(mediaType: string): boolean {
  return /^text\/|[+/](xml|yaml|x-yaml|csv|javascript|x-ndjson|jsonl|graphql|sql)\b/i.test(mediaType);
}

/** Members whose values are bytes, or lists of bytes, given as Base64; with the media type that their schema states. */
export function fileMembers(definitions: Definitions, schema: JsonValue): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const part of partsOf(definitions, schema)) {
    const properties = isJsonObject(part.properties) ? Object.entries(part.properties) : [];
    for (const [name, property] of properties) {
      const file = fileSchema(definitions, property);
      if (file !== undefined) found.set(name, mediaTypeOf(file));
    }
  }
  return found;
}

/** Members whose values, or whose items, are objects. */
export function objectMembers(definitions: Definitions, schema: JsonValue): Set<string> {
  const found = new Set<string>();
  for (const part of partsOf(definitions, schema)) {
    const properties = isJsonObject(part.properties) ? Object.entries(part.properties) : [];
    for (const [name, property] of properties) {
      const items = partsOf(definitions, property).flatMap((each) => each.items ?? []);
      if ([property, ...items].some((each) => typeOf(definitions, each) === 'object')) found.add(name);
    }
  }
  return found;
}

/** The schemas that all apply to one value: the schema itself, its reference, and the parts of its `allOf`. */
function partsOf({ definition }: Definitions, schema: JsonValue): JsonObject[] {
  const found = new Set<JsonObject>();
  const queue: JsonValue[] = [schema];
  for (let next = queue.pop(); next !== undefined && found.size < maxSteps; next = queue.pop()) {
    if (!isJsonObject(next) || found.has(next)) continue;
    found.add(next);
    if (typeof next.$ref === 'string') queue.push(definition(next.$ref.slice('#/$defs/'.length), 'input').schema);
    if (Array.isArray(next.allOf)) queue.push(...next.allOf);
  }
  return [...found];
}

/** The type of a form's value: `none` when the schema says nothing, and `unknown` when it must be read further. */
export function typeOf(definitions: Definitions, schema: JsonValue): string {
  const parts = partsOf(definitions, schema);
  if (parts.some(({ type, properties }) => type === 'object' || properties !== undefined)) return 'object';
  const said = parts.find(({ type }) => type !== undefined)?.type;
  if (said !== undefined) return typeof said === 'string' ? said : 'unknown';
  const isSilent = parts.every((part) => !('oneOf' in part || 'anyOf' in part || '$ref' in part || 'allOf' in part));
  return isSilent ? 'none' : 'unknown';
}

function fileSchema(definitions: Definitions, property: JsonValue): JsonObject | undefined {
  const parts = partsOf(definitions, property);
  const listed = parts.flatMap(({ items }) => (items === undefined ? [] : partsOf(definitions, items)));
  return [...parts, ...listed].find(saysBytes);
}

/** A part has the media type of its schema where no encoding states another (3.1 §4.8.15). */
function mediaTypeOf({ contentMediaType: media }: JsonObject): string | undefined {
  return typeof media === 'string' && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(media) ? media : undefined;
}

function saysBytes({ type, format, contentEncoding, contentMediaType: media }: JsonObject): boolean {
  if (format === 'binary' || contentEncoding === 'base64') return true;
  const isString = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return isString && typeof media === 'string' && media !== 'application/json' && !isText(media);
}
