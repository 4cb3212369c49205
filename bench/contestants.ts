/**
 * The engines that the search benches compare, each filtered in its own way. All get the same fields, the same
 * boosts and the same terms: MiniSearch and Orama run on our tokenizer, so that stemming and stop words are
 * equal and only the index is compared.
 */

import { anonymous, createLexicalIndex } from '@dragoman/core/engine';
import type { Entry } from '@dragoman/model';
import { create, insert, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { createTokenizer } from '../packages/core/src/discovery/tokenize.js';
import type { BenchQuery } from './catalogue.js';
import { makeStored } from './entries.js';

/** An entry in the format of the other engines: one text per field. */
export interface FlatEntry {
  id: string;
  name: string;
  description: string;
  operations: string;
  tags: string;
  capabilities: string;
  minor: string;
  capability: string[];
  language: string[];
}

/** An engine that the bench can fill and query. */
export interface SearchEngine {
  /** Adds the entry with this index; returns a promise if the engine adds it asynchronously. */
  add(number: number): unknown;
  /** Number of hits on the first page. */
  find(query: BenchQuery, filtered: boolean): number;
}

/** The input of the engines, prepared in the format of each. */
export interface SearchInput {
  entries: readonly Entry[];
  flat: readonly FlatEntry[];
}

/** Creates an empty engine for this input. */
export type CreateEngine = (input: SearchInput) => SearchEngine;

const fields = ['name', 'description', 'operations', 'tags', 'capabilities', 'minor'] as const;
const boost = { name: 3, description: 1, operations: 1, tags: 2, capabilities: 2.5, minor: 0.25 };
const pageSize = 10;
/** Marker for "declares no language", which passes a language filter. */
const anyLanguage = 'any';

/** The entry with its texts joined per field. */
export function flatten(entry: Entry): FlatEntry {
  const inputs = entry.operations.flatMap(({ input }) =>
    typeof input === 'object' && typeof input.properties === 'object' ? Object.keys(input.properties ?? {}) : [],
  );
  return {
    id: entry.id,
    name: entry.name,
    description: entry.description,
    operations: entry.operations.map(({ name }) => name).join(' '),
    tags: entry.tags.join(' '),
    capabilities: entry.capabilities.join(' '),
    minor: [entry.publisher ?? '', ...inputs].join(' '),
    capability: entry.capabilities,
    language: entry.languages.length === 0 ? [anyLanguage] : entry.languages,
  };
}

function createTerms(): (text: string) => string[] {
  const tokenizer = createTokenizer();
  return (text) => {
    const terms: string[] = [];
    tokenizer.terms(text, (term) => terms.push(term));
    return terms;
  };
}

const dragoman: CreateEngine = ({ entries }) => {
  const index = createLexicalIndex();
  return {
    add(number) {
      const entry = entries[number];
      if (entry !== undefined) index.put(makeStored(entry, number));
    },
    find({ text, capability, language }, filtered) {
      const conditions = [
        { field: 'capability', values: [capability], mode: 'all' as const },
        { field: 'language', values: [language], mode: 'all' as const },
      ];
      const query = {
        text,
        conditions: filtered ? conditions : [],
        order: 'relevance' as const,
        top: pageSize,
        skip: 0,
      };
      return index.find(query, anonymous).hits.length;
    },
  };
};

const miniSearch: CreateEngine = ({ flat }) => {
  const index = new MiniSearch<FlatEntry>({
    fields: [...fields],
    storeFields: ['capability', 'language'],
    tokenize: createTerms(),
    processTerm: (term) => term,
    searchOptions: { boost },
  });
  return {
    add(number) {
      const entry = flat[number];
      if (entry !== undefined) index.add(entry);
    },
    find({ text, capability, language }, filtered) {
      const filter = (hit: Record<string, unknown>) =>
        (hit.capability as string[]).includes(capability) &&
        (hit.language as string[]).some((one) => one === language || one === anyLanguage);
      return index.search(text, filtered ? { filter } : {}).slice(0, pageSize).length;
    },
  };
};

const schema = {
  name: 'string',
  description: 'string',
  operations: 'string',
  tags: 'string',
  capabilities: 'string',
  minor: 'string',
  capability: 'enum[]',
  language: 'enum[]',
} as const;

const orama: CreateEngine = ({ flat }) => {
  const terms = createTerms();
  const tokenizer = {
    language: 'english',
    normalizationCache: new Map<string, string>(),
    tokenize: (text: string) => [...new Set(terms(text))],
  };
  const index = create({ schema, components: { tokenizer }, sort: { enabled: false } });
  return {
    add(number) {
      const entry = flat[number];
      return entry === undefined ? undefined : insert(index, entry);
    },
    find({ text, capability, language }, filtered) {
      const where = {
        capability: { containsAll: [capability] },
        language: { containsAny: [language, anyLanguage] },
      };
      const options = { term: text, properties: [...fields], boost, limit: pageSize, ...(filtered ? { where } : {}) };
      const found = search(index, options);
      if (found instanceof Promise)
        throw new Error('Orama returned a promise; the bench expects a synchronous result.');
      return found.hits.length;
    },
  };
};

/** The engines by name; the first is ours. */
export const engines: ReadonlyMap<string, CreateEngine> = new Map([
  ['dragoman', dragoman],
  ['minisearch', miniSearch],
  ['orama', orama],
]);

/** Adds the first entries of the engine's input, one by one. */
export async function fillEngine(engine: SearchEngine, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const pending = engine.add(number);
    if (pending instanceof Promise) await pending;
  }
}
