/** Removes descriptions that contain instructions to the reader from a schema. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { containsInstructions } from '../../gateway/contains-instructions.js';

/** The schema, and the locations of the removed texts. */
export interface PlainSchema {
  schema: JsonObject;
  withheld: string[];
}

const texts: ReadonlySet<string> = new Set(['description', 'title', '$comment']);

/** The schema without such texts; the same object when there are none. */
export function plainSchema(schema: JsonObject): PlainSchema {
  if (!containsInstructions(schema)) return { schema, withheld: [] };
  const withheld: string[] = [];
  const walk = (value: JsonValue, pointer: string): JsonValue => {
    if (Array.isArray(value)) return value.map((item, at) => walk(item, childPointer(pointer, at)));
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).filter(([name, member]) => {
      if (!texts.has(name) || typeof member !== 'string' || !containsInstructions(member)) return true;
      withheld.push(childPointer(pointer, name));
      return false;
    });
    return Object.fromEntries(kept.map(([name, member]) => [name, walk(member, childPointer(pointer, name))]));
  };
  return { schema: walk(schema, '') as JsonObject, withheld };
}
