/**
 * Searches several registries as one. Scores of different registries are not comparable, so hits are merged by rank
 * (reciprocal rank fusion), never by score.
 */

import type { AgentSearch, AgentSummary } from './agent-document.js';
import type { AgentCalls } from './agents.js';
import type { DragomanError } from './dragoman-error.js';
import { clientError, isDragomanError } from './dragoman-error.js';
import type { CallOptions } from './transport.js';

/** One registry of a federation. */
export interface FederationMember {
  /** Name that marks its hits. */
  name: string;
  client: { agents: Pick<AgentCalls, 'search'> };
  /** Omit hits with a lower score in this registry; overrides the `minScore` of the search. */
  minScore?: number;
}

/** Where a hit was found. */
export interface Finding {
  registry: string;
  /** 1 for the first hit of that registry. */
  rank: number;
  /** That registry's own score. */
  score?: number;
}

/** A service found in one or more registries. */
export interface FederatedHit {
  /** As the first registry in `found` describes it. */
  agent: AgentSummary;
  /** Every registry that has it, in federation order. */
  found: Finding[];
  /** Sum of 1 / (60 + rank) over the registries; only comparable within one result. */
  fusedScore: number;
}

/** The merged result. */
export interface FederatedResult {
  /** Best first. */
  hits: FederatedHit[];
  /** Registries that failed; the hits of the others are kept. */
  failed: { registry: string; error: DragomanError }[];
}

/** Registries that are searched as one. */
export interface Federation {
  /** Searches all registries concurrently; throws only when all of them fail. */
  search(search: AgentSearch, options?: CallOptions): Promise<FederatedResult>;
}

/** The usual constant of reciprocal rank fusion: it limits the weight of a single first rank. */
const damping = 60;

/** Combines several registries into one search. */
export function createFederation(members: readonly FederationMember[]): Federation {
  if (members.length === 0 || new Set(members.map(({ name }) => name)).size !== members.length) {
    throw clientError('INVALID_ARGUMENT', {
      message: 'A federation needs at least one registry, each with a unique name.',
    });
  }
  return { search: (search, options) => searchAll(members, search, options) };
}

async function searchAll(members: readonly FederationMember[], search: AgentSearch, options?: CallOptions) {
  const answers = await Promise.all(members.map((member) => ask(member, search, options)));
  const failed = answers.flatMap(({ registry, error }) => (error === undefined ? [] : [{ registry, error }]));
  const [first] = failed;
  if (first !== undefined && failed.length === members.length) throw first.error;
  const hits = fuse(answers);
  return { hits: search.top === undefined ? hits : hits.slice(0, search.top), failed };
}

interface MemberAnswer {
  registry: string;
  hits: AgentSummary[];
  error?: DragomanError;
}

async function ask(member: FederationMember, search: AgentSearch, options?: CallOptions): Promise<MemberAnswer> {
  const { name: registry, client, minScore = search.minScore } = member;
  try {
    const { hits } = await client.agents.search(
      { ...search, ...(minScore === undefined ? {} : { minScore }) },
      options,
    );
    return { registry, hits };
  } catch (error) {
    if (!isDragomanError(error)) throw error;
    return { registry, hits: [], error };
  }
}

function fuse(answers: readonly MemberAnswer[]): FederatedHit[] {
  const merged = new Map<string, FederatedHit>();
  for (const { registry, hits } of answers) {
    hits.forEach((agent, index) => {
      const finding: Finding = {
        registry,
        rank: index + 1,
        ...(agent.score === undefined ? {} : { score: agent.score }),
      };
      const key = identity(registry, agent);
      const known = merged.get(key);
      // A registry cannot promote a service by listing it twice.
      if (known?.found.some((earlier) => earlier.registry === registry) === true) return;
      const hit = known ?? { agent, found: [], fusedScore: 0 };
      hit.found.push(finding);
      hit.fusedScore += 1 / (damping + finding.rank);
      merged.set(key, hit);
    });
  }
  return [...merged.values()].sort((one, other) => other.fusedScore - one.fusedScore);
}

/** Ids are unique only within a registry; with the same absolute endpoint it is the same service. */
function identity(registry: string, { id, endpoint }: AgentSummary): string {
  const absolute = typeof endpoint === 'string' && /^https?:/i.test(endpoint);
  return JSON.stringify(absolute ? [id, endpoint] : [id, 'only in', registry]);
}
