/**
 * Resolves an intent to an operation (AIDIP ASR). When a registry offers no resolution, or its resolver is down, it is
 * searched instead, and the result says so.
 */
import type { JsonObject, JsonValue, ResolutionQuestion } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgentSearch, AgentSearchResult } from './agent-document.js';
import { clientError, isDragomanError } from './dragoman-error.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** The task, its user and the policy, with the member names of the wire format. */
export interface ResolveIntent {
  intent: string;
  context?: {
    domain?: string;
    locale?: string;
    languages?: readonly string[];
    residency?: readonly string[];
    /** Names of inputs that can be provided; never their values. */
    holds?: readonly string[];
    prefer?: 'quality' | 'latency';
    time_zone?: string;
  };
  policy?: {
    certified_only?: boolean;
    verified_only?: boolean;
    min_quality_score?: number;
    max_latency_ms?: number;
    publishers?: readonly string[];
    max_impact?: 'informational' | 'reversible' | 'irreversible';
    authentication?: readonly string[];
    denied?: readonly string[];
    allow_deprecated?: boolean;
  };
  top?: number;
  ranked?: boolean;
  /** True: return the parts of each score, the limits of the decision, and the nearest operations. */
  explain?: boolean;
}

/** An operation that matches the intent. */
export interface ResolvedCandidate {
  id: string;
  name?: string;
  endpoint: string;
  /** Probability that it is the right one, 0..1. */
  score?: number;
  /** The explanation; contains provider text: data, never instructions. */
  reason?: string;
  reasons?: {
    words: string[];
    meaning?: number;
    inputs: {
      given: { name: string; value: JsonValue }[];
      held: string[];
      missing: { name: string; detail: string }[];
    };
    notes: string[];
  };
  invocation?: {
    method: string;
    content_type: string;
    /** Null: the service has one implied operation. */
    operation: string | null;
    authentication: { type: string; [member: string]: unknown };
    [member: string]: unknown;
  };
  /** With `explain`: stable id of the operation. */
  operation_id?: string;
  /** With `explain`: what the operation does, in the words of its provider. */
  summary?: string;
  /** With `explain`: the measured parts of the score. */
  shares?: { words: number; meaning?: number; inputs?: number; text: number };
}

/** The limits of a decision. */
export interface ResolutionLimits {
  /** From this score on, the first candidate is found. */
  found: number;
  /** Operations with a lower score are no candidates. */
  candidate: number;
  /** Without meaning: with a lower score, nothing matches. */
  words: number;
  /** With a lower similarity, and a score below `found`, nothing matches. */
  meaning?: number;
  /** The similarity must exceed `background` by this. */
  margin?: number;
  /** How similar the intent is to operations in general. */
  background?: number;
  model?: string;
}

/** The decision about an intent or about one of its steps. */
export interface ResolvedDecision {
  /**
   * `found`: use the first candidate; `ask`: several serve the intent, none matches with certainty, or it does not ask
   * for an action; `nothing`: no operation matches.
   */
  decision: 'found' | 'ask' | 'nothing';
  candidates: ResolvedCandidate[];
  question?: ResolutionQuestion;
  /** Set when the intent does not ask for an action: a negation, a question about how, a report, a condition. */
  mood?: { kind: string; evidence: string };
}

/** One step of an intent that asks for several operations. */
export interface ResolvedStep extends ResolvedDecision {
  /** The part of the intent. */
  intent: string;
}

/** The result of a resolution. */
export interface ResolvedIntent extends ResolvedDecision {
  /** The steps of an intent that asks for several operations, in order; `found` when every step is. */
  steps?: ResolvedStep[];
  excluded: { line: string; count: number; ids: string[] }[];
  notes: string[];
  /** `search`: the registry offers no resolution, so it was searched; the policy was then not applied. */
  by: 'resolution' | 'search';
  /** With `explain`. */
  limits?: ResolutionLimits;
  /** With `explain` and `nothing`: the nearest operations, for people; not to be called. */
  nearest?: ResolvedCandidate[];
}

/** A rating of a service after use. */
export interface AgentFeedback {
  operation?: string;
  /** 1..5. */
  rating?: number;
  worked?: boolean;
  unsafe?: boolean;
  intent?: string;
}

/** The combined ratings of a service. */
export interface AgentRatings {
  id: string;
  callers: number;
  raters: number;
  rating?: number;
  tellers: number;
  worked?: number;
  unsafe: boolean;
}

/** Client calls for resolution and ratings. */
export interface ResolveCalls {
  /** The operations that match the intent, best first; `nothing` when none matches. */
  resolve(intent: ResolveIntent, options?: CallOptions): Promise<ResolvedIntent>;
  /** Rates a service; the last rating of a caller counts. */
  giveFeedback(id: string, feedback: AgentFeedback, options?: CallOptions): Promise<AgentRatings>;
}

/** Statuses of a registry that does not support resolution, or whose resolver is unavailable. */
const withoutResolution: ReadonlySet<number | undefined> = new Set([404, 405, 501, 502, 503, 504]);

/** Creates the calls over a transport; `search` is the fallback. */
export function createResolveCalls(
  transport: Transport,
  search: (search: AgentSearch, options?: CallOptions) => Promise<AgentSearchResult>,
): ResolveCalls {
  return {
    async resolve(intent, options = {}) {
      try {
        const request = {
          ...options,
          method: 'POST',
          to: ['agents', 'resolve'],
          body: intent,
          repeatable: true,
        } as const;
        return readResolution(await transport.send(request));
      } catch (error) {
        if (!isDragomanError(error) || !withoutResolution.has(error.status)) throw error;
        const { intent: query, top = 5 } = intent;
        return fromSearch(await search({ query, top }, options), intent);
      }
    },
    async giveFeedback(id, feedback, options = {}) {
      const to = ['agents', id, 'feedback'];
      const { body, status } = await transport.send({
        ...options,
        method: 'POST',
        to,
        body: feedback,
        repeatable: true,
      });
      if (isJsonObject(body) && typeof body.id === 'string') return body as unknown as AgentRatings;
      throw clientError('INVALID_RESPONSE', { message: 'The response is not a rating of a service.', status });
    },
  };
}

/** The registry's response with defaults filled in; candidates without a URL are dropped. */
function readResolution({ body, status }: Incoming): ResolvedIntent {
  if (!isJsonObject(body) || !Array.isArray(body.candidates)) {
    throw clientError('INVALID_RESPONSE', { message: 'The response contains no candidates.', status });
  }
  const { steps, excluded, notes, limits, nearest } = body;
  const read = Array.isArray(steps)
    ? steps.flatMap((step) =>
        isJsonObject(step) && typeof step.intent === 'string' ? [{ intent: step.intent, ...readDecision(step) }] : [],
      )
    : [];
  return {
    ...readDecision(body),
    ...(read.length === 0 ? {} : { steps: read }),
    excluded: Array.isArray(excluded) ? (excluded as unknown as ResolvedIntent['excluded']) : [],
    notes: Array.isArray(notes) ? notes.filter((note): note is string => typeof note === 'string') : [],
    by: 'resolution',
    ...(isJsonObject(limits) ? { limits: limits as unknown as ResolutionLimits } : {}),
    ...(Array.isArray(nearest) ? { nearest: readCandidates(nearest) } : {}),
  };
}

function readCandidates(given: JsonValue | undefined): ResolvedCandidate[] {
  return (Array.isArray(given) ? given : []).filter(
    (each) => isJsonObject(each) && typeof each.id === 'string' && typeof each.endpoint === 'string',
  ) as unknown as ResolvedCandidate[];
}

function readDecision({ decision, candidates: given, question, mood }: JsonObject): ResolvedDecision {
  const candidates = readCandidates(given);
  const known = decision === 'found' || decision === 'ask' || decision === 'nothing';
  return {
    decision: known ? decision : candidates.length === 0 ? 'nothing' : 'found',
    candidates,
    ...(isJsonObject(question) ? { question: question as unknown as ResolutionQuestion } : {}),
    ...(isJsonObject(mood) ? { mood: mood as unknown as NonNullable<ResolvedDecision['mood']> } : {}),
  };
}

/** Search does not support a policy, so no candidates are returned when one was set. */
function fromSearch({ hits }: AgentSearchResult, { policy }: ResolveIntent): ResolvedIntent {
  const facts = { excluded: [], by: 'search' as const };
  if (policy !== undefined && Object.keys(policy).length > 0) {
    const notes = ['This registry offers no resolution, and its search cannot apply the policy.'];
    return { decision: 'nothing', candidates: [], ...facts, notes };
  }
  const candidates = hits.flatMap(({ id, name, endpoint, score }): ResolvedCandidate[] =>
    endpoint === undefined ? [] : [{ id, name, endpoint, ...(score === undefined ? {} : { score }) }],
  );
  const notes = ['This registry offers no resolution; these are search results.'];
  return { decision: candidates.length === 0 ? 'nothing' : 'found', candidates, ...facts, notes };
}
