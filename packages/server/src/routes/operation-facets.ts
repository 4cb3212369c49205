/** Counts of the operations in a list by field, so that a person can narrow it. */
import type { RankedOperation, StoredEntry } from '@dragoman/core/engine';

/** A value and the number of operations that have it. */
export interface FacetValue {
  value: string;
  count: number;
  /** Name of the service, for the field `agent`. */
  name?: string;
}

/** Values by field, most frequent first. */
export type Facets = Record<string, FacetValue[]>;

/** Maximum number of values of one field. */
export const maxFacetValues = 100;

/** A tool as far as it is counted. */
export interface CountedTool {
  agentId: string;
  tags: readonly string[];
  impact?: string;
}

/** Counts tools; tags are written as their vendors do. */
export function countTools(tools: readonly CountedTool[]): Facets {
  return {
    agent: count(tools.map(({ agentId }) => agentId)),
    tag: count(tools.flatMap(({ tags }) => [...new Set(tags)])),
    impact: count(tools.flatMap(({ impact }) => impact ?? [])),
  };
}

/** Counts the operations of a ranking. */
export function countFacets(ranked: readonly RankedOperation[]): Facets {
  const names = new Map(ranked.map(({ entry }) => [entry.id, entry.name]));
  const label = (text: string) => text.trim().toLowerCase();
  return {
    agent: count(ranked.map(({ entry }) => entry.id)).map((each) => ({ ...each, name: names.get(each.value) ?? '' })),
    tag: count(
      ranked.flatMap(({ entry, operation }) => [
        ...new Set([...operation.tags, ...entry.tags].map((tag) => label(tag))),
      ]),
    ),
    impact: count(ranked.flatMap(({ operation }) => operation.impact ?? [])),
  };
}

function count(values: readonly string[]): FacetValue[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return mostFrequent(counts);
}

function mostFrequent(counts: ReadonlyMap<string, number>): FacetValue[] {
  return [...counts]
    .map(([value, number]) => ({ value, count: number }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, maxFacetValues);
}

/** The services with the most operations, with their names. */
export async function nameAgents(
  entries: { readMany(ids: readonly string[]): Promise<StoredEntry[]> },
  counts: ReadonlyMap<string, number>,
): Promise<FacetValue[]> {
  const first = mostFrequent(counts);
  const rows = await entries.readMany(first.map(({ value }) => value));
  const names = new Map(rows.map(({ entry }) => [entry.id, entry.name]));
  return first.map((each) => ({ ...each, name: names.get(each.value) ?? each.value }));
}
