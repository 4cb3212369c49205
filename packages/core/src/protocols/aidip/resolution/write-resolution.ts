/**
 * Writes a resolution as the response of `POST /agents/resolve` (aidip.md GAP-30): a candidate has everything that a
 * call needs.
 */
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { firstSentence } from '@dragoman/model';
import type { Candidate, Reasons, Resolution, ResolutionStep } from '../../../discovery/resolve/resolution.js';
import { plainUnlessHostile } from '../../../gateway/model-text.js';
import { pickFields } from '../../../transport/field-selection.js';
import { endpointOf } from '../write.js';

const maxReasonLength = 300;

/** Members of a candidate that can be selected. */
export const candidateMembers = ['id', 'name', 'endpoint', 'score', 'reason', 'reasons', 'invocation'] as const;

/** Writes a resolution, with the requested members of the candidates. */
export function writeResolution(resolution: Resolution, fields?: readonly string[]): JsonObject {
  const { steps, excluded, matchedBy, notes } = resolution;
  return {
    ...writeDecision(resolution, fields),
    ...(steps === undefined
      ? {}
      : { steps: steps.map((step) => ({ intent: step.intent, ...writeDecision(step, fields) })) }),
    excluded: excluded.map(({ line, count, ids }) => ({ line, count, ids })),
    matched_by: matchedBy,
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function writeDecision(
  { decision, candidates, question, mood }: Omit<ResolutionStep, 'intent'>,
  fields: readonly string[] | undefined,
): JsonObject {
  return {
    decision,
    candidates: candidates.map((candidate) => pickFields(writeCandidate(candidate), fields)),
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
