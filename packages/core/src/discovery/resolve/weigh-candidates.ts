/**
 * Ranks the operations that were found: likelihood, statistics, and the preferences of the context; and explains why.
 */
import type { Entry } from '@dragoman/model';
import type { OperationHit } from '../../catalogue/index-port.js';
import { type AgentStats, isCertified, isVerified, qualityOf, weighStats } from './agent-stats.js';
import { isDeprecated } from './check-policy.js';
import { candidateText, createWordReader } from './matched-words.js';
import type { IntentReader, OperationOf } from './read-inputs.js';
import type { Candidate, ResolveRequest } from './resolution.js';

/** An operation that was found, with its whole entry. */
export interface FoundOperation extends OperationOf {
  hit: OperationHit;
}

/** Inputs of the ranking. */
export interface Weighing {
  request: ResolveRequest;
  reader: IntentReader;
  stats: AgentStats;
  /** How likely each operation is right by its text alone, in the order of the operations. */
  likelihoods: readonly number[];
}

const deprecatedFactor = 0.6;
/** Factor for a service of another domain. */
const otherDomain = 0.55;
/** AGIS's confidence counts as a likelihood, reduced by this factor. */
const agisShare = 0.9;
/** A preference decides between candidates that differ by no more than this. */
const preferenceShare = 0.05;
/** Number of operations whose inputs are read. */
const closelyRead = 12;

/** The candidates, best first. */
export function weighCandidates(found: readonly FoundOperation[], weighing: Weighing): Candidate[] {
  const { request, reader } = weighing;
  const intentWords = createWordReader(request.intent);
  const domainWords = createWordReader(request.context.domain ?? '');
  const sure = reader.confidences(found.slice(0, closelyRead));
  const weighed = found.map((each, at) => {
    const text = candidateText(each.entry, each.operation);
    const notes: string[] = [];
    let score = weighing.likelihoods[at] ?? 0;
    const confidence = sure[at];
    if (confidence !== undefined && confidence * agisShare > score) {
      score = confidence * agisShare;
      notes.push(`Its verb ${each.operation.verb} and its hints match the request (AGIS confidence ${confidence}).`);
    }
    score *= domainFactor(request, domainWords(text), notes);
    score *= circumstances(each, weighing, notes);
    const reasons = { words: intentWords(text), ...meaningOf(each), inputs: noInputs(), notes };
    return { entry: each.entry, operation: each.operation, score: Math.min(1, score), reasons };
  });
  // Equal scores keep the order in which the operations were found.
  weighed.sort((a, b) => b.score - a.score);
  return weighed.map((candidate, at) => (at < closelyRead ? withInputs(candidate, weighing) : rounded(candidate)));
}

const noInputs = () => ({ given: [], held: [], missing: [] });

function meaningOf({ hit: { meaning } }: FoundOperation): { meaning?: number } {
  return meaning === undefined ? {} : { meaning: Math.round(meaning * 1_000) / 1_000 };
}

function withInputs(candidate: Candidate, { reader, request }: Weighing): Candidate {
  const inputs = reader.inputs(candidate, request.context.holds);
  return rounded({ ...candidate, reasons: { ...candidate.reasons, inputs } });
}

function rounded(candidate: Candidate): Candidate {
  return { ...candidate, score: Math.round(candidate.score * 10_000) / 10_000 };
}

function domainFactor({ context: { domain } }: ResolveRequest, met: readonly string[], notes: string[]): number {
  if (domain === undefined) return 1;
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
