/**
 * Results for models: a large one is its outline, its first part and the way to read on, and never the whole twice.
 * Clients pass the text to their model, and some pass `structuredContent` as well; a tool with an output schema needs
 * it, any other does not.
 */
import type { JsonObject, JsonValue, ResultPart } from '@dragoman/model';
import {
  base64Bytes,
  describeMedia,
  isJsonObject,
  mainPointer,
  outlineValue,
  partTitle,
  readPart,
} from '@dragoman/model';
import type { Awaitable } from '../../../documents/awaitable.js';
import type { AnswerOutcome, Call, Outcome } from '../../../gateway/call.js';
import type { KeptResult, KeptResults } from '../../../gateway/kept-results.js';
import { hasFiles, isMedia, withoutBytes } from '../../../gateway/media.js';
import { ownMeta } from '../wire.js';
import type { ToolAim } from './root.js';
import { specialResult } from './served-output.js';
import { maxTwice } from './tool-result.js';

/** Name of the tool that reads on. */
export const readResultName = 'read_result';

/** Characters of the beginning of an output that is structured content, and of a text that stays next to a part. */
const beginning = 2000;

/** Maximum characters of an outline, and four times those of the words around a part. */
const around = 4000;

/** Maximum Base64 characters of an image, a sound or a file in a result. */
const maxInline = 7_000_000;

/** A call with its result. */
export interface CalledTool {
  call: Call;
  aim: ToolAim;
  outcome: Outcome;
  result: JsonObject;
}

/** The result for a model; small ones, which are most, are returned at once. */
export function shortenResult(called: CalledTool, results: KeptResults): Awaitable<JsonObject> {
  const { outcome } = called;
  if (outcome.kind !== 'answer' || called.result.isError === true) return called.result;
  const result = withoutLargeMedia(called.result);
  const length = Math.max(textLength(result), structuredLength(outcome, result));
  if (isMedia(outcome) || length <= maxTwice) return result;
  const value = outputOf(called.call, outcome);
  if (value === undefined) return result;
  if (length > results.characters) return partialOf({ ...called, result }, value, results);
  const { structuredContent } = result;
  if (structuredContent === undefined || !repeats(outcome, structuredContent)) return result;
  if (called.aim.structured) return beginningOf({ ...called, result }, value, results);
  const { structuredContent: _, ...rest } = result;
  return rest;
}

function textLength({ content }: JsonObject): number {
  const blocks = Array.isArray(content) ? content : [];
  return blocks.reduce<number>((sum, block) => sum + (isJsonObject(block) ? String(block.text ?? '').length : 0), 0);
}

/** Texts of this server repeat the body; those of a service need not. 0 for one that is surely short enough. */
function structuredLength({ content }: AnswerOutcome, { structuredContent }: JsonObject): number {
  if (content === undefined || structuredContent === undefined || roomAfter(structuredContent, maxTwice) >= 0) return 0;
  return JSON.stringify(structuredContent).length;
}

/**
 * Characters left of the room after a value as JSON if every character has to be escaped; negative when there may be
 * too little room. Most values are small, and this takes a fraction of the time of writing them.
 */
function roomAfter(value: JsonValue, room: number): number {
  if (typeof value === 'string') return room - 6 * value.length - 2;
  if (typeof value !== 'object' || value === null) return room - 25;
  let left = room - 2;
  for (const name in value) {
    if (left < 0) return left;
    left = roomAfter((value as JsonObject)[name] ?? null, left - 6 * name.length - 4);
  }
  return left;
}

function repeats({ content }: AnswerOutcome, structured: JsonValue): boolean {
  if (content === undefined) return true;
  const json = JSON.stringify(structured);
  return content.some(({ text }) => typeof text === 'string' && JSON.stringify(parsed(text)) === json);
}

/** The output that a model reads: JSON in a text as a value, so that it can be read by pointers. */
function outputOf({ target }: Call, { body, content }: AnswerOutcome): JsonValue | undefined {
  if (typeof body === 'string') return parsed(body);
  if (!isJsonObject(body) || content === undefined || body.content !== content) {
    return body !== undefined && hasFiles(body, target?.operation) ? withoutBytes(body) : body;
  }
  const texts = content.flatMap(({ text }) => (typeof text === 'string' ? [parsed(text)] : []));
  return texts.length === 1 ? texts[0] : texts;
}

function parsed(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** The outline and the first part of an output. */
async function partialOf(
  { call, aim, result }: CalledTool,
  value: JsonValue,
  results: KeptResults,
): Promise<JsonObject> {
  const kept = await results.keep(call.caller, value);
  const pointer = mainPointer(value);
  const outline = `Outline: ${outlineValue(value)}`.slice(0, around);
  const room = results.characters - outline.length - around / 4;
  const part = readPart(value, { pointer, characters: Math.max(room, results.characters / 4) });
  if (part === undefined) throw new Error('the main part of a value is missing');
  const characters = JSON.stringify(value).length;
  const size = `${characters.toLocaleString('en-US')} characters`;
  const text = [
    `This result has ${size}, too many to show at once. Below are its outline and ${partTitle(part)}. ${readOn(kept, part)}`,
    outline,
    writePart(part),
  ].join('\n\n');
  const about = { characters, ...linkOf(kept, part) };
  const { structuredContent: _, ...rest } = result;
  return {
    ...rest,
    content: [{ type: 'text', text }, ...besides(result)],
    ...(aim.structured ? { structuredContent: specialResult('partial', about) } : {}),
    _meta: { ...(result._meta as JsonObject), [`${ownMeta}result`]: about },
  };
}

/** A short text next to the structured content that its schema requires. */
async function beginningOf({ call, result }: CalledTool, value: JsonValue, results: KeptResults): Promise<JsonObject> {
  const kept = await results.keep(call.caller, value);
  if (kept === undefined) return result;
  const part = readPart(value, { pointer: mainPointer(value), characters: beginning });
  if (part === undefined) throw new Error('the main part of a value is missing');
  const text = [
    `The whole output is in structuredContent. This text has only ${partTitle(part)}. ${readOn(kept, part)}`,
    writePart(part),
  ].join('\n\n');
  const meta = { ...(result._meta as JsonObject), [`${ownMeta}result`]: linkOf(kept, part) };
  return { ...result, content: [{ type: 'text', text }, ...besides(result)], _meta: meta };
}

/** Parts of another kind, and short texts such as warnings. */
function besides({ content }: JsonObject): JsonObject[] {
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return blocks.filter(({ text }) => typeof text !== 'string' || text.length <= beginning);
}

function linkOf(kept: KeptResult | undefined, { pointer, nextOffset }: ResultPart): JsonObject {
  if (kept === undefined) return {};
  const next = nextOffset === undefined ? {} : { next_offset: nextOffset };
  return { result_id: kept.id, expires_at: kept.expiresAt, pointer, ...next };
}

function readOn(kept: KeptResult | undefined, { pointer, nextOffset }: ResultPart): string {
  const less = 'call again with inputs that return less';
  if (kept === undefined) return `The rest is not kept: ${less}.`;
  const given = { result_id: kept.id, pointer, ...(nextOffset === undefined ? {} : { offset: nextOffset }) };
  return `Read on with ${readResultName} ${JSON.stringify(given)} until ${kept.expiresAt}, or ${less}.`;
}

/** A part as text: a text as it is, anything else as JSON. */
export function writePart({ value }: ResultPart): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Bytes that are too large for any model are described. */
function withoutLargeMedia(result: JsonObject): JsonObject {
  const { content } = result;
  if (!Array.isArray(content) || !content.some(isLargeMedia)) return result;
  const blocks = content.map((block) => (isLargeMedia(block) ? { type: 'text', text: mediaLine(block) } : block));
  return { ...result, content: blocks };
}

function bytesOf(block: JsonValue): { data: string; mediaType: string } | undefined {
  if (!isJsonObject(block)) return undefined;
  const holder = isJsonObject(block.resource) ? block.resource : block;
  const data = holder.blob ?? holder.data;
  return typeof data === 'string' ? { data, mediaType: String(holder.mimeType ?? '') } : undefined;
}

function isLargeMedia(block: JsonValue): boolean {
  return (bytesOf(block)?.data.length ?? 0) > maxInline;
}

function mediaLine(block: JsonValue): string {
  const { data = '', mediaType = '' } = bytesOf(block) ?? {};
  const described = describeMedia({ mediaType, bytes: base64Bytes(data) ?? 0 });
  return `Received ${described}, too large to show. Save it with dragoman call --save, or call over HTTP with Accept: ${mediaType}.`;
}
