/**
 * Parses a YAML 1.2 text into its JSON value with the location of every part. For untrusted input: core schema only, no
 * tags, one document, unique names, and limits on size, depth and alias expansion.
 */
import type { Checked, Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import type { Node, Pair, Scalar, YAMLError } from 'yaml';
import { childPointer } from '../schema/pointer.js';
import { shorten } from '../schema/shorten.js';
import { createYamlSpans } from './locate-yaml.js';
import type { LocatedDocument, TextLimits, TextReading } from './located-document.js';
import { createLineFinder, createLocate } from './located-document.js';
import { decodeDocument } from './parse-located-json.js';
import type { SyntaxCode } from './syntax-diagnostics.js';
import { syntaxDiagnostics } from './syntax-diagnostics.js';
import type { FastFault } from './yaml.js';
import { isAlias, isMap, isScalar, isSeq, loadFast, parseDocument, readFastFault, requireShallow } from './yaml.js';

/** Default limits of a YAML text; parsing takes about twenty times as long as JSON. */
export const defaultYamlLimits: TextLimits = Object.freeze({ bytes: 4 * 1024 * 1024, depth: 64, values: 200_000 });

/**
 * Maximum characters of a text whose errors are all reported. The strict parser collects every error, which takes a
 * second for 64 KB of broken lines; of a larger text, the fast parser reports the first error.
 */
export const maxExplained = 65_536;

/** Maximum number of errors reported for one text. */
const maxFaults = 20;

/** Parses a YAML text; never throws. */
export function parseYaml(bytes: Uint8Array, reading: TextReading = {}): Checked<LocatedDocument> {
  const limits = { ...defaultYamlLimits, ...reading.limits };
  const decoded = decodeDocument(bytes, { ...reading, limits });
  if ('fault' in decoded) return { diagnostics: [decoded.fault] };
  return parseYamlText(decoded.text, { ...reading, limits });
}

/** Parses a decoded text; never throws. */
export function parseYamlText(
  text: string,
  { uri, limits }: { uri?: string; limits: TextLimits },
): Checked<LocatedDocument> {
  const conversion = createConversion(text, uri, limits);
  const contents = compose(text, conversion);
  if (conversion.faults.length > 0 || contents === undefined) return { diagnostics: conversion.faults };
  const value = convert(conversion, contents, { pointer: '', depth: 0 });
  if (conversion.faults.length > 0) return { diagnostics: conversion.faults };
  const span = createYamlSpans(contents, (node) => (isAlias(node) ? conversion.anchors.get(node.source) : undefined));
  return { value: { value, text, span, locate: createLocate(text, span, uri) }, diagnostics: [] };
}

interface Conversion {
  limits: TextLimits;
  values: number;
  faults: Diagnostic[];
  anchors: Map<string, Node>;
  /** Anchors whose content is being read; an alias to one of them would never end. */
  open: Set<Node>;
  fail(code: SyntaxCode, at: { pointer: string; offset?: number }, parameters?: Record<string, string | number>): void;
}

function createConversion(text: string, uri: string | undefined, limits: TextLimits): Conversion {
  const place = createLineFinder(text);
  const faults: Diagnostic[] = [];
  return {
    limits,
    values: 0,
    faults,
    anchors: new Map(),
    open: new Set(),
    fail(code, { pointer, offset }, parameters = {}) {
      if (faults.length >= maxFaults) return;
      const start = offset === undefined ? {} : { start: place(offset) };
      const location = { ...(uri === undefined ? {} : { uri }), pointer: shorten(pointer, 200), ...start };
      faults.push(diagnose(syntaxDiagnostics, code, location, parameters));
    },
  };
}

/** We compare names ourselves: the parser's comparison takes quadratic time. */
function compose(text: string, conversion: Conversion): Node | undefined {
  const { fail, limits } = conversion;
  try {
    const fault = text.length > maxExplained ? firstFault(text) : undefined;
    if (fault !== undefined) {
      fail('syntax/unreadable', { pointer: '', ...fault }, { syntax: 'YAML', problem: fault.problem });
      return undefined;
    }
    const document = parseDocument(text, {
      schema: 'core',
      version: '1.2',
      uniqueKeys: false,
      merge: false,
      resolveKnownTags: false,
      prettyErrors: false,
      logLevel: 'error',
    });
    for (const error of document.errors.slice(0, maxFaults)) failSyntax(error, conversion);
    if (document.errors.length === 0 && document.contents === null) fail('syntax/empty', { pointer: '' });
    return document.contents ?? undefined;
  } catch (error) {
    // The parser throws on nesting that exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    fail('syntax/too-deep', { pointer: '' }, { limit: limits.depth });
    return undefined;
  }
}

/** The first error of the fast parser; throws a RangeError for text that is nested too deeply. */
function firstFault(text: string): FastFault | undefined {
  requireShallow(text);
  try {
    loadFast(text, { maxDepth: Number.MAX_SAFE_INTEGER, merge: false });
    return undefined;
  } catch (error) {
    return readFastFault(error, text);
  }
}

function failSyntax(error: YAMLError, { fail, limits }: Conversion): void {
  const at = { pointer: '', offset: error.pos[0] };
  if (error.code === 'MULTIPLE_DOCS') fail('syntax/several-documents', at);
  else if (error.code === 'RESOURCE_EXHAUSTION') fail('syntax/too-deep', at, { limit: limits.depth });
  else fail('syntax/unreadable', at, { syntax: 'YAML', problem: shorten(error.message, 200) });
}

interface Place {
  pointer: string;
  depth: number;
}

function convert(conversion: Conversion, node: Node, { pointer, depth }: Place): JsonValue {
  const { limits, fail } = conversion;
  const offset = node.range?.[0] ?? 0;
  conversion.values += 1;
  if (conversion.values > limits.values) {
    if (conversion.values === limits.values + 1) {
      fail('syntax/too-many-values', { pointer, offset }, { limit: limits.values });
    }
    return null;
  }
  if (isAlias(node)) return convertAlias(conversion, node, { pointer, depth });
  if (node.tag !== undefined) fail('syntax/tag', { pointer, offset }, { tag: shorten(node.tag, 60) });
  if (isScalar(node)) {
    keepAnchor(conversion, node);
    return convertScalar(conversion, node, { pointer, offset });
  }
  if (depth >= limits.depth) {
    fail('syntax/too-deep', { pointer, offset }, { limit: limits.depth });
    return null;
  }
  // An anchor is available to what follows it; inside the anchored node, an alias to it is an error.
  keepAnchor(conversion, node);
  conversion.open.add(node);
  const value = convertCollection(conversion, node, { pointer, depth: depth + 1 });
  conversion.open.delete(node);
  return value;
}

function keepAnchor({ anchors }: Conversion, node: Node): void {
  if ('anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node);
}

function convertAlias(conversion: Conversion, node: Node & { source: string }, place: Place): JsonValue {
  const target = conversion.anchors.get(node.source);
  if (target !== undefined && !conversion.open.has(target)) return convert(conversion, target, place);
  conversion.fail(
    'syntax/alias',
    { pointer: place.pointer, offset: node.range?.[0] ?? 0 },
    { name: shorten(node.source, 40) },
  );
  return null;
}

function convertCollection(conversion: Conversion, node: Node, place: Place): JsonValue {
  if (isSeq(node)) {
    return node.items.map((item, index) =>
      convertChild(conversion, item, { ...place, pointer: childPointer(place.pointer, index) }),
    );
  }
  const object: JsonObject = {};
  if (!isMap(node)) return object;
  for (const pair of node.items) {
    const name = readName(conversion, pair, { object, pointer: place.pointer });
    if (name === undefined) continue;
    object[name] = convertChild(conversion, pair.value, { ...place, pointer: childPointer(place.pointer, name) });
  }
  return object;
}

function convertChild(conversion: Conversion, child: unknown, place: Place): JsonValue {
  return child === null || child === undefined ? null : convert(conversion, child as Node, place);
}

/** The name of a member as it is written: both `200` and `null` are names. */
function readName(
  { fail }: Conversion,
  { key }: Pair,
  { object, pointer }: { object: JsonObject; pointer: string },
): string | undefined {
  if (!isScalar(key) || key.tag !== undefined) {
    fail('syntax/name-form', { pointer, offset: (key as Node | null)?.range?.[0] ?? 0 });
    return undefined;
  }
  const name = typeof key.value === 'string' ? key.value : (key.source ?? '');
  const at = { pointer: childPointer(pointer, name), offset: key.range?.[0] ?? 0 };
  if (name === '__proto__') fail('syntax/reserved-name', at);
  else if (Object.hasOwn(object, name)) fail('syntax/duplicate-name', at, { name: shorten(name, 40) });
  else if (unfit.test(name)) fail('syntax/character', at, { character: 'U+0000 or an unpaired surrogate' });
  else return name;
  return undefined;
}

// With the flag u, a surrogate matches only when it is unpaired.
const unfit = /[\0\ud800-\udfff]/u;

function convertScalar(
  { fail }: Conversion,
  { value, source, type }: Scalar,
  at: { pointer: string; offset: number },
): JsonValue {
  if (typeof value === 'number' && (!Number.isFinite(value) || !Number.isFinite(Number(source ?? value)))) {
    fail('syntax/number', at, { number: shorten(source ?? String(value), 40) });
    return null;
  }
  if (typeof value === 'string' && unfit.test(value)) {
    fail('syntax/character', at, { character: value.includes('\0') ? 'U+0000' : 'an unpaired surrogate' });
  }
  // "True" and "FALSE" are booleans in the core schema too; their value is kept.
  if (typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number') return value;
  return type === 'PLAIN' && source !== undefined && value !== null ? source : null;
}
