/**
 * Scans a JSON text once before it is parsed: finds the exact location of a syntax error, and problems that a parser
 * would silently accept (depth, size, duplicate names, `__proto__`, lone surrogates). Iterative, so that no nesting can
 * exhaust the stack.
 */
import type { JsonLimits } from '../schema/measure-json.js';
import type { JsonExtents } from './json-extents.js';

/** The kind of error that a scan found. */
export type JsonFault =
  | 'syntax'
  | 'too-deep'
  | 'too-many-values'
  | 'proto-member'
  | 'duplicate-member'
  | 'unpaired-surrogate'
  | 'nul-character'
  | 'number-range';

/** The first error of a text. */
export interface JsonFinding {
  fault: JsonFault;
  /** Offset in UTF-16 code units. */
  offset: number;
  /** The expected token, for a syntax error. */
  expected: string;
  /** Path to the member or element that was being read. */
  path: (string | number)[];
}

interface Container {
  /** Its index in the extents. */
  number: number;
  /** Names seen so far; undefined for an array. A short list is faster to search than a set. */
  names: string[] | Set<string> | undefined;
  /** Name or index of the child being read. */
  at: string | number;
}

/** Thrown only inside the scan. */
class ScanError extends Error {
  readonly fault: JsonFault;
  readonly offset: number;
  readonly expected: string;

  constructor(fault: JsonFault, offset: number, expected = '') {
    super(fault);
    this.fault = fault;
    this.offset = offset;
    this.expected = expected;
  }
}

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The first error of the text, or undefined when it is one JSON document within the limits; records its extents. */
export function scanJson(text: string, limits: JsonLimits, extents?: JsonExtents): JsonFinding | undefined {
  const stack: Container[] = [];
  try {
    scan(text, limits, { stack, extents });
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof ScanError)) throw thrown;
    const { fault, offset, expected } = thrown;
    return { fault, offset, expected, path: stack.map((container) => container.at) };
  }
}

/** The state of a scan. */
interface Scan {
  stack: Container[];
  extents: JsonExtents | undefined;
}

function scan(text: string, limits: JsonLimits, going: Scan): void {
  const { stack, extents } = going;
  let values = 0;
  let at = skipBlank(text, 0);
  do {
    values += 1;
    if (values > limits.values) throw new ScanError('too-many-values', at);
    const open = text[at];
    if (open === '{' || open === '[') {
      if (stack.length >= limits.depth) throw new ScanError('too-deep', at);
      const number = extents?.open(at) ?? 0;
      at = skipBlank(text, at + 1);
      stack.push({ number, names: open === '{' ? [] : undefined, at: open === '{' ? '' : 0 });
      if (text[at] !== (open === '{' ? '}' : ']')) {
        at = open === '{' ? readName(text, at, stack) : at;
        continue;
      }
    } else {
      at = skipBlank(text, readScalar(text, at));
    }
    at = afterValue(text, at, going);
  } while (stack.length > 0);
  if (at < text.length) throw new ScanError('syntax', at, 'the end of the document');
}

/** Closes containers and skips one comma; returns the offset of the next value, or of the end. */
function afterValue(text: string, from: number, { stack, extents }: Scan): number {
  let at = from;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const closing = top.names === undefined ? ']' : '}';
    if (text[at] === ',') {
      at = skipBlank(text, at + 1);
      if (top.names !== undefined) return readName(text, at, stack);
      top.at = Number(top.at) + 1;
      return at;
    }
    if (text[at] !== closing) throw new ScanError('syntax', at, `"," or "${closing}"`);
    stack.pop();
    extents?.close(top.number, at + 1);
    at = skipBlank(text, at + 1);
  }
  return at;
}

function readName(text: string, from: number, stack: Container[]): number {
  if (text[from] !== '"') throw new ScanError('syntax', from, 'a member name in double quotes');
  const end = readString(text, from);
  const raw = text.slice(from + 1, end - 1);
  const name = raw.includes('\\') ? (JSON.parse(text.slice(from, end)) as string) : raw;
  const top = stack.at(-1);
  if (top?.names !== undefined) {
    top.at = name;
    if (name === '__proto__') throw new ScanError('proto-member', from);
    if (!addName(top, name)) throw new ScanError('duplicate-member', from);
  }
  const colon = skipBlank(text, end);
  if (text[colon] !== ':') throw new ScanError('syntax', colon, '":"');
  return skipBlank(text, colon + 1);
}

/** Up to this many names are kept in a list. */
const fewNames = 12;

/** False when the object already has the name. */
function addName(container: Container, name: string): boolean {
  const { names = [] } = container;
  if (!Array.isArray(names)) return names.size < names.add(name).size;
  if (names.includes(name)) return false;
  names.push(name);
  if (names.length > fewNames) container.names = new Set(names);
  return true;
}

function readScalar(text: string, at: number): number {
  switch (text[at]) {
    case '"':
      return readString(text, at);
    case 't':
      return readWord(text, at, 'true');
    case 'f':
      return readWord(text, at, 'false');
    case 'n':
      return readWord(text, at, 'null');
    default:
      return readNumber(text, at);
  }
}

function readWord(text: string, at: number, word: string): number {
  if (!text.startsWith(word, at)) throw new ScanError('syntax', at, 'a value');
  return at + word.length;
}

function readNumber(text: string, at: number): number {
  const plainEnd = endOfPlainNumber(text, at);
  if (plainEnd > at) return plainEnd;
  const end = skip(numberToken, text, at);
  if (end === at) throw new ScanError('syntax', at, 'a value');
  if (/[\d.eE+-]/.test(text[end] ?? '')) throw new ScanError('syntax', end, 'the end of the number');
  if (!Number.isFinite(Number(text.slice(at, end)))) throw new ScanError('number-range', at);
  return end;
}

/** The end of a short integer, the most common number; the given offset when there is no such integer. */
function endOfPlainNumber(text: string, at: number): number {
  let end = at;
  while (end - at < 16 && isDigit(text.charCodeAt(end))) end += 1;
  const isShort = end - at < 16 && (end - at === 1 || text.charCodeAt(at) !== 48);
  return isShort && !'.eE+-'.includes(text[end] ?? ',') ? end : at;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function readString(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    at = skipPlain(text, at);
    if (text[at] === '"') return at + 1;
    if (text[at] !== '\\')
      throw new ScanError('syntax', at, at < text.length ? 'no control character here' : 'a closing quote');
    at = readEscape(text, at);
  }
}

function readEscape(text: string, at: number): number {
  const kind = text[at + 1] ?? '';
  if (kind !== 'u') {
    if (kind === '' || !'"\\/bfnrt'.includes(kind)) throw new ScanError('syntax', at, 'a valid JSON escape');
    return at + 2;
  }
  const unit = readUnit(text, at);
  if (unit === 0) throw new ScanError('nul-character', at);
  if (unit >= 0xdc00 && unit <= 0xdfff) throw new ScanError('unpaired-surrogate', at);
  if (unit < 0xd800 || unit > 0xdbff) return at + 6;
  const second = text.startsWith('\\u', at + 6) ? readUnit(text, at + 6) : 0;
  if (second < 0xdc00 || second > 0xdfff) throw new ScanError('unpaired-surrogate', at);
  return at + 12;
}

function readUnit(text: string, at: number): number {
  const digits = text.slice(at + 2, at + 6);
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new ScanError('syntax', at, 'four hexadecimal digits');
  return Number.parseInt(digits, 16);
}

/** Skips white space. Most texts have none between tokens, so this is the most frequent step. */
function skipBlank(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 32 || (code <= 13 && isLineSpace(code)); code = text.charCodeAt(at))
    at += 1;
  return at;
}

function isLineSpace(code: number): boolean {
  return code === 9 || code === 10 || code === 13;
}

/** Skips everything except quotes, backslashes and control characters. */
function skipPlain(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= 32 && code !== 34 && code !== 92; code = text.charCodeAt(at)) at += 1;
  return at;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  // `lastIndex` of the number pattern is 0 when it does not match.
  return Math.max(pattern.lastIndex, at);
}
