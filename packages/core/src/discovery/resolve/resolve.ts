/**
 * Resolution: who should do this now. Operations are found by words and meaning, shut out by policy and by what was
 * measured of them, weighed, and given with reasons; it abstains when nothing fits and asks when several fit alike.
 * Nothing is called, and no id is made: candidates are entries of this catalogue.
 */

import type { Words } from '@dragoman/agis';
import type { Caller } from '../../access/caller.js';
import { canSee } from '../../access/caller.js';
import type { Condition, Meaning, OperationFinder } from '../../catalogue/index-port.js';
import type { EntryStore } from '../../catalogue/store.js';
import type { MeaningReader } from '../meaning-reader.js';
import { askApart } from './ask-apart.js';
import { calibrateAll, calibrationOf } from './calibrate.js';
import { judgePolicy, policyConditions } from './judge-policy.js';
import { createIntentReader } from './read-inputs.js';
import type { Candidate, Exclusion, ExclusionLine, Resolution, ResolveRequest } from './resolution.js';
import { emptyBook, type StandingBook } from './standing.js';
import { type FoundOperation, weighCandidates } from './weigh-candidates.js';

/** What resolution needs of the world. */
export interface ResolverPorts {
  index: OperationFinder;
  entries: Pick<EntryStore, 'readMany'>;
  /** Knowledge of English, made at the first resolution. */
  words: () => Words;
  clock: { now(): number };
  /** What texts mean; absent where search goes by words alone. */
  meaning?: MeaningReader;
  /** What was measured of agents. */
  book?: StandingBook;
}

/** Resolves intents. */
export interface Resolver {
  resolve(request: ResolveRequest, caller: Caller, signal?: AbortSignal): Promise<Resolution>;
}

/** Operations that are looked at closely, and agents whose documents are read for that. */
const looked = 60;
/** Behind a best one, candidates are offered down to this. */
const leastBehind = 0.02;
/** Candidates nearer than this to the first fit as well as it. */
const closeScore = 0.08;
/** A candidate this likely is the one, whatever comes near. */
const sureScore = 0.9;
const shownIds = 10;

/** Makes a resolver. */
export function createResolver(ports: ResolverPorts): Resolver {
  return {
    async resolve(request, caller, signal) {
      const { operations, excluded, meaning, notes } = await findCandidates(ports, { request, caller, signal });
      const weighed = weigh(ports, { operations, request, model: meaning?.model });
      const facts = { excluded, matchedBy: matchedBy(meaning), notes };
      return decide(weighed, request, { ...facts, least: calibrationOf(meaning?.model).least });
    },
  };
}

type Read = { meaning?: Meaning; notes: string[] };

/** The domain is part of what is meant. */
function askedText({ intent, context: { domain } }: ResolveRequest): string {
  return domain === undefined ? intent : `${intent} (${domain})`;
}

async function readMeaning(
  ports: ResolverPorts,
  { request, caller, signal }: Search,
  conditions: readonly Condition[],
): Promise<Read> {
  if (ports.meaning === undefined) return { notes: ['Meaning was not compared: this registry has no embedder.'] };
  const { meaning, trouble } = await ports.meaning.read(askedText(request), signal, { conditions, caller });
  if (meaning !== undefined) return { meaning, notes: [] };
  return { notes: [`Meaning was not compared: ${trouble ?? 'the embedder cannot serve at present'}.`] };
}

function matchedBy(meaning: Meaning | undefined): Resolution['matchedBy'] {
  return meaning === undefined ? ['words'] : ['words', 'meaning'];
}

interface Found extends Read {
  operations: FoundOperation[];
}

interface Search {
  request: ResolveRequest;
  caller: Caller;
  signal: AbortSignal | undefined;
}

/** What fits, without what the policy shuts out; and, of what would have fitted, who was shut out by which line. */
async function findCandidates(ports: ResolverPorts, search: Search): Promise<Found & { excluded: Exclusion[] }> {
  const { request } = search;
  const own: Condition[] = languageConditions(request);
  const demanded = policyConditions(request.policy);
  const open = await find(ports, search, own);
  const narrow = demanded.length === 0 ? open : await find(ports, search, [...own, ...demanded]);
  const judge = (each: FoundOperation) => judgePolicy(each, { ...request, book: ports.book ?? emptyBook });
  return {
    ...narrow,
    operations: narrow.operations.filter((each) => judge(each) === undefined),
    excluded: countExclusions(fittingOf(open), judge),
  };
}

/** Operations that would be offered if no policy stood in their way. */
function fittingOf({ operations, meaning }: Found): FoundOperation[] {
  const weights = calibrationOf(meaning?.model);
  const likelihoods = calibrateAll(
    weights,
    operations.map(({ hit }) => hit),
  );
  if ((likelihoods[0] ?? 0) < weights.least) return [];
  return operations.filter((_, at) => (likelihoods[at] ?? 0) >= leastBehind);
}

function languageConditions({ context: { languages } }: ResolveRequest): Condition[] {
  return languages.length === 0 ? [] : [{ field: 'language', values: languages, mode: 'all' }];
}

async function find(ports: ResolverPorts, search: Search, conditions: readonly Condition[]): Promise<Found> {
  const { request, caller } = search;
  const read = await readMeaning(ports, search, conditions);
  const { meaning } = read;
  const query = { text: askedText(request), conditions, top: looked, ...(meaning === undefined ? {} : { meaning }) };
  const hits = ports.index.findOperations(query, caller);
  const rows = await ports.entries.readMany([...new Set(hits.map(({ entryId }) => entryId))]);
  const byId = new Map(rows.map(({ entry }) => [entry.id, entry]));
  const operations = hits.flatMap((hit) => {
    const entry = byId.get(hit.entryId);
    const operation = entry?.operations[hit.place];
    // The store may be ahead of the index; what changed since is left out.
    if (entry === undefined || operation === undefined || !canSee(caller, entry)) return [];
    return entry.status === 'inactive' ? [] : [{ hit, entry, operation }];
  });
  return { ...read, operations };
}

function countExclusions(
  found: readonly FoundOperation[],
  judge: (each: FoundOperation) => ExclusionLine | undefined,
): Exclusion[] {
  const lines = new Map<ExclusionLine, Set<string>>();
  for (const each of found) {
    const line = judge(each);
    if (line !== undefined) lines.set(line, (lines.get(line) ?? new Set()).add(each.entry.id));
  }
  return [...lines].map(([line, ids]) => ({ line, count: ids.size, ids: [...ids].slice(0, shownIds) }));
}

function weigh(
  ports: ResolverPorts,
  { operations, request, model }: { operations: FoundOperation[]; request: ResolveRequest; model: string | undefined },
): Candidate[] {
  const weights = calibrationOf(model);
  const { intent, context } = request;
  const reader = createIntentReader(intent, {
    words: ports.words(),
    now: () => ports.clock.now(),
    timeZone: context.timeZone ?? 'UTC',
  });
  const likelihoods = calibrateAll(
    weights,
    operations.map(({ hit }) => hit),
  );
  return weighCandidates(operations, { request, reader, book: ports.book ?? emptyBook, likelihoods });
}

function decide(
  weighed: readonly Candidate[],
  { top, ranked }: ResolveRequest,
  { least, ...facts }: Pick<Resolution, 'excluded' | 'matchedBy' | 'notes'> & { least: number },
): Resolution {
  const fitting = weighed.filter(({ score }) => score >= leastBehind);
  const [best] = fitting;
  if (best === undefined || best.score < least) {
    const notes = [...facts.notes, 'No operation of this catalogue that you may see fits the intent.'];
    return { decision: 'nothing', candidates: [], ...facts, notes };
  }
  const close = best.score >= sureScore ? [best] : fitting.filter(({ score }) => best.score - score < closeScore);
  const shown = fitting.slice(0, top);
  const candidates = ranked ? shown : [...shown].sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
  if (close.length < 2) return { decision: 'found', candidates, ...facts };
  return { decision: 'ask', candidates, question: askApart(close), ...facts };
}
