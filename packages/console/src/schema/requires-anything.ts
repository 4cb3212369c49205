/** Whether a form of this schema can have required fields, so that the mark for them needs an explanation. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Values that are looked at; a larger schema is assumed to require something. */
const maxValues = 5000;

/** True when the schema, or a part of it, has required members. */
export function requiresAnything(schema: JsonValue): boolean {
  const waiting: JsonValue[] = [schema];
  for (let seen = 0; waiting.length > 0; seen += 1) {
    if (seen >= maxValues) return true;
    const value = waiting.pop();
    if (Array.isArray(value)) waiting.push(...value);
    else if (isJsonObject(value)) {
      if (Array.isArray(value.required) && value.required.length > 0) return true;
      waiting.push(...Object.values(value));
    }
  }
  return false;
}
