/** Plain JSON values, as parsed and serialized. */

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object; member names are untrusted, so never index it with an inherited name. */
export interface JsonObject {
  [member: string]: JsonValue;
}

/** A JSON Schema of the 2020-12 dialect. */
export type JsonSchema = JsonObject | boolean;

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
