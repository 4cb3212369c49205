/** Parses the text of an Arazzo document, in JSON or YAML, with the line and column of each finding. */

import {
  defaultJsonLimits,
  exceedsLimits,
  isNode,
  loadYaml,
  parseDocument,
  parseJson,
  parsePointer,
} from '@dragoman/documents';
import type { Checked, Diagnostic, JsonValue, Position } from '@dragoman/model';
import { diagnose, isFailure } from '@dragoman/model';
import { arazzoDiagnostics } from './diagnostics.js';
import type { ArazzoReading } from './read-arazzo.js';
import { readArazzo } from './read-arazzo.js';
import type { ArazzoDocument } from './workflow.js';

/** Maximum length of the text, in characters. */
const maxLength = 2_000_000;

/** A document with its plain value, for callers that send it on. */
export interface ParsedArazzo extends Checked<ArazzoDocument> {
  document?: JsonValue;
  /** The location of a pointer in the text; absent when the text could not be parsed. */
  locate?: (pointer: string) => Position | undefined;
}

/** Parses and checks a text; syntax errors are findings like all others. */
export function parseArazzo(text: string, reading: ArazzoReading = {}): ParsedArazzo {
  if (text.length > maxLength) return { diagnostics: [syntaxFault(reading, `longer than ${maxLength} characters`)] };
  const lines = new (loadYaml().LineCounter)();
  const parsed = parseShallow(text, lines);
  if (parsed === undefined) return { diagnostics: [syntaxFault(reading, 'nested too deeply')] };
  const place = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const faults = parsed.errors.map((error) => {
    const [message = ''] = error.message.split('\n');
    return syntaxFault(reading, message.replace(/ at line \d+, column \d+:?$/, ''), place(error.pos[0]));
  });
  if (faults.length > 0) return { diagnostics: faults.slice(0, 20) };
  const plain = toPlain(text, () => parsed.toJS({ maxAliasCount: 50 }) as unknown);
  if ('fault' in plain) return { diagnostics: [syntaxFault(reading, plain.fault)] };
  const { value } = plain;
  const checked = readArazzo(value, reading);
  const locate = (pointer: string) => positionOf(parsed, pointer, place);
  const diagnostics = checked.diagnostics.map((each) => withPosition(each, locate));
  return { ...checked, document: value, locate, diagnostics };
}

/** The document; undefined when it is nested too deeply. */
function parseShallow(
  text: string,
  lineCounter: InstanceType<ReturnType<typeof loadYaml>['LineCounter']>,
): ReturnType<typeof parseDocument> | undefined {
  try {
    return parseDocument(text, { lineCounter, uniqueKeys: true, merge: false, version: '1.2' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

type Plain = { value: JsonValue } | { fault: string };

/**
 * JSON is parsed by the strict parser; values that only YAML can express (dates, cycles, infinite numbers) are
 * rejected.
 */
function toPlain(text: string, fromYaml: () => unknown): Plain {
  try {
    if (text.trimStart().startsWith('{')) return { value: parseJson(new TextEncoder().encode(text)) };
    const value = fromYaml();
    if (exceedsLimits(value as JsonValue, defaultJsonLimits) !== undefined) return { fault: 'too large or too deep' };
    return { value: JSON.parse(JSON.stringify(value, refuseEndless)) as JsonValue };
  } catch (error) {
    if (isFailure(error)) return { fault: error.message };
    return { fault: error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'cannot be parsed' };
  }
}

function refuseEndless(_: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Error('a number is outside the range of a double');
  return value;
}

function syntaxFault({ uri }: ArazzoReading, problem: string, start?: Position): Diagnostic {
  const location = { ...(uri === undefined ? {} : { uri }), pointer: '', ...(start === undefined ? {} : { start }) };
  return diagnose(arazzoDiagnostics, 'arazzo/syntax', location, { problem });
}

function withPosition(diagnostic: Diagnostic, find: (pointer: string) => Position | undefined): Diagnostic {
  const start = find(diagnostic.location.pointer);
  return start === undefined ? diagnostic : { ...diagnostic, location: { ...diagnostic.location, start } };
}

/** The location of a pointer; for a missing member, the location of its nearest parent. */
function positionOf(
  parsed: ReturnType<typeof parseDocument>,
  pointer: string,
  place: (offset: number) => Position,
): Position | undefined {
  const tokens = parsePointer(pointer) ?? [];
  for (let length = tokens.length; length >= 0; length -= 1) {
    const path = tokens.slice(0, length).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
    const node: unknown = length === 0 ? parsed.contents : parsed.getIn(path, true);
    if (isNode(node) && node.range) return place(node.range[0]);
  }
  return undefined;
}
