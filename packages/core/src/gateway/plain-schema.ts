/** Converts the descriptions in a schema to plain text, and removes those that contain instructions to the reader. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ReleasedTexts } from './contains-instructions.js';
import { containsInstructions } from './contains-instructions.js';
import { modelText } from './model-text.js';

/** The schema, and the locations of the removed texts. */
export interface PlainSchema {
  schema: JsonObject;
  withheld: string[];
}

const texts: ReadonlySet<string> = new Set(['description', 'title', '$comment']);
/** Only texts with one of these can have markup. */
const markup = /[<&>#`*[|]/;

/** How the texts of a schema are shown: `verbatim` texts keep their markup. */
export interface SchemaTexts {
  verbatim: boolean;
  released: ReleasedTexts;
}

/** The schema without such texts; the same object when nothing changes. */
export function plainSchema(schema: JsonObject, { verbatim, released }: SchemaTexts): PlainSchema {
  const isHostile = containsInstructions(schema, released);
  if (!isHostile && (verbatim || !hasMarkup(schema))) return { schema, withheld: [] };
  const withheld: string[] = [];
  const showText = (text: string) => {
    if (!verbatim) return modelText(text, released);
    return containsInstructions(text, released) ? undefined : text;
  };
  const walk = (value: JsonValue, pointer: string): JsonValue => {
    if (Array.isArray(value)) return value.map((item, at) => walk(item, childPointer(pointer, at)));
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
      if (!texts.has(name) || typeof member !== 'string') return [[name, walk(member, childPointer(pointer, name))]];
      if (!isHostile && !markup.test(member)) return [[name, member]];
      const shown = member.trim() === '' ? member : showText(member);
      if (shown !== undefined) return [[name, shown]];
      withheld.push(childPointer(pointer, name));
      return [];
    });
    return Object.fromEntries(kept);
  };
  return { schema: walk(schema, '') as JsonObject, withheld };
}

function hasMarkup(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasMarkup);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, member]) =>
    texts.has(name) && typeof member === 'string' ? markup.test(member) : hasMarkup(member),
  );
}
