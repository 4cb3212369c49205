/** Finds tools across the whole catalogue: entries by relevance, then their operations by the words of the query. */
import type { JsonObject, Operation } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { BrowsePorts } from '../../../catalogue/browse.js';
import { readHits } from '../../../catalogue/browse.js';
import { operationTools } from './operation-tools.js';
import type { McpTool } from './root.js';

/** The search parameters. */
export interface ToolQuery {
  query: string;
  limit: number;
}

/** The best matching tools, best first, as search_tools returns them. */
export type FindTools = (query: ToolQuery, caller: Caller) => Promise<JsonObject[]>;

/** Number of entries that one search examines. */
const maxEntries = 20;

/** Maximum length of a summary. */
const maxSummaryLength = 300;

/** Creates the search over an index of entries. */
export function createFindTools(ports: BrowsePorts, { anonymous }: { anonymous: boolean }): FindTools {
  return async ({ query, limit }, caller) => {
    if (!anonymous && caller.kind === 'anonymous') {
      throw new Failure('UNAUTHENTICATED', { message: 'Searching this registry requires a credential.' });
    }
    const wanted = { text: query, conditions: [], order: 'relevance', top: maxEntries, skip: 0 } as const;
    const { hits } = ports.index.find(wanted, caller);
    const words = wordsOf(query);
    const found: { score: number; shown: JsonObject }[] = [];
    for await (const { hit, stored } of readHits(ports, hits, caller)) {
      const { entry } = stored;
      const operations = new Map(entry.operations.map((operation) => [operation.name, operation]));
      for (const tool of operationTools(entry)) {
        const operation = operations.get(tool.aim?.operationName ?? '');
        if (operation === undefined) continue;
        const score = (hit.score ?? 0) + shareOf(words, tool, operation);
        found.push({ score, shown: show(tool, operation, entry) });
      }
    }
    found.sort((one, other) => other.score - one.score);
    return found.slice(0, limit).map(({ shown }) => shown);
  };
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length > 2).map(stem))];
}

/** Removes common endings; stems are compared by prefix. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ies|es|ed|s)$/, '') : word;
}

function shareOf(words: readonly string[], { name }: McpTool, { summary, description, tags }: Operation): number {
  if (words.length === 0) return 0;
  const text = [name.replaceAll('_', ' '), summary, description, ...tags].join(' ').toLowerCase();
  return words.filter((word) => text.includes(word)).length / words.length;
}

function show({ name, listed }: McpTool, operation: Operation, entry: { id: string; name: string }): JsonObject {
  const text = String(listed.description ?? name).replace(/\s+/g, ' ');
  return {
    agent: entry.id,
    agent_name: entry.name,
    tool: name,
    summary: text.length > maxSummaryLength ? `${text.slice(0, maxSummaryLength - 1)}…` : text,
    ...(operation.impact === undefined ? {} : { impact: operation.impact }),
    ...(operation.lifecycle?.deprecated === true ? { deprecated: true } : {}),
  };
}
