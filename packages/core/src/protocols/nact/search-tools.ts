/** Searches the tools of a root: the ranked operations of the catalogue as tools. */
import type { Caller } from '../../access/caller.js';
import type { AcceptedOperations } from '../../catalogue/index-port.js';
import { maxRanked, type RankOperations } from '../../discovery/resolve/rank-operations.js';
import type { ToolCache } from './tool-cache.js';
import type { Tool } from './tool-history.js';

/** A search for tools. */
export interface ToolSearch {
  text: string;
  /** Tags that a tool must all have. */
  tags: readonly string[];
  /** Only the tools of these operations; all when absent. */
  accepts?: AcceptedOperations;
}

/** Dependencies of the search. */
export interface ToolSearchPorts {
  rank: RankOperations;
  cache: ToolCache;
}

/** The listed tools that match, best first, at most 200; operations that cannot be a tool are left out. */
export async function searchTools(
  { rank, cache }: ToolSearchPorts,
  { text, tags, accepts }: ToolSearch,
  caller: Caller,
): Promise<Tool[]> {
  const conditions = tags.length === 0 ? [] : [{ field: 'tag', values: tags, mode: 'all' as const }];
  const query = { text, conditions, top: maxRanked, ...(accepts === undefined ? {} : { accepts }) };
  const ranked = await rank(query, caller);
  const owners = new Map(ranked.map(({ stored }) => [stored.entry.id, stored]));
  const tools = new Map<string, Map<string, Tool>>();
  for (const [id, stored] of owners) {
    const listed = (await cache.toolsOf(stored)).tools.filter((tool) => tool.listed);
    tools.set(id, new Map(listed.map((tool) => [tool.operationId, tool])));
  }
  return ranked.flatMap(({ entry, operation }) => tools.get(entry.id)?.get(operation.id) ?? []);
}
