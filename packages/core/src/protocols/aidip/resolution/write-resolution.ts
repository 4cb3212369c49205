/**
 * Writes a resolution as the response of `POST /agents/resolve` (aidip.md GAP-30): a candidate has everything that a
 * call needs.
 */
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { firstSentence } from '@dragoman/model';
import type {
  Candidate,
  DecisionLimits,
  Reasons,
  Resolution,
  ResolutionStep,
} from '../../../discovery/resolve/resolution.js';
import { plainUnlessHostile } from '../../../gateway/model-text.js';
import { pickFields } from '../../../transport/field-selection.js';
import { endpointOf } from '../write.js';

const maxReasonLength = 300;

/** Members of a candidate that can be selected. */
export const candidateMembers = [
  'id',
  'name',
  'endpoint',
  'score',
  'reason',
  'reasons',
  'invocation',
  'operation_id',
  'summary',
  'shares',
] as const;

/** What a response contains. */
export interface ResolutionView {
  /** Members of the candidates; all when absent. */
  fields?: readonly string[] | undefined;
  /** True: with the measured parts of the scores, the limits, and the nearest operations when nothing matches. */
  explain: boolean;
}

/** Writes a resolution. */
export function writeResolution(resolution: Resolution, view: ResolutionView): JsonObject {
  const { steps, excluded, matchedBy, notes, limits, nearest } = resolution;
  return {
    ...writeDecision(resolution, view),
    ...(steps === undefined
      ? {}
      : { steps: steps.map((step) => ({ intent: step.intent, ...writeDecision(step, view) })) }),
    excluded: excluded.map(({ line, count, ids }) => ({ line, count, ids })),
    matched_by: matchedBy,
    ...(notes.length === 0 ? {} : { notes }),
    ...(view.explain ? { limits: writeLimits(limits), nearest: writeCandidates(nearest, view) } : {}),
  };
}

function writeLimits({ found, candidate, words, meaning, margin, background, model }: DecisionLimits): JsonObject {
  return {
    found,
    candidate,
    words,
    ...(meaning === undefined ? {} : { meaning }),
    ...(margin === undefined ? {} : { margin }),
    ...(background === undefined ? {} : { background }),
    ...(model === undefined ? {} : { model }),
  };
}

function writeCandidates(candidates: readonly Candidate[], { fields, explain }: ResolutionView): JsonObject[] {
  return candidates.map((candidate) =>
    pickFields({ ...writeCandidate(candidate), ...(explain ? explainCandidate(candidate) : {}) }, fields),
  );
}

/** What people need to compare candidates. */
function explainCandidate({ operation, shares: { words, meaning, inputs, text } }: Candidate): JsonObject {
  const { id, summary, description } = operation;
  return {
    operation_id: id,
    summary: firstSentence(plainUnlessHostile(summary ?? description ?? ''), maxReasonLength),
    shares: {
      words,
      ...(meaning === undefined ? {} : { meaning }),
      ...(inputs === undefined ? {} : { inputs }),
      text,
    },
  };
}

function writeDecision(
  { decision, candidates, question, mood }: Omit<ResolutionStep, 'intent'>,
  view: ResolutionView,
): JsonObject {
  return {
    decision,
    candidates: writeCandidates(candidates, view),
    ...(question === undefined ? {} : { question: { text: question.text, between: question.between } }),
    ...(mood === undefined ? {} : { mood: { kind: mood.kind, evidence: mood.evidence } }),
  };
}

function writeCandidate({ entry, operation, score, reasons }: Candidate): JsonObject {
  return {
    id: entry.id,
    name: entry.name,
    endpoint: addressOf(entry, operation),
    score,
    reason: sentenceOf(operation, entry, reasons),
    reasons: writeReasons(reasons),
    invocation: {
      method: 'POST',
      content_type: 'application/json',
      operation: operationName(operation),
      authentication: authenticationOf(entry),
      ...(operation.impact === undefined ? {} : { impact: operation.impact }),
      gateway: `/agents/${encodeURIComponent(entry.id)}/invoke`,
    },
  };
}

/** An operation may have its own URL. */
function addressOf(entry: Entry, { binding }: Operation): string {
  return binding.kind === 'aidip' && binding.ownEndpoint === true ? binding.endpoint : endpointOf(entry);
}

/** The operation name for a call; null for an agent with one implied operation. */
function operationName({ binding, name }: Operation): string | null {
  return binding.kind === 'aidip' ? (binding.operation ?? null) : name;
}

function authenticationOf({ authentication }: Entry): JsonObject {
  const { type, instructions, scopes } = authentication ?? {};
  return {
    type: type ?? 'none',
    ...(instructions === undefined ? {} : { instructions }),
    ...(scopes === undefined ? {} : { scopes }),
  };
}

/** One sentence for people and models; the provider's text in it is data. */
function sentenceOf(operation: Operation, entry: Entry, { words, meaning, inputs, notes }: Reasons): string {
  const said = operation.summary ?? operation.description ?? entry.description;
  const parts = [
    firstSentence(plainUnlessHostile(said), 120).replace(/[\s.;:,]+$/, ''),
    words.length === 0 ? '' : `words: ${words.slice(0, 6).join(', ')}`,
    meaning === undefined ? '' : `meaning: ${meaning}`,
    inputs.missing.length === 0
      ? ''
      : `still needs ${inputs.missing
          .map(({ name }) => name)
          .slice(0, 5)
          .join(', ')}`,
    ...notes.slice(0, 2),
  ];
  return parts
    .filter((part) => part !== '')
    .join('; ')
    .slice(0, maxReasonLength);
}

function writeReasons({ words, meaning, inputs, notes }: Reasons): JsonObject {
  return {
    words,
    ...(meaning === undefined ? {} : { meaning }),
    inputs: { given: inputs.given, held: inputs.held, missing: inputs.missing },
    notes,
  };
}
