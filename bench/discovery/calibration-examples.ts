/**
 * The examples for the calibration: permissively licensed training sets, each request unchanged, with its right tools
 * removed, and as a request for the tools of another set; and the development half of the everyday set.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSynonyms, createWords, dayIn, readInstruction } from '@dragoman/agis';
import { plainText } from '@dragoman/core/descriptions';
import type { Embedder } from '@dragoman/core/embedder';
import { anonymous, type StoredEntry } from '@dragoman/core/engine';
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { type Evidence, evidenceOf } from '../../packages/core/src/discovery/resolve/calibrate.js';
import { type ActionFit, createActionComparison } from '../../packages/core/src/discovery/resolve/compare-action.js';
import { createLikeness } from '../../packages/core/src/discovery/resolve/find-twins.js';
import { readJsonLines } from '../corpus.js';
import { makeEntry, makeOperation, makeStored } from '../entries.js';
import { readEverydaySet } from './everyday/everyday-set.js';
import { createFilledIndex } from './filled-index.js';

/** The first candidate of a request. */
export interface Example extends Evidence, ActionFit {
  source: 'training' | 'everyday';
  right: boolean;
  /** An operation of the catalogue serves the request. */
  answerable: boolean;
  /** The best similarity of all candidates. */
  bestMeaning: number;
}

/** An operation of another service than the first, right candidate. */
export interface TwinExample {
  gap: number;
  likeness: number;
  twin: boolean;
}

/** All examples for one model. */
export interface Examples {
  first: Example[];
  twins: TwinExample[];
}

interface Pair extends JsonObject {
  query: string;
  positive: { name: string; description: string };
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
/** Maximum number of tools per set, because the precise model is slow. */
const mostTools = 250;
const requestsPerSet = 150;
const candidates = 40;
const knowledge = { words: createWords(), synonyms: createSynonyms() };

interface TrainingSet {
  stored: StoredEntry[];
  requests: { text: string; right: ReadonlySet<string> }[];
}

function readTrainingSet(pairs: Iterable<Pair>): TrainingSet {
  const right = new Map<string, Set<string>>();
  const tools = new Map<string, Pair['positive']>();
  for (const { query, positive } of pairs) {
    const key = `${positive.name}\n${positive.description}`.slice(0, 400);
    if (!tools.has(key) && tools.size >= mostTools) continue;
    tools.set(key, positive);
    right.set(query, (right.get(query) ?? new Set()).add(key));
  }
  const stored = [...tools].map(([key, { name, description }], at) =>
    makeStored(makeEntry(key, { name, description, operations: [makeOperation(name, [])] }), at + 1),
  );
  const every = Math.max(1, right.size / requestsPerSet);
  const all = [...right].map(([text, keys]) => ({ text, right: keys }));
  return { stored, requests: all.filter((_, at) => at % every < 1) };
}

interface Found {
  entry: Entry;
  operation: Operation;
  evidence: Evidence;
}

type Find = (text: string, without?: ReadonlySet<string>) => Promise<Found[]>;

async function createFind(stored: readonly StoredEntry[], embedder: Embedder | undefined): Promise<Find> {
  const index = await createFilledIndex(stored, embedder);
  const byId = new Map(stored.map(({ entry }) => [entry.id, entry]));
  return async (text, without = new Set()) => {
    const [vector] = embedder === undefined ? [] : await embedder.embed([plainText(text.slice(0, 2_000))]);
    const meaning =
      vector === undefined || embedder === undefined ? {} : { meaning: { model: embedder.model, vector } };
    const hits = index
      .findOperations({ text, conditions: [], top: candidates, ...meaning }, anonymous)
      .filter(({ entryId }) => !without.has(entryId));
    const evidence = evidenceOf(hits);
    return hits.flatMap(({ entryId, place }, at) => {
      const entry = byId.get(entryId);
      const [operation, own] = [entry?.operations[place], evidence[at]];
      return entry === undefined || operation === undefined || own === undefined
        ? []
        : [{ entry, operation, evidence: own }];
    });
  };
}

function exampleOf(
  text: string,
  found: readonly Found[],
  told: Pick<Example, 'source' | 'right' | 'answerable'>,
): Example[] {
  const [first] = found;
  if (first === undefined) return [];
  const instruction = readInstruction(text.slice(0, 2_000), dayIn('UTC', 0), knowledge);
  const fit = createActionComparison(instruction, knowledge)(first.operation);
  const bestMeaning = Math.max(...found.map(({ evidence }) => evidence.meaning ?? 0));
  return [{ ...told, ...first.evidence, ...fit, bestMeaning }];
}

async function collectTraining(corpus: string, embedder: Embedder | undefined): Promise<Example[]> {
  const folder = join(corpus, 'retrieval', 'train');
  const files = readdirSync(folder).filter((file) => permitted.has(file.replace('.jsonl.gz', '')));
  const sets = files.sort().map((file) => readTrainingSet(readJsonLines<Pair>(join(folder, file))));
  const examples: Example[] = [];
  const source = 'training' as const;
  for (const [at, set] of sets.entries()) {
    const find = await createFind(set.stored, embedder);
    const foreign = sets[(at + 1) % sets.length]?.requests ?? [];
    for (const [number, { text, right }] of set.requests.entries()) {
      const found = await find(text);
      const isRight = right.has(found[0]?.entry.id ?? '');
      examples.push(...exampleOf(text, found, { source, right: isRight, answerable: true }));
      examples.push(...exampleOf(text, await find(text, right), { source, right: false, answerable: false }));
      const other = foreign[number % foreign.length]?.text ?? '';
      examples.push(...exampleOf(other, await find(other), { source, right: false, answerable: false }));
    }
  }
  return examples;
}

async function collectEveryday(embedder: Embedder | undefined): Promise<Examples> {
  const { services, requests } = readEverydaySet();
  const find = await createFind(services, embedder);
  const collected: Examples = { first: [], twins: [] };
  for (const { kind, half, text, operations } of requests) {
    if (half !== 'development' || kind === 'steps') continue;
    const found = await find(text);
    const isNamed = ({ entry, operation }: Found) => operations.includes(`${entry.id}.${operation.name}`);
    const answerable = kind === 'worded' || kind === 'plain' || kind === 'twins';
    const [first, ...others] = found;
    const right = answerable && first !== undefined && isNamed(first);
    collected.first.push(...exampleOf(text, found, { source: 'everyday', right, answerable }));
    if (!right) continue;
    const likenessTo = createLikeness(first, knowledge);
    const strength = ({ evidence }: Found) => evidence.meaning ?? evidence.words;
    for (const other of others.filter(({ entry }) => entry.id !== first.entry.id))
      collected.twins.push({
        gap: strength(first) - strength(other),
        likeness: likenessTo(other),
        twin: isNamed(other),
      });
  }
  return collected;
}

/** Collects the examples for one model; undefined: for words alone. */
export async function collectExamples(corpus: string, embedder: Embedder | undefined): Promise<Examples> {
  const everyday = await collectEveryday(embedder);
  return { ...everyday, first: [...(await collectTraining(corpus, embedder)), ...everyday.first] };
}
