/** Sequences of JSON values, one per line or record: JSON Lines, NDJSON and JSON text sequences (RFC 7464). */
import { childPointer, exceedsLimits } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { OpenApiDocument } from './document.js';
import type { Placed } from './references.js';
import type { Direction, Translated } from './translate-schema.js';
import { member } from './wire.js';

/** True for media types whose content is a sequence of JSON values. */
export function isJsonLines(mediaType: string): boolean {
  return /[+/](jsonl|x-jsonl|ndjson|x-ndjson|json-seq)\b/i.test(mediaType);
}

/** The list that a sequence is given and returned as, when the document describes its items (3.2 §4.14); else undefined. */
export function translateItems(
  document: OpenApiDocument,
  { value, pointer }: Placed<JsonObject>,
  direction: Direction,
): Translated | undefined {
  const item = member(value, 'itemSchema');
  if (item === undefined) return undefined;
  const at = childPointer(pointer, 'itemSchema');
  const { schema, references } = document.translator.translate({ value: item, pointer: at }, direction);
  const list = { type: 'array', items: schema };
  return { schema: list, references, size: JSON.stringify(list).length };
}

/** Starts each value of a JSON text sequence. */
const recordSeparator = '\u001e';

/** Limits for a sequence in a response, as for other JSON of services. */
const sequenceLimits = { depth: 64, values: 500_000 };

/** The text of a list of values. */
export function writeJsonLines(mediaType: string, values: readonly JsonValue[]): string {
  const start = /json-seq/i.test(mediaType) ? recordSeparator : '';
  return values.map((value) => `${start}${JSON.stringify(value)}\n`).join('');
}

/** The values of a text; undefined when a line is not JSON, or the whole exceeds the limits. */
export function readJsonLines(text: string): JsonValue[] | undefined {
  const lines = text.replaceAll(recordSeparator, '\n').split('\n');
  try {
    const values = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as JsonValue);
    return exceedsLimits(values, sequenceLimits) === undefined ? values : undefined;
  } catch {
    return undefined;
  }
}
