/**
 * Draws endpoints for labels from the operations of the corpus: providers that no label names yet, in the order of the
 * hash of a seed and their name, and of each provider the first operations in the order of the hash of the seed and
 * their id. `tsx --tsconfig bench/tsconfig.json bench/agis/drawn-operations.ts <seed>` prints the draw.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '@dragoman/model';
import { corpusFolder } from '../corpus.js';

/** An operation of the corpus. */
export interface CorpusOperation {
  id: string;
  provider: string;
  api: string;
  version: string;
  method: string;
  path: string;
  summary?: string;
  description?: string;
  tags?: string[];
  params?: { name: string; in?: string; required?: boolean }[];
}

/** The operations of the corpus by service: `operations/provider@version`. */
export function readServices(folder: string): Map<string, CorpusOperation[]> {
  const services = new Map<string, CorpusOperation[]>();
  const text = gunzipSync(readFileSync(join(folder, 'operations.jsonl.gz'))).toString();
  for (const line of text.trimEnd().split('\n')) {
    const operation = JSON.parse(line) as CorpusOperation;
    const [service = ''] = operation.id.split(' ', 1);
    services.set(`operations/${service}`, [...(services.get(`operations/${service}`) ?? []), operation]);
  }
  return services;
}

/** An OpenAPI document with the operations of one service; the corpus has no schemas of bodies. */
export function toDocument(operations: readonly CorpusOperation[]): JsonObject {
  const [first] = operations;
  const paths: { [path: string]: JsonObject } = {};
  for (const { method, path, summary, description, tags, params = [] } of operations) {
    const parameters = params
      .filter((each) => ['path', 'query', 'header'].includes(each.in ?? ''))
      .map((each) => ({ ...each, required: each.in === 'path' || each.required === true, schema: { type: 'string' } }));
    const named = new Set(parameters.map(({ name }) => name));
    const missing = [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name = '']) =>
      named.has(name) ? [] : [{ name, in: 'path', required: true, schema: { type: 'string' } }],
    );
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...(summary ? { summary } : {}),
        ...(description ? { description } : {}),
        ...(tags === undefined ? {} : { tags }),
        parameters: [...parameters, ...missing],
        responses: { '200': { description: 'OK' } },
      },
    };
  }
  return {
    openapi: '3.0.3',
    info: { title: first?.api ?? '', version: first?.version ?? '' },
    servers: [{ url: `https://${first?.provider ?? 'corpus'}.example` }],
    paths,
  };
}

/** Endpoints drawn by a seed: 3 of each of 40 services with at least 3 operations, one service for each provider. */
export function drawOperations(folder: string, seed: string, labels: string): CorpusOperation[] {
  const rank = (text: string) => createHash('sha256').update(`${seed} ${text}`).digest('hex');
  const order = <T>(items: Iterable<T>, key: (item: T) => string) =>
    [...items].sort((one, other) => (rank(key(one)) < rank(key(other)) ? -1 : 1));
  const used = labels.toLowerCase();
  const isNew = (provider: string) => !used.includes(provider.toLowerCase().split(':')[0] ?? '');
  const providers = new Map<string, CorpusOperation[]>();
  for (const [, operations] of order(readServices(folder), ([name]) => name)) {
    const provider = operations[0]?.provider ?? '';
    if (operations.length >= 3 && isNew(provider) && !providers.has(provider)) providers.set(provider, operations);
  }
  return order(providers, ([name]) => name)
    .slice(0, 40)
    .flatMap(([, operations]) => order(operations, ({ id }) => id).slice(0, 3));
}

const isMain = process.argv[1]?.endsWith('drawn-operations.ts') === true;
const folder = isMain ? corpusFolder() : undefined;
if (folder !== undefined) {
  const labels = readFileSync(new URL('./labels.tsv', import.meta.url), 'utf8');
  for (const operation of drawOperations(folder, process.argv[2] ?? '', labels)) {
    process.stdout.write(`${JSON.stringify(operation)}\n`);
  }
}
