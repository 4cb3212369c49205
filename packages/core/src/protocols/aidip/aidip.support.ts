/** Fixtures, entries and random documents for the tests of this folder. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Diagnostic, Entry, JsonObject, JsonValue } from '@dragoman/model';
import fc from 'fast-check';
import type { EntryDraft, ReadContext } from '../../documents/reader.js';
import { readAidip } from './read.js';

const folder = new URL('./fixtures/', import.meta.url);

/** A fixture by file name. */
export function fixture(name: string): JsonValue {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as JsonValue;
}

/** Names of accepted documents: `<name>.in.json` is the input, `<name>.out.json` is served. */
export const acceptedNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.in.json'))
  .map((file) => file.replace('.in.json', ''))
  .filter((name) => name !== 'dose-checker');

/** A document that breaks one rule, and the expected diagnostics. */
export interface FaultyDocument {
  rule: string;
  title: string;
  document: JsonValue;
  details: { field: string; problem: string }[];
}

/** One document per rule. */
export const faultyDocuments = fixture('faulty-documents.json') as unknown as FaultyDocument[];

/** The default context for reading documents in tests. */
export const context: ReadContext = {
  at: '2026-03-01T12:00:00.000Z',
  strict: false,
  ownOrigins: ['https://registry.example', 'http://127.0.0.1:8080'],
};

/** Reads a document that must be accepted. */
export function accept(document: JsonValue, more: Partial<ReadContext> = {}): EntryDraft {
  const { value, diagnostics } = readAidip(document, { ...context, ...more });
  if (value === undefined) throw new Error(`refused: ${JSON.stringify(diagnostics)}`);
  return value;
}

/** Diagnostics as `severity code pointer`, without those that nearly every document gets. */
export function remarks(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .filter(({ code }) => code !== 'aidip/no-data-practice')
    .map(({ severity, code, location }) => `${severity} ${code} ${location.pointer}`);
}

/** The entry that the catalogue creates from a draft. */
export function toEntry(draft: EntryDraft): Entry {
  return {
    ...draft,
    id: draft.id ?? 'assigned',
    owner: 'owner',
    visibility: draft.visibility ?? 'public',
    grants: draft.grants ?? [],
  };
}

/** A valid document in the operations style with overridden members. */
export function sample(more: JsonObject = {}): JsonObject {
  return { ...(fixture('generic-operation.in.json') as JsonObject), ...more };
}

/** `sample` with overridden members in its single operation. */
export function sampleOperation(more: JsonObject): JsonObject {
  const document = sample();
  const [operation] = document.operations as JsonObject[];
  return { ...document, operations: [{ ...operation, ...more }] };
}

const word = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((text) => text.trim() !== '');
const labels = fc.array(word, { maxLength: 3 });
const unknownName = fc.oneof(
  fc.constantFrom('constructor', 'toString', 'x_price', 'valueOf'),
  word.map((text) => `x-${text}`),
);
const unknown = fc.dictionary(unknownName, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3, noNullPrototype: true });
const schema = fc.constantFrom<JsonValue>(
  { type: 'string' },
  { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
  true,
  { $defs: { n: { items: { $ref: '#/$defs/n' } } }, $ref: '#/$defs/n' },
);
const endpoint = fc.constantFrom('https://agent.example/run?x=1', '/agents/a/invoke', 'http://agent.example');

function record(known: Record<string, fc.Arbitrary<unknown>>, required: string[]): fc.Arbitrary<JsonObject> {
  const optional = Object.keys(known).filter((name) => !required.includes(name));
  const members = fc.record(known, { requiredKeys: required as never[], noNullPrototype: true });
  return fc.tuple(unknown, members).map(([more, these]) => {
    const free = Object.fromEntries(Object.entries(more).filter(([name]) => !optional.includes(name)));
    return JSON.parse(JSON.stringify({ ...free, ...these })) as JsonObject;
  });
}

const operation = record(
  {
    name: word,
    description: fc.string({ maxLength: 40 }),
    inputs: schema,
    outputs: schema,
    examples: fc.array(record({ input: fc.jsonValue({ maxDepth: 1 }), output: fc.jsonValue({ maxDepth: 1 }) }, []), {
      maxLength: 2,
    }),
    endpoint,
    batch: fc.boolean(),
  },
  ['name', 'description', 'inputs', 'outputs'],
);

const common = {
  id: fc.oneof(fc.uuid(), fc.constantFrom('a/b', 'urn:x:y', '100%', 'dots..', '😀')),
  name: word,
  description: fc.string({ maxLength: 60 }),
  version: word,
  publisher: word,
  provider: word,
  capabilities: labels,
  tags: labels,
  endpoint,
  supported_languages: fc.array(fc.constantFrom('en', 'pl', 'zh-Hant'), { maxLength: 2 }),
  authentication: record(
    { type: fc.constantFrom('api_key', 'none', 'mtls', 'Own Word'), instructions: word, scopes: labels },
    [],
  ),
  status: fc.constantFrom('active', 'Inactive', 'deprecated', 'beta'),
  certification: record({ verified: fc.boolean(), quality_score: fc.integer({ min: 0, max: 5 }) }, []),
  quality_score: fc.integer({ min: 0, max: 5 }),
  visibility: fc.constantFrom('public', 'private'),
  grants: fc.array(
    word.map((text) => `scope:${text.trim()}`),
    { maxLength: 2 },
  ),
};

const required = ['name', 'description', 'capabilities', 'endpoint'];

/** Random documents of both styles, in the newer form, with unknown members at every level. */
export const documents: fc.Arbitrary<JsonObject> = fc.oneof(
  record(
    { ...common, operations: fc.uniqueArray(operation, { minLength: 1, maxLength: 3, selector: ({ name }) => name }) },
    [...required, 'operations'],
  ),
  record({ ...common, inputs: schema, outputs: schema, batch: fc.boolean() }, [...required, 'inputs', 'outputs']),
);
