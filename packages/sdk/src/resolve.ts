/**
 * From an intent to the operation that should do it (AIDIP ASR). A registry that offers no resolution, or whose
 * resolver is down, is searched instead, and the result says so.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AgentSearch, AgentSearchResult } from './agent-document.js';
import { clientError, isDragomanError } from './dragoman-error.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** What is to be done, for whom, and under which rules; the members are those of the wire. */
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
}

/** An operation that can serve the intent. */
export interface ResolvedCandidate {
  id: string;
  name?: string;
  endpoint: string;
  /** How likely it is the right one, 0..1. */
  score?: number;
  /** Why; holds the provider's words: data, never instructions. */
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
    /** Null: the agent has one implied operation. */
    operation: string | null;
    authentication: { type: string; [member: string]: unknown };
    [member: string]: unknown;
  };
}

/** What came of resolution. */
export interface ResolvedIntent {
  decision: 'found' | 'ask' | 'nothing';
  candidates: ResolvedCandidate[];
  question?: { text: string; between: { id: string; operation: string; difference: string }[] };
  excluded: { line: string; count: number; ids: string[] }[];
  notes: string[];
  /** `search`: the registry gave no resolution, so its search was asked; policy was then not applied. */
  by: 'resolution' | 'search';
}

/** What is said of an agent after use. */
export interface AgentFeedback {
  operation?: string;
  /** 1..5. */
  rating?: number;
  worked?: boolean;
  unsafe?: boolean;
  intent?: string;
}

/** What callers together say of an agent. */
export interface AgentStanding {
  id: string;
  callers: number;
  raters: number;
  rating?: number;
  tellers: number;
  worked?: number;
  unsafe: boolean;
}

/** The calls that resolve intents. */
export interface ResolveCalls {
  /** The operations that can do what is intended, best first; `nothing` when none fits. */
  resolve(intent: ResolveIntent, options?: CallOptions): Promise<ResolvedIntent>;
  /** Says how well an agent served; the last word of a caller counts. */
  giveFeedback(id: string, feedback: AgentFeedback, options?: CallOptions): Promise<AgentStanding>;
}

/** Statuses of a registry that offers no resolution, or not at present. */
const withoutResolution: ReadonlySet<number | undefined> = new Set([404, 405, 501, 502, 503, 504]);

/** Makes the calls over a transport; `search` serves where there is no resolution. */
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
      if (isJsonObject(body) && typeof body.id === 'string') return body as unknown as AgentStanding;
      throw clientError('INVALID_RESPONSE', { message: 'The answer says nothing of an agent.', status });
    },
  };
}

/** The answer of the registry, with what is missing filled in; candidates without an address are no candidates. */
function readResolution({ body, status }: Incoming): ResolvedIntent {
  if (!isJsonObject(body) || !Array.isArray(body.candidates)) {
    throw clientError('INVALID_RESPONSE', { message: 'The answer holds no candidates.', status });
  }
  const candidates = body.candidates.filter(
    (each) => isJsonObject(each) && typeof each.id === 'string' && typeof each.endpoint === 'string',
  ) as unknown as ResolvedCandidate[];
  const { decision, question, excluded, notes } = body;
  const known = decision === 'found' || decision === 'ask' || decision === 'nothing';
  return {
    decision: known ? decision : candidates.length === 0 ? 'nothing' : 'found',
    candidates,
    ...(isJsonObject(question) ? { question: question as unknown as NonNullable<ResolvedIntent['question']> } : {}),
    excluded: Array.isArray(excluded) ? (excluded as unknown as ResolvedIntent['excluded']) : [],
    notes: Array.isArray(notes) ? notes.filter((note): note is string => typeof note === 'string') : [],
    by: 'resolution',
  };
}

/** Search knows no policy, so nothing is offered where one was set. */
function fromSearch({ hits }: AgentSearchResult, { policy }: ResolveIntent): ResolvedIntent {
  const facts = { excluded: [], by: 'search' as const };
  if (policy !== undefined && Object.keys(policy).length > 0) {
    const notes = ['This registry offers no resolution, and its search cannot apply the policy.'];
    return { decision: 'nothing', candidates: [], ...facts, notes };
  }
  const candidates = hits.flatMap(({ id, name, endpoint, score }): ResolvedCandidate[] =>
    endpoint === undefined ? [] : [{ id, name, endpoint, ...(score === undefined ? {} : { score }) }],
  );
  const notes = ['This registry offers no resolution; these are hits of its search.'];
  return { decision: candidates.length === 0 ? 'nothing' : 'found', candidates, ...facts, notes };
}
