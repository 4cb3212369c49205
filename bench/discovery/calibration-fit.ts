/**
 * Fits the probability that a candidate is right from its word score, its similarity of meaning and its
 * lead over the next. Uses permissively licensed training sets; a third of the requests has its right tools removed.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plainText } from '@dragoman/core/descriptions';
import type { Embedder } from '@dragoman/core/embedder';
import { anonymous, createDiscoveryIndex, createMemoryStore, createVectorFeed } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { readJsonLines } from '../corpus.js';
import { makeEntry, makeOperation, makeStored } from '../entries.js';

/** One candidate of a request, with the features of its probability. */
export interface Example {
  words: number;
  meaning: number;
  lead: number;
  right: boolean;
  /** The first candidate of its request. */
  first: boolean;
  /** The request's right tools were removed. */
  unanswerable: boolean;
}

interface Pair extends JsonObject {
  query: string;
  positive: { name: string; description: string; provider?: string };
}

/** Sets whose license allows shipping constants fitted on them. */
const permitted = new Set([
  'anytool',
  'api-bank',
  'apibench-torchhub',
  'apizoo',
  'aws-cli-examples',
  'azure-cli-examples',
  'hammerbench',
  'jentic-steps',
  'nestful',
  'rotbench',
  'tooleyes-services',
  'toolrl-sft',
]);
/** Leads are capped at this value, because they are always large in a small catalogue. */
const mostLead = 0.2;
/** Maximum number of tools per set, because the precise model is slow. */
const mostTools = 600;
const requestsPerSet = 120;
const candidates = 3;
/** Every n-th request has its right tools removed. */
const leftOutEvery = 3;

/** Reads the sets and returns the candidates of our own index. */
export async function collectExamples(
  corpus: string,
  embedder: Embedder | undefined,
  share: number,
): Promise<Example[]> {
  const folder = join(corpus, 'retrieval', 'train');
  const all: Example[] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!permitted.has(file.replace('.jsonl.gz', ''))) continue;
    all.push(...(await collectSet([...readJsonLines<Pair>(join(folder, file))], embedder, share)));
  }
  return all;
}

async function collectSet(pairs: readonly Pair[], embedder: Embedder | undefined, share: number): Promise<Example[]> {
  const right = new Map<string, Set<string>>();
  const tools = new Map<string, Pair['positive']>();
  const keyOf = ({ name, description }: Pair['positive']) => `${name}\n${description}`.slice(0, 400);
  for (const { query, positive } of pairs) {
    const key = keyOf(positive);
    if (!tools.has(key) && tools.size >= mostTools) continue;
    tools.set(key, positive);
    right.set(query, (right.get(query) ?? new Set()).add(key));
  }
  const feed =
    embedder === undefined
      ? undefined
      : createVectorFeed({
          embedder,
          store: createMemoryStore().vectors,
          share,
          onError(error) {
            throw error;
          },
        });
  const index = createDiscoveryIndex({ feeds: feed === undefined ? [] : [feed] });
  const stored = new Map(
    [...tools].map(([key, { name, description }], number) => {
      const operation = { ...makeOperation(name, []), description };
      return [
        key,
        makeStored(
          makeEntry(key, { name: '', description: '', operations: [operation, makeOperation('none', [])] }),
          number,
        ),
      ];
    }),
  );
  for (const each of stored.values()) index.put(each);
  await feed?.settled();
  const every = Math.max(1, Math.floor(right.size / requestsPerSet));
  const examples: Example[] = [];
  let at = 0;
  for (const [query, keys] of right) {
    at += 1;
    if (at % every !== 0) continue;
    const unanswerable = (at / every) % leftOutEvery === 0;
    const [vector] = embedder === undefined ? [] : await embedder.embed([plainText(query)]);
    const meaning =
      vector === undefined || embedder === undefined ? {} : { meaning: { model: embedder.model, vector } };
    const found = index
      .findOperations({ text: query, conditions: [], top: 12, ...meaning }, anonymous)
      .filter(({ entryId, place }) => place === 0 && !(unanswerable && keys.has(entryId)))
      .slice(0, candidates + 1);
    found.slice(0, candidates).forEach((hit, place) => {
      const rival = found[place === 0 ? 1 : 0]?.score ?? 0;
      examples.push({
        words: hit.words,
        meaning: hit.meaning ?? 0,
        lead: hit.score - rival,
        right: keys.has(hit.entryId),
        first: place === 0,
        unanswerable,
      });
    });
  }
  return examples;
}

/** Weights of a logistic function: constant, words, meaning, lead. */
export type Weights = readonly [number, number, number, number];

const featuresOf = ({ words, meaning, lead }: Example) => [
  1,
  words,
  meaning,
  Math.max(-mostLead, Math.min(mostLead, lead)),
];

/** The probability that an example is right. */
export function likelihood(weights: Weights, example: Example): number {
  const sum = featuresOf(example).reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Fits the weights; a feature with a negative weight is removed. */
export function fitWeights(examples: readonly Example[]): Weights {
  const weights = regress(examples);
  if (weights[1] >= 0) return weights;
  const [constant, , meaning, lead] = regress(examples.map((example) => ({ ...example, words: 0 })));
  return [constant, 0, meaning, lead];
}

/** Logistic regression with Newton's method and light regularization. */
function regress(examples: readonly Example[]): Weights {
  let weights = [0, 0, 0, 0];
  for (let round = 0; round < 30; round += 1) {
    const gradient = [0, 0, 0, 0];
    const curve = Array.from({ length: 4 }, (_, at) =>
      Array.from({ length: 4 }, (_, other): number => (at === other ? 1e-2 : 0)),
    );
    for (const example of examples) {
      const features = featuresOf(example);
      const p = likelihood(weights as unknown as Weights, example);
      features.forEach((value, at) => {
        gradient[at] = (gradient[at] ?? 0) + ((example.right ? 1 : 0) - p) * value;
        features.forEach((other, place) => {
          const row = curve[at] ?? [];
          row[place] = (row[place] ?? 0) + p * (1 - p) * value * other;
        });
      });
    }
    const step = solve(curve, gradient);
    weights = weights.map((value, at) => value + (step[at] ?? 0));
  }
  return weights as unknown as Weights;
}

/** Gaussian elimination for a small positive system. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let pivot = 0; pivot < rows.length; pivot += 1) {
    for (let at = 0; at < rows.length; at += 1) {
      const [own, top] = [rows[at] ?? [], rows[pivot] ?? []];
      if (at === pivot) continue;
      const factor = (own[pivot] ?? 0) / (top[pivot] ?? 1);
      rows[at] = own.map((value, place) => value - factor * (top[place] ?? 0));
    }
  }
  return rows.map((row, at) => (row[rows.length] ?? 0) / (row[at] ?? 1));
}
