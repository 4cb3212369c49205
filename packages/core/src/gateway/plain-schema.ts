/**
 * Converts the descriptions in a schema to plain text, and removes descriptions, names and
 * values that contain instructions to the reader.
 */

import { childPointer, inspectText } from '@dragoman/documents';
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
export function plainSchema(schema: JsonObject, options: SchemaTexts): PlainSchema {
  const isHostile = containsInstructions(schema, options.released);
  if (!isHostile && (options.verbatim || !hasMarkup(schema))) return { schema, withheld: [] };
  const withheld: string[] = [];
  const walk = createWalk({ ...options, isHostile, withheld });
  return { schema: walk(schema, '') as JsonObject, withheld };
}

interface Walk extends SchemaTexts {
  isHostile: boolean;
  /** Where something is left out. */
  withheld: string[];
}

/** Copies a value without instructions to a model: in descriptions, in values such as defaults, and in names of members. */
function createWalk({
  verbatim,
  released,
  isHostile,
  withheld,
}: Walk): (value: JsonValue, pointer: string) => JsonValue {
  const leave = (pointer: string) => {
    withheld.push(pointer);
    return [];
  };
  const showText = (text: string) => {
    if (text.trim() === '' || (!isHostile && !markup.test(text))) return text;
    if (!verbatim) return modelText(text, released);
    return containsInstructions(text, released) ? undefined : text;
  };
  const isHidden = (value: JsonValue) => isHostile && typeof value === 'string' && containsOrders(value, released);
  const walk = (value: JsonValue, pointer: string): JsonValue => {
    if (Array.isArray(value))
      return value.flatMap((item, at) => {
        const place = childPointer(pointer, at);
        return isHidden(item) ? leave(place) : [walk(item, place)];
      });
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
      const place = childPointer(pointer, name);
      if (isHidden(name)) return leave(place);
      if (texts.has(name) && typeof member === 'string') {
        const shown = showText(member);
        return shown === undefined ? leave(place) : [[name, shown]];
      }
      if (isHidden(member)) return leave(place);
      const shown = walk(member, place);
      // An empty enum would allow no value.
      return name === 'enum' && Array.isArray(shown) && shown.length === 0 && !isEmpty(member) ? [] : [[name, shown]];
    });
    return Object.fromEntries(kept);
  };
  return walk;
}

function isEmpty(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

/**
 * True when data in a schema contains instructions: names, values and patterns. "You are a helpful assistant" is a usual
 * default of a prompt, so data is withheld only for wording that a description must not contain either.
 */
function containsOrders(value: JsonValue, released: ReleasedTexts): boolean {
  if (inspectText(value).length === 0) return false;
  return released.size === 0 || containsInstructions(value, released);
}

function hasMarkup(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasMarkup);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, member]) =>
    texts.has(name) && typeof member === 'string' ? markup.test(member) : hasMarkup(member),
  );
}
