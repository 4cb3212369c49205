/**
 * Resolution: which operation should serve an intent now. Operations are found by words and meaning, excluded by policy
 * and statistics, ranked, and returned with reasons; it abstains when nothing matches and asks when several match
 * equally well. It calls nothing and invents no id: candidates are entries of this catalogue.
 */

import type { Words } from '@dragoman/agis';
import type { Caller } from '../../access/caller.js';
import { canSee } from '../../access/caller.js';
import type { Condition, Meaning, OperationFinder } from '../../catalogue/index-port.js';
import type { EntryStore } from '../../catalogue/store.js';
import type { MeaningReader } from '../meaning-reader.js';
import { type AgentStats, emptyStats } from './agent-stats.js';
import { askApart } from './ask-apart.js';
import { calibrateAll, calibrationOf } from './calibrate.js';
import { checkPolicy, policyConditions } from './check-policy.js';
import { createIntentReader } from './read-inputs.js';
import type { Candidate, Exclusion, ExclusionLine, Resolution, ResolveRequest } from './resolution.js';
import { type FoundOperation, weighCandidates } from './weigh-candidates.js';

/** Dependencies of resolution. */
export interface ResolverPorts {
  index: OperationFinder;
  entries: Pick<EntryStore, 'readMany'>;
  /** Knowledge of English, created on the first resolution. */
  words: () => Words;
  clock: { now(): number };
  /** Embeds texts; absent when search uses only words. */
  meaning?: MeaningReader;
  /** Statistics of services. */
  stats?: AgentStats;
}

/** Resolves intents. */
export interface Resolver {
  resolve(request: ResolveRequest, caller: Caller, signal?: AbortSignal): Promise<Resolution>;
}

/** Maximum number of operations examined in detail, with the entries read for them. */
const maxExamined = 60;
/** After the best candidate, others are offered down to this score. */
const minRunnerUpScore = 0.02;
/** Candidates closer than this to the first match equally well. */
const closeScore = 0.08;
/** A candidate with this likelihood is chosen, however close others are. */
const sureScore = 0.9;
const shownIds = 10;

/** Creates a resolver. */
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

/** The domain is part of the query. */
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
  return { notes: [`Meaning was not compared: ${trouble ?? 'the embedder is temporarily unavailable'}.`] };
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

/** The matching operations that the policy allows; and the excluded ones with their reasons. */
async function findCandidates(ports: ResolverPorts, search: Search): Promise<Found & { excluded: Exclusion[] }> {
  const { request } = search;
  const own: Condition[] = languageConditions(request);
  const demanded = policyConditions(request.policy);
  const open = await find(ports, search, own);
  const narrow = demanded.length === 0 ? open : await find(ports, search, [...own, ...demanded]);
  const excludedBy = (each: FoundOperation) => checkPolicy(each, { ...request, stats: ports.stats ?? emptyStats });
  return {
    ...narrow,
    operations: narrow.operations.filter((each) => excludedBy(each) === undefined),
    excluded: countExclusions(fittingOf(open), excludedBy),
  };
}

/** Operations that would be offered without a policy. */
function fittingOf({ operations, meaning }: Found): FoundOperation[] {
  const weights = calibrationOf(meaning?.model);
  const likelihoods = calibrateAll(
    weights,
    operations.map(({ hit }) => hit),
  );
  if ((likelihoods[0] ?? 0) < weights.least) return [];
  return operations.filter((_, at) => (likelihoods[at] ?? 0) >= minRunnerUpScore);
}

function languageConditions({ context: { languages } }: ResolveRequest): Condition[] {
  return languages.length === 0 ? [] : [{ field: 'language', values: languages, mode: 'all' }];
}

async function find(ports: ResolverPorts, search: Search, conditions: readonly Condition[]): Promise<Found> {
  const { request, caller } = search;
  const read = await readMeaning(ports, search, conditions);
  const { meaning } = read;
  const query = {
    text: askedText(request),
    conditions,
    top: maxExamined,
    ...(meaning === undefined ? {} : { meaning }),
  };
  const hits = ports.index.findOperations(query, caller);
  const rows = await ports.entries.readMany([...new Set(hits.map(({ entryId }) => entryId))]);
  const byId = new Map(rows.map(({ entry }) => [entry.id, entry]));
  const operations = hits.flatMap((hit) => {
    const entry = byId.get(hit.entryId);
    const operation = entry?.operations[hit.place];
    // The store may be ahead of the index; changed entries are left out.
    if (entry === undefined || operation === undefined || !canSee(caller, entry)) return [];
    return entry.status === 'inactive' ? [] : [{ hit, entry, operation }];
  });
  return { ...read, operations };
}

function countExclusions(
  found: readonly FoundOperation[],
  excludedBy: (each: FoundOperation) => ExclusionLine | undefined,
): Exclusion[] {
  const lines = new Map<ExclusionLine, Set<string>>();
  for (const each of found) {
    const line = excludedBy(each);
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
  return weighCandidates(operations, { request, reader, stats: ports.stats ?? emptyStats, likelihoods });
}

function decide(
  weighed: readonly Candidate[],
  { top, ranked }: ResolveRequest,
  { least, ...facts }: Pick<Resolution, 'excluded' | 'matchedBy' | 'notes'> & { least: number },
): Resolution {
  const fitting = weighed.filter(({ score }) => score >= minRunnerUpScore);
  const [best] = fitting;
  if (best === undefined || best.score < least) {
    const notes = [...facts.notes, 'No operation of this catalogue that you may see matches the intent.'];
    return { decision: 'nothing', candidates: [], ...facts, notes };
  }
  const close = best.score >= sureScore ? [best] : fitting.filter(({ score }) => best.score - score < closeScore);
  const shown = fitting.slice(0, top);
  const candidates = ranked ? shown : [...shown].sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
  if (close.length < 2) return { decision: 'found', candidates, ...facts };
  return { decision: 'ask', candidates, question: askApart(close), ...facts };
}
