/**
 * Resolution: which operation should serve an intent now. Operations are found by words and meaning, excluded by policy
 * and statistics, ranked, and returned with reasons; it abstains when nothing matches and asks when several match
 * equally well. It calls nothing and invents no id: candidates are entries of this catalogue.
 */

import { createSynonyms, splitSteps } from '@dragoman/agis';
import type { Caller } from '../../access/caller.js';
import type { AcceptedOperations, Condition, Meaning } from '../../catalogue/index-port.js';
import { emptyStats } from './agent-stats.js';
import { calibrateAll, calibrationOf, mayMatch, shownSimilarity } from './calibrate.js';
import type { CalibrationWeights } from './calibration.js';
import { calibrations } from './calibration-weights.js';
import { checkPolicy, policyConditions } from './check-policy.js';
import { combineSteps } from './combine-steps.js';
import { decide } from './decide.js';
import { type Found, findOperations, type RankerPorts, type Search } from './find-operations.js';
import { heedMood } from './heed-mood.js';
import { maxWeighed, minRunnerUpScore, weighingOf } from './rank-operations.js';
import type { DecisionLimits, Exclusion, ExclusionLine, Resolution, ResolveRequest } from './resolution.js';
import { explainCandidates, type FoundOperation, weighOperations } from './weigh-candidates.js';

/** Resolves intents. */
export interface Resolver {
  /** `accepts` limits the operations, such as to those of one service. */
  resolve(
    request: ResolveRequest,
    caller: Caller,
    signal?: AbortSignal,
    accepts?: AcceptedOperations,
  ): Promise<Resolution>;
}

interface ResolveOptions {
  signal: AbortSignal | undefined;
  accepts: AcceptedOperations | undefined;
  /** The request is one step of another. */
  isStep?: boolean;
}

/** Excluded operations count down to this likelihood. */
const minExcludedScore = 0.02;
const shownIds = 10;

/** Creates a resolver. */
export function createResolver(ports: RankerPorts): Resolver {
  const synonyms = createSynonyms();
  const resolveOne = async (request: ResolveRequest, caller: Caller, options: ResolveOptions) => {
    const { signal, accepts, isStep = false } = options;
    const search = { request, caller, signal, top: maxWeighed, ...(accepts === undefined ? {} : { accepts }) };
    const { operations, excluded, meaning, notes } = await findCandidates(ports, search);
    const weights = calibrationOf(meaning?.model);
    const weighing = weighingOf(ports, operations, { request, weights, synonyms });
    const weighed = explainCandidates(weighOperations(operations, weighing), weighing);
    const knowledge = { words: ports.words(), synonyms };
    // A step says too little to be compared with operations in general.
    const background = isStep ? undefined : meaning?.background?.();
    const decided = decide(weighed, { request, weights, knowledge, background });
    const limits = limitsOf(weights, meaning, background);
    const facts = { excluded, matchedBy: matchedBy(meaning), limits };
    const resolution = { ...decided, ...facts, notes: [...notes, ...decided.notes] };
    return heedMood(resolution, request.intent, ports.words());
  };
  return {
    async resolve(request, caller, signal, accepts) {
      const parts = splitSteps(request.intent, ports.words());
      const steps: [intent: string, Resolution][] = [];
      for (const intent of parts.length > 1 ? parts : [])
        steps.push([intent, await resolveOne({ ...request, intent }, caller, { signal, accepts, isStep: true })]);
      return combineSteps(await resolveOne(request, caller, { signal, accepts }), steps);
    },
  };
}

function matchedBy(meaning: Meaning | undefined): Resolution['matchedBy'] {
  return meaning === undefined ? ['words'] : ['words', 'meaning'];
}

function limitsOf(
  weights: CalibrationWeights,
  meaning: Meaning | undefined,
  background: number | undefined,
): DecisionLimits {
  const shared = { found: weights.sure, candidate: minRunnerUpScore, words: calibrations.words.least };
  if (meaning === undefined) return shared;
  const { least, margin } = weights;
  return {
    ...shared,
    meaning: least,
    model: meaning.model,
    ...(background === undefined ? {} : { margin, background: shownSimilarity(background) }),
  };
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
  const isMatch = ({ hit: { meaning: own } }: FoundOperation, at: number) =>
    mayMatch(weights, { meaning: own, score: likelihoods[at] ?? 0 });
  if (!operations.some(isMatch)) return [];
  return operations.filter((_, at) => (likelihoods[at] ?? 0) >= minExcludedScore);
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
