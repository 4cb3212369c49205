/** Parses a JSON text into its value with the location of every part, or returns the diagnostic that says why not. */
import type { Checked, Diagnostic, JsonValue } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import { buildPointer } from '../schema/pointer.js';
import { shorten } from '../schema/shorten.js';
import { createJsonExtents, type JsonExtents } from './json-extents.js';
import { createJsonSpans } from './locate-json.js';
import type { LocatedDocument, TextLimits, TextReading } from './located-document.js';
import { createLineFinder, createLocate } from './located-document.js';
import { defaultJsonLimits } from './parse-json.js';
import type { JsonFault, JsonFinding } from './scan-json.js';
import { scanJson } from './scan-json.js';
import type { SyntaxCode } from './syntax-diagnostics.js';
import { syntaxDiagnostics } from './syntax-diagnostics.js';

/** Default limits of a JSON text. */
export const defaultTextLimits: TextLimits = Object.freeze({ bytes: 16 * 1024 * 1024, ...defaultJsonLimits });

/** Decodes bytes, or returns the diagnostic that rejects them. A byte order mark is skipped. */
export function decodeDocument(
  bytes: Uint8Array,
  { uri, limits }: { uri?: string; limits: TextLimits },
): { text: string } | { fault: Diagnostic } {
  const location = uri === undefined ? { pointer: '' } : { uri, pointer: '' };
  if (bytes.byteLength > limits.bytes) {
    const parameters = { limit: limits.bytes, instead: '' };
    return { fault: diagnose(syntaxDiagnostics, 'syntax/too-large', location, parameters) };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: diagnose(syntaxDiagnostics, 'syntax/encoding', location) };
  }
}

/** Parses a JSON text; never throws. */
export function parseLocatedJson(bytes: Uint8Array, reading: TextReading = {}): Checked<LocatedDocument> {
  const limits = { ...defaultTextLimits, ...reading.limits };
  const decoded = decodeDocument(bytes, { ...reading, limits });
  if ('fault' in decoded) return { diagnostics: [decoded.fault] };
  return parseJsonText(decoded.text, { ...reading, limits });
}

/** Parses a decoded text; never throws. */
export function parseJsonText(
  text: string,
  { uri, limits }: { uri?: string; limits: TextLimits },
): Checked<LocatedDocument> {
  const extents = createJsonExtents();
  const finding = scanJson(text, limits, extents);
  if (finding !== undefined) return { diagnostics: [describe(finding, text, { limits, ...(uri && { uri }) })] };
  const span = createJsonSpans(text, extents);
  const value = JSON.parse(text) as JsonValue;
  return { value: { value, text, span, locate: createLocate(text, span, uri) }, diagnostics: [] };
}

/** Locations of a text that has already been parsed; it is scanned when no extents are given. */
export function locateJson(text: string, extents: JsonExtents = scanExtents(text)): LocatedDocument['locate'] {
  return createLocate(text, createJsonSpans(text, extents), undefined);
}

function scanExtents(text: string): JsonExtents {
  const extents = createJsonExtents();
  scanJson(text, { depth: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY }, extents);
  return extents;
}

function describe(
  finding: JsonFinding,
  text: string,
  { limits, uri }: { limits: TextLimits; uri?: string },
): Diagnostic {
  const pointer = finding.fault === 'syntax' ? '' : shorten(buildPointer(finding.path.slice(0, limits.depth)), 200);
  const location = { ...(uri === undefined ? {} : { uri }), pointer, start: createLineFinder(text)(finding.offset) };
  return diagnose(syntaxDiagnostics, codes[finding.fault], location, parametersOf(finding, text, limits));
}

const codes: Readonly<Record<JsonFault, SyntaxCode>> = {
  syntax: 'syntax/unreadable',
  'too-deep': 'syntax/too-deep',
  'too-many-values': 'syntax/too-many-values',
  'proto-member': 'syntax/reserved-name',
  'duplicate-member': 'syntax/duplicate-name',
  'unpaired-surrogate': 'syntax/character',
  'nul-character': 'syntax/character',
  'number-range': 'syntax/number',
};

function parametersOf({ fault, offset, expected, path }: JsonFinding, text: string, limits: TextLimits) {
  const found = text.codePointAt(offset);
  const instead = found === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(found));
  return {
    syntax: 'JSON',
    problem: `expected ${expected}, found ${instead}`,
    limit: fault === 'too-deep' ? limits.depth : limits.values,
    name: shorten(String(path.at(-1)), 40),
    character: fault === 'nul-character' ? 'the character U+0000' : 'an unpaired surrogate',
    number: shorten(/^[^\s,\]}]*/.exec(text.slice(offset, offset + 60))?.[0] ?? '', 40),
  };
}
