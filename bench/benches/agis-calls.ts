/**
 * The call matrix after conversion: every operation of the corpus is converted from OpenAPI to AGIS, and from there to
 * OpenAPI again; the requests that are prepared from each result must equal those of the original, byte for byte.
 */
import { join } from 'node:path';
import { createAgisValidator } from '@dragoman/agis';
import { convertDescription, readDescription } from '@dragoman/core/conversion';
import { createHttpCaller } from '@dragoman/core/faces';
import type { HttpBinding, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { parse as parseYaml } from 'yaml';
import { sampleInput } from '../../scripts/nact-corpus/sample-input.js';
import { createOpenDocument, readIndex } from '../../scripts/openapi-corpus/read-corpus.js';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';

const context = { at: '2026-01-01T00:00:00.000Z', strict: false, ownOrigins: [] };
const caller = createHttpCaller({ ownOrigins: [] });

type HttpOperation = Operation & { binding: HttpBinding };

function operationsOf(document: JsonValue): HttpOperation[] {
  const { value } = readDescription(document, context);
  return (value?.operations ?? []).filter((each): each is HttpOperation => each.binding.kind === 'http');
}

/** Inputs by their names on the wire, since a conversion may rename them. */
function wireInputs({ binding }: HttpOperation): Map<string, string> {
  return new Map(
    Object.entries(binding.parameters).map(([input, { in: place, name }]) => [`${place} ${name ?? input}`, input]),
  );
}

function translate(input: JsonObject, from: HttpOperation, to: HttpOperation): JsonObject {
  const target = wireInputs(to);
  const source = new Map([...wireInputs(from)].map(([wire, name]) => [name, wire]));
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [target.get(source.get(name) ?? '') ?? name, value]),
  );
}

/** The request as text; why there is none otherwise. */
function requestOf(operation: HttpOperation, input: JsonObject): string {
  try {
    const prepared = caller.prepare(
      { operation } as Parameters<typeof caller.prepare>[0],
      { input } as Parameters<typeof caller.prepare>[1],
    );
    if (prepared instanceof Promise) return 'later';
    const { url, method, headers, bytes } = prepared;
    return JSON.stringify([method, url, headers, bytes === undefined ? null : Buffer.from(bytes).toString('base64')]);
  } catch (thrown) {
    return `refused: ${thrown instanceof Error ? thrown.message : ''}`;
  }
}

const samples = ['all', 'required'] as const;

type Tally = Record<'requests' | 'equal' | 'different' | 'missing' | 'uncallable', number>;

/** Compares the requests of every original operation with those of its conversion. */
function compare(originals: readonly HttpOperation[], converted: readonly HttpOperation[], tally: Tally): void {
  const key = ({ binding: { method, urlTemplate, operationId } }: HttpOperation) =>
    `${method} ${urlTemplate} ${operationId ?? ''}`;
  const shape = ({ binding: { method, urlTemplate } }: HttpOperation) =>
    `${method} ${urlTemplate.replaceAll(/\{[^}]*\}/g, '{}')}`;
  const byKey = new Map(converted.map((each) => [key(each), each]));
  const byShape = new Map(converted.map((each) => [shape(each), each]));
  for (const original of originals) {
    const other = byKey.get(key(original)) ?? byShape.get(shape(original));
    for (const kind of samples) {
      const input = sampleInput(original.input, kind);
      if (!isJsonObject(input)) continue;
      const wanted = requestOf(original, input);
      if (wanted.startsWith('refused:')) {
        tally.uncallable += 1;
        continue;
      }
      tally.requests += 1;
      const got = other === undefined ? undefined : requestOf(other, translate(input, original, other));
      tally[got === undefined ? 'missing' : got === wanted ? 'equal' : 'different'] += 1;
    }
  }
}

function measure(folder: string, { quick, progress }: BenchOptions): BenchReport {
  const validator = createAgisValidator();
  const open = createOpenDocument(join(folder, 'openapi'));
  const empty = (): Tally => ({ requests: 0, equal: 0, different: 0, missing: 0, uncallable: 0 });
  const tallies = { 'OpenAPI → AGIS': empty(), 'OpenAPI → AGIS → OpenAPI': empty() };
  let documents = 0;
  for (const row of readIndex(join(folder, 'openapi')).filter(
    ({ entry, ops }) => entry === undefined && (!quick || ops < 60),
  )) {
    progress(row.file);
    const text = Buffer.from(open(row).bytes).toString();
    const document = parseDocument(text);
    const originals = document === undefined ? [] : operationsOf(document);
    if (document === undefined || originals.length === 0) continue;
    documents += 1;
    const agis = convertDescription(document, { to: 'agis', context, validator }).document;
    if (agis === undefined) continue;
    compare(originals, operationsOf(agis), tallies['OpenAPI → AGIS']);
    const again = convertDescription(agis, { to: 'openapi', context }).document;
    compare(originals, again === undefined ? [] : operationsOf(again), tallies['OpenAPI → AGIS → OpenAPI']);
  }
  const rows = Object.entries(tallies).map(([name, { requests, equal, different, missing, uncallable }]) => [
    name,
    ...[requests, equal, different, missing, uncallable].map(String),
    `${((100 * equal) / Math.max(1, requests)).toFixed(2)} %`,
  ]);
  const figures = Object.fromEntries(
    Object.entries(tallies).map(([name, { equal, requests }]) => [
      `agis_calls.${name.endsWith('OpenAPI') ? 'back' : 'agis'}.equal`,
      equal / Math.max(1, requests),
    ]),
  );
  return {
    tables: [
      {
        title: `requests after conversion, ${documents} documents`,
        columns: ['conversion', 'requests', 'equal', 'different', 'no operation', 'not callable before', 'equal share'],
        rows,
      },
    ],
    notes: [
      'Two inputs for each operation: every member, and the required ones. Documents without a server cannot be called before either; cookies are left out of AGIS documents and reported.',
    ],
    figures,
  };
}

function parseDocument(text: string): JsonValue | undefined {
  try {
    const value = text.trimStart().startsWith('{')
      ? JSON.parse(text)
      : parseYaml(text, { maxAliasCount: -1, uniqueKeys: false, logLevel: 'silent' });
    return value as JsonValue;
  } catch {
    return undefined;
  }
}

/** Requests after conversions. */
export const agisCalls: Bench = {
  name: 'agis-calls',
  summary:
    'Requests of every operation of the corpus after conversion to AGIS and back to OpenAPI, against the original.',
  async run(options) {
    const folder = corpusFolder();
    return folder === undefined ? { tables: [], notes: [corpusHelp], figures: {} } : measure(folder, options);
  },
};
