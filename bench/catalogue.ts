/** The catalogue that the benches search: real operations if the corpus is available, otherwise synthetic services. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@dragoman/model';
import { corpusFolder, readJsonLines } from './corpus.js';
import { makeEntry, makeOperation } from './entries.js';
import { createRandom } from './measure.js';
import { makeSyntheticEntries } from './synthetic.js';

interface CorpusOperation {
  id: string;
  provider: string;
  method: string;
  path: string;
  operationId?: string;
  summary: string;
  description: string;
  tags: string[];
  params: string[];
}

/** Entries and their origin. */
export interface Catalogue {
  entries: Entry[];
  origin: string;
}

const capabilityOfMethod: ReadonlyMap<string, string> = new Map([
  ['GET', 'read'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
]);

function toEntry(operation: CorpusOperation, languages: string[]): Entry {
  const name = operation.operationId ?? `${operation.method} ${operation.path}`;
  return makeEntry(operation.id, {
    name: operation.summary === '' ? name : operation.summary,
    description: operation.description,
    publisher: operation.provider,
    capabilities: [capabilityOfMethod.get(operation.method) ?? 'other'],
    tags: operation.tags,
    languages,
    operations: [makeOperation(name, operation.params)],
  });
}

/** Reads at most this many entries, spread over the whole corpus. */
export function loadCatalogue(count: number): Catalogue {
  const folder = corpusFolder();
  const file = folder === undefined ? '' : join(folder, 'operations.jsonl.gz');
  if (!existsSync(file)) return { entries: makeSyntheticEntries(count), origin: 'synthetic services (no corpus)' };
  const random = createRandom(11);
  const entries: Entry[] = [];
  for (const operation of readJsonLines<CorpusOperation>(file)) {
    const languages = random() < 0.5 ? [] : random() < 0.7 ? ['en'] : ['fr', 'de'];
    entries.push(toEntry(operation, languages));
  }
  const picked = Array.from({ length: Math.min(count, entries.length) }, (_, number) => {
    const other = number + Math.floor(random() * (entries.length - number));
    const entry = entries[other];
    entries[other] = entries[number] ?? makeEntry('', {});
    return entry ?? makeEntry('', {});
  });
  return { entries: picked, origin: 'real operations of the corpus' };
}

/** A query of a bench. */
export interface BenchQuery {
  text: string;
  /** Filter of the filtered variant: a capability that the entry must have, and a language. */
  capability: string;
  language: string;
}

/** Requests of three to eight words from the texts of random entries, as users would type them. */
export function makeQueries(entries: readonly Entry[], count: number): BenchQuery[] {
  const random = createRandom(23);
  const queries: BenchQuery[] = [];
  while (queries.length < count) {
    const entry = entries[Math.floor(random() * entries.length)];
    const words = `${entry?.name} ${entry?.description}`.split(/\s+/).filter((word) => word !== '');
    const from = Math.floor(random() * Math.max(1, words.length - 8));
    const text = words.slice(from, from + 3 + Math.floor(random() * 6)).join(' ');
    if (text.length > 10) queries.push({ text, capability: entry?.capabilities[0] ?? '', language: 'en' });
  }
  return queries;
}
