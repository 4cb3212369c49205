/** Sequences of JSON values: JSON Lines, NDJSON and JSON text sequences (RFC 7464), and server-sent events in responses. */
import { childPointer, exceedsLimits } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { eventStreamType } from '../../gateway/relay-stream.js';
import type { OpenApiDocument } from './document.js';
import type { Placed } from './references.js';
import type { Direction, Translated } from './translate-schema.js';
import { member } from './wire.js';

/** True for media types whose content is a sequence of JSON values. */
export function isJsonLines(mediaType: string): boolean {
  return /[+/](jsonl|x-jsonl|ndjson|x-ndjson|json-seq)\b/i.test(mediaType);
}

/** True for a type of server-sent events. */
export function isEventStream(mediaType: string): boolean {
  return mediaType.split(';')[0]?.trim().toLowerCase() === eventStreamType;
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
    return bounded(lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as JsonValue));
  } catch {
    return undefined;
  }
}

/** The events of a text as OpenAPI 3.2 describes them (§4.14.4): `data`, `event`, `id` and `retry`; undefined beyond the limits. */
export function readEventList(text: string): JsonValue[] | undefined {
  const blocks = text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/);
  return bounded(blocks.map(readEvent).filter((event) => Object.hasOwn(event, 'data')));
}

function readEvent(block: string): JsonObject {
  const event: JsonObject = {};
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^(data|event|id|retry)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data' && typeof event.data === 'string') event.data += `\n${value}`;
    else if (name === 'retry') Object.assign(event, /^\d{1,9}$/.test(value) ? { retry: Number(value) } : {});
    else if (name !== '') event[name] = value;
  }
  return event;
}

function bounded(values: JsonValue[]): JsonValue[] | undefined {
  return exceedsLimits(values, sequenceLimits) === undefined ? values : undefined;
}
