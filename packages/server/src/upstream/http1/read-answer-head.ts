/**
 * Reads the head of an answer (RFC 9112 §4, §5, §6). Strict, since where an answer ends decides whose answer the next bytes
 * are: lines end in CRLF, names are tokens, nothing is folded, and there is one length or one coding and never both.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { headerName, trimBlanks } from '../../wire/header-text.js';
import { invalid } from './wire-fault.js';

/** How the body is told from what follows. */
export type Framing = { kind: 'none' } | { kind: 'length'; bytes: number } | { kind: 'chunks' } | { kind: 'close' };

/** The head of an answer. */
export interface AnswerHead {
  status: number;
  /** By lower-case name; what came several times is an array. */
  headers: IncomingHttpHeaders;
  framing: Framing;
  /** True when the connection ends after this message, by its version or its `connection` header. */
  closes: boolean;
  /** Milliseconds for which the connection may be kept for another request, by the other side's word; 0 when it may not. */
  keepMs: number;
}

const statusLine = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: .*)?$/;
/** Everything but text, tabs, and line ends of both characters. */
const forbidden = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/;

/** Milliseconds before the announced end of a connection from which it is not used: the other side may be quicker. */
const marginMs = 2000;

/** Takes the text before the empty line apart; throws a `WireFault` on what is no head. */
export type ReadAnswerHead = (text: string, isHeadRequest: boolean) => AnswerHead;

/** Reads heads, and one that is the same as the last only once: an agent that is asked often says much the same each time. */
export function createReadAnswerHead(): ReadAnswerHead {
  let lastText = '';
  let last: AnswerHead | undefined;
  return (text, isHeadRequest) => {
    if (text === lastText && last !== undefined && !isHeadRequest) return last;
    const head = readAnswerHead(text, isHeadRequest);
    if (isHeadRequest || head.status < 200) return head;
    // Several answers share it now, so nobody may change it.
    Object.freeze(head.headers);
    lastText = text;
    last = head;
    return head;
  };
}

/** Reads the text before the empty line; throws a `WireFault` on what is no head. */
export function readAnswerHead(text: string, isHeadRequest: boolean): AnswerHead {
  if (forbidden.test(text)) throw invalid('the head has a character that no head has');
  const lines = text.split('\r\n');
  const [, minor, digits] = statusLine.exec(lines[0] ?? '') ?? [];
  if (digits === undefined) throw invalid('the first line is no status line');
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
  if (forbidden.test(line)) throw invalid('a trailer has a character that no header has');
  const name = fieldName(line);
  if (framingFields.has(name)) throw invalid(`a trailer is named ${name}`);
}

/** Header fields that say where a message ends, which a trailer must not do (RFC 9110 §6.5.1). */
const framingFields = new Set(['content-length', 'transfer-encoding']);

function fieldName(line: string): string {
  const name = line.slice(0, Math.max(line.indexOf(':'), 0)).toLowerCase();
  if (!headerName.test(name)) throw invalid('a header has no name');
  return name;
}

function addField(headers: Fields, line: string): void {
  const name = fieldName(line);
  // A tab after `chunked` hides the coding from Node's parser, so that two readers would disagree on where the body ends.
  if (framingFields.has(name) && line.includes('\t')) throw invalid(`the header ${name} has a tab`);
  const value = trimBlanks(line, name.length + 1);
  const before = headers[name];
  if (before === undefined) headers[name] = value;
  else if (typeof before === 'string') headers[name] = [before, value];
  else before.push(value);
}

function framingOf(headers: Fields, bodiless: boolean): Framing {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  if (length !== undefined && coding !== undefined) throw invalid('the answer has a length and a coding');
  if (coding !== undefined && (typeof coding !== 'string' || coding.toLowerCase() !== 'chunked')) {
    throw invalid('the answer has a transfer coding that is not known');
  }
  const bytes = length === undefined ? undefined : readLength(length);
  if (bodiless) return { kind: 'none' };
  if (coding !== undefined) return { kind: 'chunks' };
  return bytes === undefined ? { kind: 'close' } : { kind: 'length', bytes };
}

function readLength(length: string | string[]): number {
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length))
    throw invalid('the length is none, or there are several');
  return Number(length);
}

function keepFor({ 'keep-alive': hint }: Fields): number {
  if (hint === undefined) return Number.POSITIVE_INFINITY;
  const [, seconds] = /(?:^|[,;\s])timeout\s*=\s*(\d{1,9})/i.exec(String(hint)) ?? [];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Number(seconds) * 1000 - marginMs);
}
