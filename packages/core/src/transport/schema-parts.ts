/** Constructors for the schemas in route descriptions, so that they are written consistently. */
import type { JsonObject } from '@dragoman/model';

/** A text. */
export function textSchema(description: string, more: JsonObject = {}): JsonObject {
  return { type: 'string', description, ...more };
}

/** Any JSON value, for what somebody else defines: the input of a tool, the output of a service. */
export function anySchema(description: string): JsonObject {
  return {
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
    description,
    additionalProperties: true,
    items: {},
  };
}

/** A time in the form of RFC 3339. */
export function timeSchema(description: string): JsonObject {
  return { type: 'string', format: 'date-time', description };
}

/** A whole number, from 0 unless `more` says otherwise. */
export function wholeSchema(description: string, more: JsonObject = {}): JsonObject {
  return { type: 'integer', minimum: 0, description, ...more };
}

/** An array. */
export function listSchema(description: string, items: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'array', description, items, ...more };
}

/** An object that has these members and no others. */
export function closedSchema(
  description: string,
  properties: JsonObject,
  required: readonly string[] = [],
): JsonObject {
  return { type: 'object', description, required: [...required], properties, additionalProperties: false };
}
