/**
 * Pages of listings and searches (aidip.md GAP-14): by `top` and `skip`, or by a cursor that is stable under changes.
 */
import type { FieldError } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { CursorScope, PagePosition } from '../../../access/cursor.js';
import { readCursor, writeCursor } from '../../../access/cursor.js';
import { readHits } from '../../../catalogue/browse.js';
import type { FindQuery, Hit, Meaning } from '../../../catalogue/index-port.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { AidipPorts } from '../ports.js';

/** Default page size. */
export const defaultTop = 10;
/** Maximum page size; a larger `top` is reduced to it, which the response shows. */
export const maxTop = 100;
/** Maximum characters of metadata per page; a larger page is truncated, which the response shows. */
export const maxPageText = 4_000_000;
/** Maximum `skip`; to go further, follow the cursor. */
export const maxSkip = 10_000;

/** The requested page. */
export interface PageRequest {
  top: number;
  skip: number;
  /** Continues after an earlier page; `skip` is then ignored. */
  cursor?: string;
  /** The meaning of the text; not part of the query that a cursor is bound to. */
  meaning?: Meaning;
  /** The page contains full documents, so its size is limited too. */
  full?: boolean;
}

/** The search, without the page. */
export type Wanted = Pick<FindQuery, 'text' | 'conditions' | 'order'>;

/** One result; with its entry if full documents were requested. */
export interface PageItem {
  hit: Hit;
  stored?: StoredEntry;
}

/** A page of results with its position and next cursor. */
export interface Page {
  items: PageItem[];
  count: number;
  top: number;
  skip: number;
  /** Cursor of the next page; undefined on the last one. */
  next?: string;
}

/** `top` within its limits. */
export function boundedTop(top: number | undefined): number {
  return Math.min(top ?? defaultTop, maxTop);
}

/** Reports a `skip` that is too large, with the alternative. */
export function checkSkip(skip: number, report: (problem: FieldError) => void): void {
  if (skip <= maxSkip) return;
  const detail = `must be at most ${maxSkip}; to go further follow the cursor of the previous page`;
  report({ field: 'skip', pointer: '/skip', code: 'request/skip', detail });
}

/** Finds one page with the caller's visibility. */
export async function findPage(ports: AidipPorts, wanted: Wanted, page: PageRequest, caller: Caller): Promise<Page> {
  const scope: CursorScope = { key: ports.cursorKey, query: wanted, subject: caller.subject };
  const place = page.cursor === undefined ? { skip: page.skip } : readCursor(page.cursor, scope);
  // One more result than requested shows whether there is a next page, whatever changes between two pages.
  const more = page.top > 0 ? 1 : 0;
  const meaning = page.meaning === undefined ? {} : { meaning: page.meaning };
  const query = { ...wanted, ...meaning, ...startAt(place), top: page.top + more };
  const { hits, count } = await ports.index.find(query, caller);
  const asked = hits.slice(0, page.top);
  const { items, taken } = page.full === true ? await wholeItems(ports, asked, caller) : summaryItems(asked);
  const top = taken < asked.length ? taken : page.top;
  const next = nextPlace(place, { top, order: wanted.order, hits });
  return {
    items,
    count,
    top,
    skip: place.skip,
    ...(next === undefined ? {} : { next: writeCursor(next, scope) }),
  };
}

interface PageItems {
  items: PageItem[];
  /** Number of hits that these items represent. */
  taken: number;
}

function summaryItems(hits: readonly Hit[]): PageItems {
  return { items: hits.map((hit) => ({ hit })), taken: hits.length };
}

/** The first hits whose documents fit on one page; at least one, so that every page makes progress. */
async function wholeItems(ports: AidipPorts, hits: readonly Hit[], caller: Caller): Promise<PageItems> {
  const items: PageItem[] = [];
  let left = maxPageText;
  for await (const found of readHits(ports, hits, caller)) {
    left -= JSON.stringify(found.stored.entry).length;
    if (left < 0 && items.length > 0) return { items, taken: hits.indexOf(found.hit) };
    items.push(found);
  }
  return { items, taken: hits.length };
}

function startAt(place: PagePosition): Pick<FindQuery, 'skip' | 'after' | 'afterId'> {
  const { skip, name, id } = place;
  if (id === undefined) return { skip };
  return name === undefined ? { skip, afterId: id } : { skip: 0, after: { name, id } };
}

interface GivenPage {
  top: number;
  order: Wanted['order'];
  hits: readonly Hit[];
}

function nextPlace(place: PagePosition, { top, order, hits }: GivenPage): PagePosition | undefined {
  const skip = place.skip + top;
  const last = hits[top - 1];
  if (last === undefined || hits.length <= top) return undefined;
  if (order === 'relevance') return skip <= maxSkip ? { skip, id: last.id } : undefined;
  return { skip, name: last.name, id: last.id };
}
