/** Says in one sentence why a request was found, is asked about, or matches nothing, with the numbers that decided. */
import type { ResolutionLimits, ResolvedCandidate, ResolvedDecision } from '@dragoman/sdk';

/** A number between 0 and 1 with two digits. */
export function shortNumber(value: number): string {
  return value.toFixed(2);
}

/** The similarity that a candidate needs; undefined when meanings were not compared. */
export function neededMeaning({ meaning, background, margin }: ResolutionLimits): number | undefined {
  if (meaning === undefined) return undefined;
  return background === undefined || margin === undefined ? meaning : Math.max(meaning, background + margin);
}

/** What an intent is that asks for no action, by the server's words. */
const moods: Readonly<Record<string, string>> = {
  negated: 'says what not to do',
  contradictory: 'contradicts itself',
  'how-to': 'asks how something is done',
  question: 'is a question',
  past: 'reports what has happened',
  hypothetical: 'states a condition',
  quoted: 'quotes somebody',
  other: 'says what somebody else does',
};

/** The reason of a decision. */
export function explainDecision(
  { decision, candidates, mood }: ResolvedDecision,
  limits: ResolutionLimits | undefined,
  nearest: readonly ResolvedCandidate[] = [],
): string {
  const best = Math.max(...candidates.map(({ score = 0 }) => score), 0);
  if (decision === 'nothing') return explainNothing(nearest, limits);
  if (limits === undefined) return decision === 'found' ? 'The first candidate matches.' : 'No candidate is certain.';
  const limit = shortNumber(limits.found);
  if (decision === 'found') return `The best score, ${shortNumber(best)}, reaches the limit of ${limit}.`;
  if (mood !== undefined) {
    return `The request ${moods[mood.kind] ?? 'asks for no action'}, so nothing that changes something is called for it.`;
  }
  if (best >= limits.found)
    return `Several operations can do it. The best score, ${shortNumber(best)}, is above ${limit}.`;
  return `No candidate is certain: the best score, ${shortNumber(best)}, is below ${limit}.`;
}

function explainNothing(nearest: readonly ResolvedCandidate[], limits: ResolutionLimits | undefined): string {
  const needed = limits === undefined ? undefined : neededMeaning(limits);
  const meanings = nearest.flatMap(({ shares }) => (shares?.meaning === undefined ? [] : [shares.meaning]));
  if (nearest.length === 0) return 'No operation that you may see has anything in common with the request.';
  if (needed === undefined || meanings.length === 0) return 'The words of no operation match well enough.';
  const best = shortNumber(Math.max(...meanings));
  return `The nearest operation is not similar enough: ${best}, and ${shortNumber(needed)} is required.`;
}

/** The names of policy rules, by the member of the policy. */
const rules: Readonly<Record<string, string>> = {
  certified_only: 'Not certified',
  verified_only: 'Not verified',
  min_quality_score: 'Quality too low',
  max_latency_ms: 'Too slow',
  publishers: 'Other publisher',
  max_impact: 'Impact too high',
  authentication: 'Other authentication',
  denied: 'Excluded by you',
  allow_deprecated: 'Deprecated',
  residency: 'Other place of data',
};

/** Why a rule excludes services; an unknown rule keeps its name. */
export function exclusionLabel(line: string): string {
  return rules[line] ?? line;
}
