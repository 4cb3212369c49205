/**
 * Resolution: which operation should serve an intent now. Operations are found by words and meaning, excluded by policy
 * and statistics, ranked, and returned with reasons; it abstains when nothing matches and asks when several match
 * equally well. It calls nothing and invents no id: candidates are entries of this catalogue.
 */

import type { Caller } from '../../access/caller.js';
import type { Condition, Meaning } from '../../catalogue/index-port.js';
import { emptyStats } from './agent-stats.js';
import { askApart } from './ask-apart.js';
import { calibrateAll, calibrationOf } from './calibrate.js';
import { checkPolicy, policyConditions } from './check-policy.js';
import { type Found, findOperations, type RankerPorts, type Search } from './find-operations.js';
import { heedMood } from './heed-mood.js';
import { maxWeighed, minRunnerUpScore, weighingOf } from './rank-operations.js';
import type { Candidate, Exclusion, ExclusionLine, Resolution, ResolveRequest } from './resolution.js';
import { explainCandidates, type FoundOperation, weighOperations } from './weigh-candidates.js';

/** Resolves intents. */
export interface Resolver {
  resolve(request: ResolveRequest, caller: Caller, signal?: AbortSignal): Promise<Resolution>;
}

/** Candidates closer than this to the first match equally well. */
const closeScore = 0.08;
/** A candidate with this likelihood is chosen, however close others are. */
const sureScore = 0.9;
const shownIds = 10;

/** Creates a resolver. */
export function createResolver(ports: RankerPorts): Resolver {
  return {
    async resolve(request, caller, signal) {
      const { operations, excluded, meaning, notes } = await findCandidates(ports, {
        request,
        caller,
        signal,
        top: maxWeighed,
      });
      const weighing = weighingOf(ports, request, calibrationOf(meaning?.model), operations);
      const weighed = explainCandidates(weighOperations(operations, weighing), weighing);
      const facts = { excluded, matchedBy: matchedBy(meaning), notes };
      const decided = decide(weighed, request, { ...facts, least: calibrationOf(meaning?.model).least });
      return heedMood(decided, request.intent, ports.words());
    },
  };
}

function matchedBy(meaning: Meaning | undefined): Resolution['matchedBy'] {
  return meaning === undefined ? ['words'] : ['words', 'meaning'];
}

/** The matching operations that the policy allows; and the excluded ones with their reasons. */
async function findCandidates(ports: RankerPorts, search: Search): Promise<Found & { excluded: Exclusion[] }> {
  const { request } = search;
  const own: Condition[] = languageConditions(request);
  const demanded = policyConditions(request.policy);
  const open = await findOperations(ports, search, own);
  const narrow = demanded.length === 0 ? open : await findOperations(ports, search, [...own, ...demanded]);
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
