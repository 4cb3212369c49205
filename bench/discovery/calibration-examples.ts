/**
 * The examples for the calibration: permissively licensed training sets, each request unchanged, with its right tools
 * removed, and as a request for the tools of another set; and the development half of the everyday set.
 */
import { createSynonyms, createWords, dayIn, readInstruction } from '@dragoman/agis';
import { plainText } from '@dragoman/core/descriptions';
import type { Embedder } from '@dragoman/core/embedder';
import { anonymous, type StoredEntry } from '@dragoman/core/engine';
import type { Entry, Operation } from '@dragoman/model';
import { type Evidence, evidenceOf } from '../../packages/core/src/discovery/resolve/calibrate.js';
import { type ActionFit, createActionComparison } from '../../packages/core/src/discovery/resolve/compare-action.js';
import { createLikeness } from '../../packages/core/src/discovery/resolve/find-twins.js';
import { makeEntry, makeOperation, makeStored } from '../entries.js';
import { readEverydaySet } from './everyday/everyday-set.js';
import { createFilledIndex } from './filled-index.js';
import { type Pair, readTrainingPairs, toolKey } from './training-sets.js';

/** The first candidate of a request. */
export interface Example extends Evidence, ActionFit {
  source: 'training' | 'everyday';
  right: boolean;
  /** An operation of the catalogue serves the request. */
  answerable: boolean;
  /** The best similarity of all candidates, and the same minus that of operations in general. */
  bestMeaning: number;
  margin: number;
  /** Only one service serves the request. */
  sole: boolean;
  /** The candidates of other services, if the first one is right; of the everyday set only. */
  others: TwinExample[];
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
    const key = toolKey(positive);
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

/** What texts are compared with. */
export interface Comparison {
  /** Undefined: words alone are compared. */
  embedder?: Embedder;
  /** How similar a vector is to operations in general. */
  background: (vector: Float32Array) => number;
}

interface Found {
  entry: Entry;
  operation: Operation;
  evidence: Evidence;
  /** How similar the request is to operations in general. */
  background: number;
}

type Find = (text: string, without?: ReadonlySet<string>) => Promise<Found[]>;

async function createFind(stored: readonly StoredEntry[], { embedder, background }: Comparison): Promise<Find> {
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
    const general = vector === undefined ? 0 : background(vector);
    return hits.flatMap(({ entryId, place }, at) => {
      const entry = byId.get(entryId);
      const [operation, own] = [entry?.operations[place], evidence[at]];
      return entry === undefined || operation === undefined || own === undefined
        ? []
        : [{ entry, operation, evidence: own, background: general }];
    });
  };
}

function exampleOf(
  text: string,
  found: readonly Found[],
  told: Pick<Example, 'source' | 'right' | 'answerable' | 'sole' | 'others'>,
): Example[] {
  const [first] = found;
  if (first === undefined) return [];
  const instruction = readInstruction(text.slice(0, 2_000), dayIn('UTC', 0), knowledge);
  const fit = createActionComparison(instruction, knowledge)(first.operation);
  const bestMeaning = Math.max(...found.map(({ evidence }) => evidence.meaning ?? 0));
  return [{ ...told, ...first.evidence, ...fit, bestMeaning, margin: bestMeaning - first.background }];
}

async function collectTraining(corpus: string, comparison: Comparison): Promise<Example[]> {
  const sets = [...readTrainingPairs(corpus)].map(readTrainingSet);
  const examples: Example[] = [];
  const same = { source: 'training' as const, sole: true, others: [] };
  for (const [at, set] of sets.entries()) {
    const find = await createFind(set.stored, comparison);
    const foreign = sets[(at + 1) % sets.length]?.requests ?? [];
    for (const [number, { text, right }] of set.requests.entries()) {
      const found = await find(text);
      const isRight = right.has(found[0]?.entry.id ?? '');
      examples.push(...exampleOf(text, found, { ...same, right: isRight, answerable: true }));
      examples.push(...exampleOf(text, await find(text, right), { ...same, right: false, answerable: false }));
      const other = foreign[number % foreign.length]?.text ?? '';
      examples.push(...exampleOf(other, await find(other), { ...same, right: false, answerable: false }));
    }
  }
  return examples;
}

/** The first candidate compared with those of other services. */
function compareOthers([first, ...others]: readonly Found[], isNamed: (found: Found) => boolean): TwinExample[] {
  if (first === undefined) return [];
  const likenessTo = createLikeness(first, knowledge);
  const strength = ({ evidence }: Found) => evidence.meaning ?? evidence.words;
  return others
    .filter(({ entry }) => entry.id !== first.entry.id)
    .map((other) => ({
      gap: strength(first) - strength(other),
      likeness: likenessTo(other),
      twin: isNamed(other),
    }));
}

async function collectEveryday(comparison: Comparison): Promise<Examples> {
  const { services, requests } = readEverydaySet();
  const find = await createFind(services, comparison);
  const collected: Examples = { first: [], twins: [] };
  for (const { kind, half, text, operations } of requests) {
    if (half !== 'development' || kind === 'steps') continue;
    const found = await find(text);
    const isNamed = ({ entry, operation }: Found) => operations.includes(`${entry.id}.${operation.name}`);
    const answerable = kind === 'worded' || kind === 'plain' || kind === 'twins';
    const [first] = found;
    const right = answerable && first !== undefined && isNamed(first);
    const others = right ? compareOthers(found, isNamed) : [];
    const told = { source: 'everyday' as const, right, answerable, sole: kind !== 'twins', others };
    collected.first.push(...exampleOf(text, found, told));
    collected.twins.push(...others);
  }
  return collected;
}

/** Collects the examples for one model. */
export async function collectExamples(corpus: string, comparison: Comparison): Promise<Examples> {
  const everyday = await collectEveryday(comparison);
  return { ...everyday, first: [...(await collectTraining(corpus, comparison)), ...everyday.first] };
}
