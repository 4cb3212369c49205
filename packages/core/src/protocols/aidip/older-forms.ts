/** Converts the forms of revision -00 to those of -01 (aidip.md META-18, OPS-10, GAP-07, -12). */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { shortTypeNames } from './wire.js';

/** True for a map of type names by field, such as `{"text": "string"}`; `{"type": "string"}` is a schema. */
export function isTypeNameMap(value: JsonValue): value is { [field: string]: string } {
  if (!isJsonObject(value)) return false;
  const fields = Object.keys(value);
  if (fields.length === 0 || (fields.length === 1 && fields[0] === 'type')) return false;
  return Object.values(value).every((type) => shortTypeNames.has(type));
}

/** The object schema for a map of type names: all fields required. */
export function expandTypeNames(map: { [field: string]: string }): JsonObject {
  const properties = Object.fromEntries(Object.entries(map).map(([field, type]) => [field, { type }]));
  return { type: 'object', properties, required: Object.keys(map) };
}

const knownSpellings: ReadonlyMap<string, string> = new Map([
  ['none', 'none'],
  ['apikey', 'api_key'],
  ['oauth2', 'oauth2_bearer'],
  ['oauth2bearer', 'oauth2_bearer'],
  ['mtls', 'mtls'],
]);

/** `API Key` → `api_key`; an unknown value is returned in lower case with underscores. */
export function normaliseAuthenticationType(text: string): string {
  const lower = text.trim().toLowerCase();
  return knownSpellings.get(lower.replace(/[\s_-]/g, '')) ?? lower.replace(/[\s-]+/g, '_');
}
