/**
 * Bytes of a description in JSON or YAML → its value. YAML is parsed by a fast parser; a text that it rejects is parsed
 * again by the strict one, which knows every location. Aliases share their target, so an alias bomb is counted, not
 * expanded.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { loadJsYaml } from '#libraries';
import type { JsonLimits } from '../schema/measure-json.js';
import { exceedsLimits } from '../schema/measure-json.js';
import { createJsonExtents } from './json-extents.js';
import type { LocatedDocument } from './located-document.js';
import { createLineFinder } from './located-document.js';
import { openJson, parseJson } from './parse-json.js';
import { locateJson } from './parse-located-json.js';
import { maxExplained, parseYaml } from './parse-yaml.js';
import { loadFast, readFastFault } from './yaml.js';

/** Size limits of a description. */
export interface DescriptionLimits extends JsonLimits {
  /** Maximum bytes of a YAML text, which is much slower to parse than JSON. */
  yamlBytes: number;
}

/** Limits that allow the largest documents that vendors publish. */
export const descriptionLimits: DescriptionLimits = Object.freeze({
  depth: 128,
  values: 2_000_000,
  anyCharacter: true,
  yamlBytes: 16 * 1024 * 1024,
});

/** Parses a description; throws `MALFORMED_JSON` or `INVALID_INPUT` with location and reason. `replaceUnfit` is for its strings. */
export function parseDescription(bytes: Uint8Array, limits: DescriptionLimits = descriptionLimits): JsonValue {
  return looksLikeJson(bytes) ? parseJson(bytes, limits) : openYaml(bytes, limits).value;
}

/** A description with its text, for finding locations. */
export interface OpenedDescription {
  value: JsonValue;
  text: string;
  /** Line and column of a pointer; absent for YAML, which must be parsed again for locations. */
  locate?: LocatedDocument['locate'];
}

/** Parses a description strictly, and keeps what is needed to find locations. */
export function openDescription(bytes: Uint8Array, limits: DescriptionLimits = descriptionLimits): OpenedDescription {
  if (!looksLikeJson(bytes)) return openYaml(bytes, limits);
  const extents = createJsonExtents();
  const { text, value } = openJson(bytes, { ...limits, anyCharacter: false }, { extents });
  return { text, value, locate: locateJson(text, extents) };
}

/** A brace or bracket starts JSON. YAML in flow style is handled as JSON and gets JSON error messages. */
function looksLikeJson(bytes: Uint8Array): boolean {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const first = bytes.subarray(start, start + 4096).find((byte) => byte > 0x20);
  return first === undefined || first === 0x7b || first === 0x5b || first === 0x22;
}

function openYaml(bytes: Uint8Array, limits: DescriptionLimits): { text: string; value: JsonValue } {
  if (bytes.byteLength > limits.yamlBytes) {
    throw refused(`it is YAML of more than ${limits.yamlBytes} bytes; write it as JSON, which may be larger`);
  }
  let text = '';
  let value: JsonValue;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = loadFast(text, { maxDepth: limits.depth, merge: true });
  } catch (error) {
    throw explain(bytes, text, error);
  }
  const exceeded = exceedsLimits(value, limits);
  if (exceeded === 'depth') throw refused(`it is nested deeper than ${limits.depth} levels`);
  if (exceeded === 'values')
    throw refused(`it has more than ${limits.values} values, repeated parts counted each time`);
  return { text, value: requirePlain(value) };
}

/**
 * The strict parser reports every error with its location; for a text that is too large for it, the first error of the
 * fast parser is reported.
 */
function explain(bytes: Uint8Array, text: string, error: unknown): Failure {
  const careful = bytes.byteLength <= maxExplained ? parseYaml(bytes).diagnostics : [];
  if (careful.length === 0) return refused(reasonOf(error, text), error);
  const fieldErrors = careful.map(({ code, message, location }) => {
    const place = location.start === undefined ? '' : ` (line ${location.start.line}, column ${location.start.column})`;
    return { field: '', pointer: location.pointer, code, detail: `${message}${place}` };
  });
  return new Failure('INVALID_INPUT', {
    message: `The text cannot be accepted: ${fieldErrors[0]?.detail ?? reasonOf(error, text)}.`,
    fieldErrors,
    cause: error,
  });
}

function reasonOf(error: unknown, text: string): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  if (!(error instanceof loadJsYaml().YAMLException)) return 'it is neither JSON nor YAML in UTF-8';
  const { problem, offset } = readFastFault(error, text);
  const start = offset === undefined ? undefined : createLineFinder(text)(offset);
  const place = start === undefined ? '' : ` (line ${start.line}, column ${start.column})`;
  return `not readable as YAML: ${problem}${place}`;
}

/**
 * YAML can express values that JSON cannot: infinities, and a member named `__proto__`. Aliased parts are checked each
 * time; the limit on values bounds this.
 */
function requirePlain(value: JsonValue): JsonValue {
  const queue: JsonValue[] = [value];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (typeof next === 'number' && !Number.isFinite(next)) throw refused('a number is outside the range of JSON');
    if (typeof next !== 'object' || next === null) continue;
    for (const name in next) {
      if (name === '__proto__') throw refused('a member is named "__proto__"');
      const child = (next as JsonObject)[name];
      if (typeof child === 'object' || typeof child === 'number') queue.push(child);
    }
  }
  return value;
}

function refused(detail: string, cause?: unknown): Failure {
  return new Failure('INVALID_INPUT', {
    message: `The text cannot be accepted: ${detail}.`,
    fieldErrors: [{ field: '', pointer: '', code: 'description/unreadable', detail }],
    ...(cause === undefined ? {} : { cause }),
  });
}
