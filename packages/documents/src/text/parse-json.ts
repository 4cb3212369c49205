/**
 * Parses untrusted bytes into one JSON value, or throws a failure with location and reason. The only entry point for
 * JSON texts.
 */
import type { FailureCode, JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { JsonLimits } from '../schema/measure-json.js';
import { buildPointer, readablePath } from '../schema/pointer.js';
import { shorten } from '../schema/shorten.js';
import { decodeText } from './decode-text.js';
import type { JsonExtents } from './json-extents.js';
import { parseShortJson } from './parse-short-json.js';
import type { JsonFault, JsonFinding } from './scan-json.js';
import { scanJson } from './scan-json.js';

export type { JsonLimits } from '../schema/measure-json.js';

/** Limits that fit a description document. */
export const defaultJsonLimits: JsonLimits = Object.freeze({ depth: 64, values: 200_000 });

/** Maximum number of characters of third-party text that a message repeats. */
const maxEchoed = 40;

/**
 * Parses UTF-8 JSON (a byte order mark is skipped). Throws `MALFORMED_JSON` with line and column, or `INVALID_INPUT`
 * for JSON that exceeds the limits, is ambiguous, or is not representable.
 */
export function parseJson(
  bytes: Uint8Array,
  limits: JsonLimits = defaultJsonLimits,
  subject: string = defaultSubject,
): JsonValue {
  const text = decode(bytes, subject);
  return parseShortJson(text, limits) ?? scanned(text, limits, { subject });
}

/** What messages call the text. */
const defaultSubject = 'The body';

/** Also returns the text, and records where its objects and arrays start and end for finding locations. */
export function openJson(
  bytes: Uint8Array,
  limits: JsonLimits,
  { extents, subject = defaultSubject }: { extents?: JsonExtents; subject?: string } = {},
): { text: string; value: JsonValue } {
  const text = decode(bytes, subject);
  return { text, value: scanned(text, limits, { extents, subject }) };
}

function scanned(
  text: string,
  limits: JsonLimits,
  { extents, subject }: { extents?: JsonExtents | undefined; subject: string },
): JsonValue {
  // Replaced escapes have the same length, so that every location stays the same.
  const isReplaced = limits.anyCharacter === true && unfitEscape.test(text);
  const finding = scanJson(isReplaced ? text.replaceAll(escapes, withoutUnfit) : text, limits, extents);
  if (finding !== undefined) throw describe(finding, text, { limits, subject });
  return JSON.parse(text) as JsonValue;
}

const unfitEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/** Every escape; a pair of surrogates is one match. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|.)/gs;

function withoutUnfit(written: string): string {
  return written.length === 6 && unfitEscape.test(written) ? '\\ufffd' : written;
}

function decode(bytes: Uint8Array, subject: string): string {
  const text = decodeText(bytes);
  if (text !== undefined) return text;
  throw new Failure('MALFORMED_JSON', { message: `${subject} is not valid UTF-8.` });
}

function describe(
  finding: JsonFinding,
  text: string,
  { limits, subject }: { limits: JsonLimits; subject: string },
): Failure {
  const { code, detail } = sentences[finding.fault](finding, limits);
  const place = describePlace(text, finding.offset);
  if (code === 'MALFORMED_JSON') {
    return new Failure(code, {
      message: `${subject} is not valid JSON: ${detail} at ${place}${found(text, finding.offset)}.`,
    });
  }
  const pointer = buildPointer(finding.path.slice(0, limits.depth));
  return new Failure(code, {
    message: `${subject} cannot be accepted: ${detail} (${place}).`,
    fieldErrors: [
      {
        field: shorten(readablePath(finding.path), 200),
        pointer: shorten(pointer, 200),
        code: `json/${finding.fault}`,
        detail,
      },
    ],
  });
}

type Sentence = (finding: JsonFinding, limits: JsonLimits) => { code: FailureCode; detail: string };

const sentences: Readonly<Record<JsonFault, Sentence>> = {
  syntax: ({ expected }) => ({ code: 'MALFORMED_JSON', detail: `expected ${expected}` }),
  'too-deep': (_, { depth }) => refused(`it is nested deeper than ${depth} levels`),
  'too-many-values': (_, { values }) => refused(`it has more than ${values} values`),
  'proto-member': () => refused('a member is named "__proto__"'),
  'duplicate-member': ({ path }) =>
    refused(`one object has the member ${JSON.stringify(shorten(String(path.at(-1)), maxEchoed))} twice`),
  'unpaired-surrogate': () => refused('a string has an unpaired surrogate'),
  'nul-character': () => refused('a string has the character U+0000'),
  'number-range': () => refused('a number is outside the range of a double'),
};

function refused(detail: string): { code: FailureCode; detail: string } {
  return { code: 'INVALID_INPUT', detail };
}

function describePlace(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1;
  return `line ${line}, column ${offset - lineStart + 1}`;
}

function found(text: string, offset: number): string {
  const codePoint = text.codePointAt(offset);
  if (codePoint === undefined) return ', where the text ends';
  return `, found ${JSON.stringify(String.fromCodePoint(codePoint))}`;
}
