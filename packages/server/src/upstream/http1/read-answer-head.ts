/**
 * Parses the head of a response (RFC 9112 §4, §5, §6). Strict, since the end of a response decides whom the next
 * bytes belong to: lines end in CRLF, names are tokens, nothing is folded, and there is one length or one coding and
 * never both.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { headerName, trimBlanks } from '../../wire/header-text.js';
import { invalid } from './wire-fault.js';

/** How the end of the body is determined. */
export type Framing = { kind: 'none' } | { kind: 'length'; bytes: number } | { kind: 'chunks' } | { kind: 'close' };

/** The head of a response. */
export interface AnswerHead {
  status: number;
  /** By lower-case name; repeated headers are an array. */
  headers: IncomingHttpHeaders;
  framing: Framing;
  /** True when the connection ends after this message, by its version or its `connection` header. */
  closes: boolean;
  /** Keep-alive timeout announced by the peer, in milliseconds; 0 when the connection may not be reused. */
  keepMs: number;
}

const statusLine = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: .*)?$/;
/** Everything but text, tabs, and CRLF line ends. */
const forbidden = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/;

/** Safety margin in milliseconds before the announced end of a connection: the peer may close it earlier. */
const marginMs = 2000;

/** Parses the text before the empty line; throws a `WireFault` on an invalid head. */
export type ReadAnswerHead = (text: string, isHeadRequest: boolean) => AnswerHead;

/** Parses heads, and caches the last one: a service that is called often repeats its head. */
export function createReadAnswerHead(): ReadAnswerHead {
  let lastText = '';
  let last: AnswerHead | undefined;
  return (text, isHeadRequest) => {
    if (text === lastText && last !== undefined && !isHeadRequest) return last;
    const head = readAnswerHead(text, isHeadRequest);
    if (isHeadRequest || head.status < 200) return head;
    // Several responses share it now, so it is frozen.
    Object.freeze(head.headers);
    lastText = text;
    last = head;
    return head;
  };
}

/** Parses the text before the empty line; throws a `WireFault` on an invalid head. */
export function readAnswerHead(text: string, isHeadRequest: boolean): AnswerHead {
  if (forbidden.test(text)) throw invalid('the head has an invalid character');
  const lines = text.split('\r\n');
  const [, minor, digits] = statusLine.exec(lines[0] ?? '') ?? [];
  if (digits === undefined) throw invalid('the first line is not a status line');
  // Without a prototype: a header may be named `constructor` or `__proto__`.
  const headers: Fields = Object.create(null);
  for (let at = 1; at < lines.length; at += 1) addField(headers, lines[at] ?? '');
  const status = Number(digits);
  const framing = framingOf(headers, isHeadRequest || status < 200 || status === 204 || status === 304);
  const closes = minor === '0' || /(?:^|,)\s*close\s*(?:,|$)/i.test(String(headers.connection ?? ''));
  return { status, headers, framing, closes, keepMs: closes || framing.kind === 'close' ? 0 : keepFor(headers) };
}

type Fields = Record<string, string | string[]>;

/** Checks one line of a trailer section by the rules for headers; its value is not used. */
export function checkTrailer(line: string): void {
  if (forbidden.test(line)) throw invalid('a trailer has an invalid character');
  const name = fieldName(line);
  if (framingFields.has(name)) throw invalid(`a trailer is named ${name}`);
}

/** Header fields that determine where a message ends, which a trailer must not do (RFC 9110 §6.5.1). */
const framingFields = new Set(['content-length', 'transfer-encoding']);

function fieldName(line: string): string {
  const name = line.slice(0, Math.max(line.indexOf(':'), 0)).toLowerCase();
  if (!headerName.test(name)) throw invalid('a header has no name');
  return name;
}

function addField(headers: Fields, line: string): void {
  const name = fieldName(line);
  // A tab after `chunked` hides the coding from Node's parser, so that two parsers would disagree on where the body
  // ends.
  if (framingFields.has(name) && line.includes('\t')) throw invalid(`the header ${name} has a tab`);
  const value = trimBlanks(line, name.length + 1);
  const before = headers[name];
  if (before === undefined) headers[name] = value;
  else if (typeof before === 'string') headers[name] = [before, value];
  else before.push(value);
}

function framingOf(headers: Fields, bodiless: boolean): Framing {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  if (length !== undefined && coding !== undefined) throw invalid('the response has a length and a coding');
  if (coding !== undefined && (typeof coding !== 'string' || coding.toLowerCase() !== 'chunked')) {
    throw invalid('the response has an unknown transfer coding');
  }
  const bytes = length === undefined ? undefined : readLength(length);
  if (bodiless) return { kind: 'none' };
  if (coding !== undefined) return { kind: 'chunks' };
  return bytes === undefined ? { kind: 'close' } : { kind: 'length', bytes };
}

function readLength(length: string | string[]): number {
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length)) throw invalid('the length is invalid or repeated');
  return Number(length);
}

function keepFor({ 'keep-alive': hint }: Fields): number {
  if (hint === undefined) return Number.POSITIVE_INFINITY;
  const [, seconds] = /(?:^|[,;\s])timeout\s*=\s*(\d{1,9})/i.exec(String(hint)) ?? [];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Number(seconds) * 1000 - marginMs);
}
