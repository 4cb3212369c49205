/**
 * Parses the brace notation of the draft's examples, so that pasted examples give the same object as YAML or JSON. It
 * is only read, never written.
 */

import type { LocatedDocument } from '@dragoman/documents';
import { childPointer, createLineFinder, createLocate, syntaxDiagnostics } from '@dragoman/documents';
import type { Checked, Diagnostic, JsonObject } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import { agisLimits } from '../limits.js';
import type { Cursor } from './cursor.js';
import { accept, acquireKey, fail, NotationFault, peekKey, skipBlanks, take, takeBalanced } from './cursor.js';
import type { NotationDraft, NotationRemark } from './draft.js';
import { putMember } from './draft.js';
import { documentBlocks, headerKeys } from './known-keys.js';
import { readManifest, readSchemas, readVocabulary } from './read-blocks.js';
import { readEndpoint } from './read-endpoint.js';
import { readValue } from './read-values.js';

/** A parsed text in the notation. */
export interface NotationDocument extends LocatedDocument {
  value: JsonObject;
  remarks: readonly NotationRemark[];
  elided: ReadonlySet<string>;
  /** A single endpoint without a document. */
  fragment: boolean;
}

/** True when a line opens an endpoint or a vocabulary in the style of the notation. */
export function looksLikeNotation(text: string): boolean {
  return (
    /^[ \t]*[A-Za-z][^\s{}:"#]*[ \t]+\/\S*(?:[ \t]+\{|\{[ \t]*$)/m.test(text) || /^[ \t]*vocabulary[ \t]*\{/m.test(text)
  );
}

/** Parses a text; a syntax error is one diagnostic with its line, column and open block. Never throws. */
export function parseNotation(text: string, uri?: string): Checked<NotationDocument> {
  const draft: NotationDraft = { spans: new Map(), remarks: [], elided: new Set() };
  try {
    const value = readDocument({ text, at: 0, open: [] }, draft);
    draft.spans.set('', { start: 0, end: text.length });
    const span = (pointer: string) => draft.spans.get(pointer);
    const { remarks, elided } = draft;
    const located = { text, span, locate: createLocate(text, span, uri) };
    return { value: { value, ...located, remarks, elided, fragment: isFragment(value) }, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof NotationFault)) throw error;
    return { diagnostics: [describe(error, text, uri)] };
  }
}

function describe({ message, at }: NotationFault, text: string, uri: string | undefined): Diagnostic {
  const location = { ...(uri === undefined ? {} : { uri }), pointer: '', start: createLineFinder(text)(at) };
  return diagnose(syntaxDiagnostics, 'syntax/unreadable', location, {
    syntax: 'the illustrative notation',
    problem: message,
  });
}

function isFragment(value: JsonObject): boolean {
  const { endpoints } = value;
  return Object.keys(value).length === 1 && Array.isArray(endpoints) && endpoints.length === 1;
}

function readDocument(cursor: Cursor, draft: NotationDraft): JsonObject {
  const target = { object: {} as JsonObject, pointer: '' };
  const endpoints: JsonObject[] = [];
  for (skipBlanks(cursor); cursor.at < cursor.text.length; skipBlanks(cursor)) {
    readPart(cursor, draft, { target, endpoints });
  }
  if (endpoints.length > 0) target.object.endpoints = endpoints;
  return target.object;
}

interface Whole {
  target: { object: JsonObject; pointer: string };
  endpoints: JsonObject[];
}

function readPart(cursor: Cursor, draft: NotationDraft, whole: Whole): void {
  const key = cursor.at;
  if (accept(cursor, '}')) {
    // The braces around the list of endpoints are optional, so only they may close here.
    if (cursor.open.pop()?.name !== 'endpoints') fail(cursor, 'unmatched "}"', key);
    return;
  }
  const name = peekBlock(cursor);
  if (name !== undefined) readBlock(cursor, draft, { whole, name, key });
  else if (headerKeys.has(peekKey(cursor) ?? '') || isHeader(cursor, whole)) readHeader(cursor, draft, whole);
  else if (!skipLabel(cursor, whole)) addEndpoint(cursor, draft, whole);
}

function peekBlock({ text, at }: Cursor): string | undefined {
  const name = /^([a-z_]+)\s*[:{]/.exec(text.slice(at, at + 60))?.[1];
  return name !== undefined && documentBlocks.has(name) ? name : undefined;
}

/** Before the first endpoint, a name with a value after its colon is a header field, known or not. */
function isHeader(cursor: Cursor, { endpoints }: Whole): boolean {
  const name = peekKey(cursor);
  if (name === undefined || endpoints.length > 0) return false;
  const following = cursor.text.slice(cursor.at + name.length).match(/^[ \t]*:[ \t]*(\S?)/);
  return following?.[1] !== undefined && following[1] !== '';
}

function readHeader(cursor: Cursor, draft: NotationDraft, { target }: Whole): void {
  const key = cursor.at;
  const name = acquireKey(cursor);
  const start = cursor.at + 1;
  const value = readText(cursor, name);
  putMember(draft, target, { name, value, span: { key, start, end: cursor.at } });
}

/** Versions are strings: `1.0` as a number would be `1`. */
function readText(cursor: Cursor, name: string) {
  const before = cursor.at;
  const value = readValue(cursor, headerKeys);
  if ((name !== 'agis' && name !== 'version') || typeof value !== 'number') return value;
  return cursor.text.slice(before, cursor.at).trim();
}

/** A line such as `AGIS endpoint:` before the first endpoint is ignored (rule 12). */
function skipLabel(cursor: Cursor, { endpoints }: Whole): boolean {
  return endpoints.length === 0 && take(cursor, /[^\n{}]{1,200}:[ \t]*(?=\n|$)/y) !== undefined;
}

function addEndpoint(cursor: Cursor, draft: NotationDraft, { endpoints }: Whole): void {
  if (endpoints.length > agisLimits.endpoints) fail(cursor, `more than ${agisLimits.endpoints} endpoints`);
  endpoints.push(readEndpoint(cursor, draft, childPointer('/endpoints', endpoints.length)));
}

function readBlock(
  cursor: Cursor,
  draft: NotationDraft,
  { whole, name, key }: { whole: Whole; name: string; key: number },
): void {
  cursor.at += name.length;
  skipBlanks(cursor);
  accept(cursor, ':');
  skipBlanks(cursor);
  const braced = cursor.text[cursor.at] === '{';
  if (name === 'endpoints') {
    draft.spans.set('/endpoints', { key, start: key, end: cursor.at });
    if (braced && accept(cursor, '{')) cursor.open.push({ name, at: key });
    return;
  }
  if (name === 'schemas' && !braced) fail(cursor, 'expected "{" after "schemas"');
  const read = { vocabulary: readVocabulary, data_manifest: readManifest, schemas: readSchemas }[name];
  const value = read === undefined ? takeBalanced(cursor, name) : read(cursor, draft, { key, braced });
  putMember(draft, whole.target, { name, value, span: { key, start: key, end: cursor.at } });
}
