/**
 * Ranks the operations that were found: likelihood, statistics, and the preferences of the context; and explains why.
 */
import { type Entry, isJsonObject } from '@dragoman/model';
import type { OperationHit } from '../../catalogue/index-port.js';
import type { StoredEntry } from '../../catalogue/store.js';
import { type AgentStats, isCertified, isVerified, qualityOf, weighStats } from './agent-stats.js';
import { shownSimilarity, withAction } from './calibrate.js';
import type { CalibrationWeights } from './calibration.js';
import { isDeprecated } from './check-policy.js';
import { candidateText, createWordReader } from './matched-words.js';
import type { IntentReader, OperationOf } from './read-inputs.js';
import type { Candidate, CandidateShares, InputsReading, ResolveRequest } from './resolution.js';

/** An operation that was found, with its whole entry. */
export interface FoundOperation extends OperationOf {
  hit: OperationHit;
  stored: StoredEntry;
}

/** An operation with its rank and the reasons that are independent of its text. */
export interface WeighedOperation extends FoundOperation {
  /** How likely it is the right one, 0..1. */
  score: number;
  /** The likelihood by text alone, 0..1. */
  likelihood: number;
  notes: string[];
}

/** Inputs of the ranking. */
export interface Weighing {
  request: ResolveRequest;
  /** Reads the intent, on first use. */
  reader: () => IntentReader;
  stats: AgentStats;
  /** How likely each operation is right by its text alone, in the order of the operations. */
  likelihoods: readonly number[];
  weights: CalibrationWeights;
}

const deprecatedFactor = 0.6;
/** Factor for a service of another domain. */
const otherDomain = 0.55;
/** AGIS's confidence counts as a likelihood, reduced by this factor. */
const agisShare = 0.9;
/** A preference decides between candidates that differ by no more than this. */
const preferenceShare = 0.05;
/** Number of operations whose actions and inputs are read. */
const closelyRead = 12;

/** The operations, best first. */
export function weighOperations(found: readonly FoundOperation[], weighing: Weighing): WeighedOperation[] {
  const { request, reader } = weighing;
  const domainWords = createWordReader(request.context.domain ?? '');
  const first = found.slice(0, closelyRead);
  const sure = first.some(({ operation }) => operation.verb !== undefined) ? reader().confidences(first) : [];
  const weighed = found.map((each, at) => {
    const notes: string[] = [];
    const likelihood = weighing.likelihoods[at] ?? 0;
    let score = likelihood;
    const fit = at < closelyRead ? reader().compareAction(each.operation) : undefined;
    if (fit !== undefined) score = withAction(weighing.weights, score, fit);
    if (fit?.opposed) notes.push('It seems to do the opposite of what is asked.');
    const confidence = sure[at];
    if (confidence !== undefined && confidence * agisShare > score && !fit?.opposed) {
      score = confidence * agisShare;
      notes.push(`Its verb ${each.operation.verb} and its hints match the request (AGIS confidence ${confidence}).`);
    }
    score *= domainFactor(request, () => domainWords(candidateText(each.entry, each.operation)), notes);
    score *= circumstances(each, weighing, notes);
    return { ...each, score: Math.min(1, score), likelihood, notes };
  });
  // Equal scores keep the order in which the operations were found.
  weighed.sort((a, b) => b.score - a.score);
  return weighed.map((each) => ({ ...each, score: rounded(each.score) }));
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Weighed operations as candidates, with the words that match and, for the first ones, their inputs. */
export function explainCandidates(weighed: readonly WeighedOperation[], { request, reader }: Weighing): Candidate[] {
  const intentWords = createWordReader(request.intent);
  return weighed.map((each, at) => {
    const { entry, operation, score, notes } = each;
    const isRead = at < closelyRead;
    const inputs = isRead ? reader().inputs(each, request.context.holds) : noInputs();
    const words = intentWords(candidateText(entry, operation));
    const shares = { ...sharesOf(each), ...(isRead ? { inputs: shareOfInputs(each, inputs) } : {}) };
    return { entry, operation, score, reasons: { words, ...meaningOf(each), inputs, notes }, shares };
  });
}

function sharesOf(each: WeighedOperation): CandidateShares {
  return { words: rounded(each.hit.words), ...meaningOf(each), text: rounded(each.likelihood) };
}

function shareOfInputs({ operation: { input } }: WeighedOperation, { missing }: InputsReading): number {
  const required = isJsonObject(input) && Array.isArray(input.required) ? input.required.length : 0;
  return required === 0 ? 1 : rounded(Math.max(0, required - missing.length) / required);
}

const noInputs = () => ({ given: [], held: [], missing: [] });

function meaningOf({ hit: { meaning } }: FoundOperation): { meaning?: number } {
  return meaning === undefined ? {} : { meaning: shownSimilarity(meaning) };
}

function domainFactor({ context: { domain } }: ResolveRequest, readWords: () => string[], notes: string[]): number {
  if (domain === undefined) return 1;
  const met = readWords();
  if (met.length === 0) return otherDomain;
  notes.push(`It mentions the domain: ${met.join(', ')}.`);
  return 1;
}

function circumstances({ entry, operation }: FoundOperation, { request, stats }: Weighing, notes: string[]): number {
  const conduct = stats.conduct(entry.id, operation.name);
  const feedback = stats.feedback(entry.id);
  const weighting = weighStats(conduct, feedback);
  notes.push(...weighting.notes, ...trustNotes(entry, request));
  let factor = weighting.factor;
  if (isDeprecated(entry, operation)) {
    factor *= deprecatedFactor;
    const { replacement } = operation.lifecycle ?? {};
    notes.push(replacement === undefined ? 'It is deprecated.' : `It is deprecated; use ${replacement}.`);
  }
  const { prefer } = request.context;
  if (prefer === 'quality') factor *= 1 + preferenceShare * ((qualityOf(entry, feedback)?.score ?? 2.5) / 5 - 0.5);
  if (prefer === 'latency' && conduct?.latencyMs !== undefined)
    factor *= 1 + preferenceShare / (1 + conduct.latencyMs / 200);
  if (request.policy.maxLatencyMs !== undefined && conduct?.latencyMs === undefined) {
    notes.push('The duration of its calls has not been measured here.');
  }
  return factor;
}

function trustNotes(entry: Entry, { policy }: ResolveRequest): string[] {
  if (isVerified(entry)) return ['Verified by this registry.'];
  if (policy.certifiedOnly && isCertified(entry)) return ['Certified according to its provider.'];
  return [];
}
