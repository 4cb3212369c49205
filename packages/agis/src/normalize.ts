/**
 * Converts a parsed document to the single form that later stages read: versions as strings, endpoints as a list,
 * contracts as JSON Schema. Every change is reported; other members stay as they are.
 */

import type { LocatedDocument } from '@dragoman/documents';
import { childPointer, escapeToken } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { checkEndpointNames, checkManifestNames, checkNames } from './check-names.js';
import { documentFields, vocabularyFields } from './fields.js';
import type { Findings } from './finding.js';
import { agisLimits } from './limits.js';
import { expandSchema } from './shorthand/expand-schema.js';
import type { ShorthandCode, SourceCode } from './source-rules.js';

/** Receivers of the findings. */
export interface NormalizeReports {
  source: Findings<SourceCode>;
  contracts: Findings<ShorthandCode>;
}

/** The normalized document. */
export interface Normalized {
  document: JsonValue;
  /** Maps a pointer into the document to a pointer into the parsed value, where endpoints were a mapping. */
  original(pointer: string): string;
  /** False for values that have another form in the text and therefore cannot be edited in place. */
  isAsWritten(pointer: string): boolean;
}

/** Normalizes the value of a text. */
export function normalizeAgis(located: LocatedDocument, reports: NormalizeReports): Normalized {
  const { value } = located;
  if (!isJsonObject(value)) return { document: value, original: (pointer) => pointer, isAsWritten: () => true };
  const document: JsonObject = checkNames(value, { known: documentFields, pointer: '' }, reports.source);
  quoteVersion(located, reports, { owner: document, pointer: '', name: 'agis' });
  quoteVersion(located, reports, { owner: document, pointer: '', name: 'version' });
  if (isJsonObject(document.vocabulary)) {
    const block = { known: vocabularyFields, pointer: '/vocabulary' };
    document.vocabulary = checkNames(document.vocabulary, block, reports.source);
    quoteVersion(located, reports, { owner: document.vocabulary, pointer: '/vocabulary', name: 'version' });
  }
  if (isJsonObject(document.data_manifest)) {
    document.data_manifest = checkManifestNames(document.data_manifest, reports.source);
  }
  const keys = listEndpoints(document, reports);
  if (Array.isArray(document.endpoints)) document.endpoints = expandEndpoints(document.endpoints, reports);
  const isAsWritten = (pointer: string) => keys === undefined || !pointer.startsWith('/endpoints/');
  return { document, original: (pointer) => translate(pointer, keys), isAsWritten };
}

interface Version {
  owner: JsonObject;
  pointer: string;
  name: string;
}

function quoteVersion(located: LocatedDocument, { source }: NormalizeReports, { owner, pointer, name }: Version): void {
  if (typeof owner[name] !== 'number') return;
  const at = childPointer(pointer, name);
  const span = located.span(at);
  const written = span === undefined ? String(owner[name]) : located.text.slice(span.start, span.end).trim();
  owner[name] = written;
  const fix = { description: `quote the version`, pointer: at, value: written };
  source.report('agis/version-number', { pointer: at, element: name, parameters: { value: written }, fix });
}

/**
 * Turns `{"BOOK /reservation": {…}}` into a list; returns the keys in order, or undefined when it was not such a
 * mapping.
 */
function listEndpoints(document: JsonObject, { source }: NormalizeReports): string[] | undefined {
  const { endpoints } = document;
  if (!isJsonObject(endpoints)) return undefined;
  const entries = Object.entries(endpoints);
  if (entries.length === 0 || !entries.every(([key, node]) => isJsonObject(node) && splitKey(key))) return undefined;
  document.endpoints = entries.map(([key, node]) => ({ ...splitKey(key), ...(node as JsonObject) }));
  source.report('agis/endpoint-map', {
    pointer: '/endpoints',
    element: 'endpoints',
    fix: { description: 'write the endpoints as a list', pointer: '/endpoints', value: document.endpoints },
  });
  return entries.map(([key]) => key);
}

function splitKey(key: string): { method: string; path: string } | undefined {
  const [, method, path] = /^(\S+)\s+(\S+)$/.exec(key) ?? [];
  return method === undefined || path === undefined ? undefined : { method, path };
}

function translate(pointer: string, keys: readonly string[] | undefined): string {
  const [, index, rest] = /^\/endpoints\/(\d+)(.*)$/s.exec(pointer) ?? [];
  const key = index === undefined ? undefined : keys?.[Number(index)];
  if (key === undefined) return pointer;
  // Method and path are in the key itself.
  const below = rest === '/method' || rest === '/path' ? '' : (rest ?? '');
  return `/endpoints/${escapeToken(key)}${below}`;
}

function expandEndpoints(endpoints: readonly JsonValue[], { source, contracts }: NormalizeReports): JsonValue[] {
  return endpoints.map((node, index) => {
    if (!isJsonObject(node) || index >= agisLimits.endpoints) return node;
    let expanded = checkEndpointNames(node, childPointer('/endpoints', index), source);
    for (const member of ['input', 'output']) {
      const made = expandSchema(expanded[member]);
      if (made === undefined) continue;
      const pointer = childPointer(childPointer('/endpoints', index), member);
      const label = `${String(node.method)} ${String(node.path)}`;
      const fix = { description: 'write the JSON Schema', pointer, value: made.schema };
      contracts.report('agis/shorthand', { pointer, element: label, parameters: { member, endpoint: label }, fix });
      for (const words of made.unknown) {
        contracts.report('agis/unknown-type', { pointer, element: words, parameters: { words } });
      }
      expanded = { ...expanded, [member]: made.schema };
    }
    return expanded;
  });
}
