/** Searches the tools of a root: the ranked operations of the catalogue as tools. */
import type { Caller } from '../../access/caller.js';
import type { OperationTest } from '../../catalogue/index-port.js';
import { maxRanked, type RankOperations } from '../../discovery/resolve/rank-operations.js';
import type { ToolCache } from './tool-cache.js';
import type { Tool } from './tool-history.js';

/** A search for tools. */
export interface ToolSearch {
  text: string;
  /** Tags that a tool must all have. */
  tags: readonly string[];
  /** Only the tools of these operations; all when absent. */
  accepts?: OperationTest;
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
  const found: Tool[] = [];
  for (const { stored, operation } of await rank(query, caller)) {
    const { tools } = await cache.toolsOf(stored);
    const tool = tools.find(({ listed, operationId }) => listed && operationId === operation.id);
    if (tool !== undefined) found.push(tool);
  }
  return found;
}
