/** Walks the pages of an untrusted tool list: to the end, but with limits and cycle detection. */
import type { ToolSignature } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from '../dragoman-error.js';
import type { Incoming } from '../transport.js';

/** Conditions for listed tools. */
export interface ToolConditions {
  /** Required tags, exact match. */
  tags?: readonly string[];
  /** Latest version number of the tool. */
  version?: number;
  /**
   * The task in words: a server that searches ranks tools by it. Of other servers, tools are kept whose name, description
   * or tags contain every word, in any case.
   */
  text?: string;
  /** Page size to request; the server's default by default. */
  pageLimit?: number;
}

/** Walk options. */
export interface Walk {
  conditions?: ToolConditions;
  /** The signature of an item; undefined when it is invalid. */
  take(item: unknown): ToolSignature | undefined;
  /** Whether it matches, for servers that ignore conditions. */
  keep(tool: ToolSignature): boolean;
  fetchPage(url: URL): Promise<Incoming>;
}

/** Maximum number of pages and tools per walk. */
const limits = { pages: 10_000, tools: 200_000 } as const;

/** Maximum cursor length, in characters. */
const longestCursor = 4_096;

/** All matching tools of a list. */
export async function* walkTools(list: URL, walk: Walk): AsyncGenerator<ToolSignature, void> {
  const seen = new Set<string>();
  let given = 0;
  let cursor: string | undefined;
  for (let page = 0; page < limits.pages; page += 1) {
    const { items, next } = readPage(await walk.fetchPage(pageAddress(list, walk.conditions, cursor)));
    given += items.length;
    if (given > limits.tools) throw endless(`more than ${limits.tools} tools`);
    for (const item of items) {
      const tool = walk.take(item);
      if (tool !== undefined && walk.keep(tool)) yield tool;
    }
    if (next === undefined) return;
    if (seen.has(next)) throw endless('a page cursor twice, so its pages form a cycle');
    seen.add(next);
    cursor = next;
  }
  throw endless(`more than ${limits.pages} pages`);
}

/** Whether a tool matches the conditions, because the server may ignore the filter. */
export function meets(tool: ToolSignature, { tags = [], version, text = '' }: ToolConditions): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const content = [tool.name, tool.description, ...(tool.tags ?? [])].join('\n').toLowerCase();
  return (
    tags.every((tag) => tool.tags?.includes(tag)) &&
    (version === undefined || tool.version === version) &&
    words.every((word) => content.includes(word))
  );
}

function pageAddress(list: URL, { tags = [], version, text, pageLimit }: ToolConditions = {}, cursor?: string): URL {
  const url = new URL(list);
  for (const tag of tags) url.searchParams.append('tag', tag);
  if (version !== undefined) url.searchParams.set('version', String(version));
  if (text !== undefined) url.searchParams.set('text', text);
  if (pageLimit !== undefined) url.searchParams.set('pageLimit', String(pageLimit));
  if (cursor !== undefined) url.searchParams.set('pageCursor', cursor);
  return url;
}

function readPage({ body, status }: Incoming): { items: unknown[]; next?: string } {
  if (Array.isArray(body)) return { items: body };
  if (!isJsonObject(body) || !Array.isArray(body.items)) {
    throw clientError('INVALID_RESPONSE', { message: 'The response is not a page of tools: it has no items.', status });
  }
  const next = readCursor(isJsonObject(body.paging) ? body.paging.next : undefined);
  return { items: body.items, ...(next === undefined ? {} : { next }) };
}

/** Null, nothing, or an empty text mark the end; some servers send a whole URL. */
function readCursor(next: unknown): string | undefined {
  if (next === undefined || next === null || next === '') return undefined;
  const text = typeof next === 'number' ? String(next) : next;
  if (typeof text !== 'string' || text.length > longestCursor) {
    throw clientError('INVALID_RESPONSE', { message: 'The cursor of the next page is not a valid string.' });
  }
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return text;
  return new URL(text).searchParams.get('pageCursor') ?? text;
}

function endless(what: string) {
  return clientError('INVALID_RESPONSE', { message: `The server returned ${what}; the walk was stopped.` });
}
