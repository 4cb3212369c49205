/** Reads a list of tools from the first page to the last over HTTP, like a platform that enumerates tools. */
import { performance } from 'node:perf_hooks';

/** Result of reading the list; times in milliseconds. */
export interface Walk {
  tools: number;
  /** Time of each page, from the request to the parsed response. */
  pages: number[];
  total: number;
  /** The signatures, for a host that serves the same ones. */
  items: unknown[];
}

interface Page {
  items: unknown[];
  paging: { next: string | null };
}

/** Follows `paging.next` to the end. */
export async function walkPages(list: string, headers: Record<string, string>, pageLimit = 100): Promise<Walk> {
  const walk: Walk = { tools: 0, pages: [], total: 0, items: [] };
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const start = performance.now();
    const query = new URLSearchParams({ pageLimit: String(pageLimit), ...(cursor ? { pageCursor: cursor } : {}) });
    const answer = await fetch(`${list}?${query}`, { headers });
    if (!answer.ok) throw new Error(`${list} answered ${answer.status}: ${await answer.text()}`);
    const page = (await answer.json()) as Page;
    walk.pages.push(performance.now() - start);
    walk.items.push(...page.items);
    cursor = page.paging.next;
  }
  walk.tools = walk.items.length;
  walk.total = walk.pages.reduce((sum, each) => sum + each, 0);
  return walk;
}
