/** Pages of listings and searches (aidip.md GAP-14): by `top` and `skip`, or by a cursor that changes cannot upset. */
import type { FieldError } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { Found, FoundEntry } from '../../../catalogue/browse.js';
import { findEntries } from '../../../catalogue/browse.js';
import type { FindQuery } from '../../../catalogue/index-port.js';
import type { CursorScope, PagePlace } from '../../../transport/cursor.js';
import { readCursor, writeCursor } from '../../../transport/cursor.js';
import type { AidipPorts } from '../ports.js';

/** Results on a page when the caller does not say. */
export const usualTop = 10;
/** Most results on a page; a larger `top` is cut to it, and the answer shows so. */
export const mostTop = 100;
/** Largest `skip`; who wants to go further follows the cursor. */
export const mostSkip = 10_000;

/** The page that a caller asks for. */
export interface PageRequest {
  top: number;
  skip: number;
  /** Goes on behind an earlier page; `skip` is then not looked at. */
  cursor?: string;
}

/** What is looked for, without the page. */
export type Wanted = Pick<FindQuery, 'text' | 'conditions' | 'order'>;

/** A page of results with where it lies and how to go on. */
export interface Page {
  items: FoundEntry[];
  count: number;
  top: number;
  skip: number;
  /** Cursor of the next page; undefined on the last one. */
  next?: string;
}

/** `top` within bounds. */
export function boundedTop(top: number | undefined): number {
  return Math.min(top ?? usualTop, mostTop);
}

/** Reports a `skip` that is too large, with the way on. */
export function checkSkip(skip: number, report: (problem: FieldError) => void): void {
  if (skip <= mostSkip) return;
  const detail = `must be at most ${mostSkip}; to go further follow the cursor of the page before`;
  report({ field: 'skip', pointer: '/skip', code: 'request/skip', detail });
}

/** Finds one page through the caller's eyes. */
export async function findPage(ports: AidipPorts, wanted: Wanted, page: PageRequest, caller: Caller): Promise<Page> {
  const scope: CursorScope = { key: ports.cursorKey, query: wanted, subject: caller.subject };
  const place = page.cursor === undefined ? { skip: page.skip } : readCursor(page.cursor, scope);
  // One more than asked for tells whether there is a next page, whatever has come and gone between two pages.
  const more = page.top > 0 && wanted.order === 'name' ? 1 : 0;
  const found = await findEntries(ports, { ...wanted, ...startAt(place), top: page.top + more }, caller);
  const items = found.items.slice(0, page.top);
  const next = nextPlace(place, page.top, wanted.order, found);
  return {
    items,
    count: found.count,
    top: page.top,
    skip: place.skip,
    ...(next === undefined ? {} : { next: writeCursor(next, scope) }),
  };
}

function startAt(place: PagePlace): Pick<FindQuery, 'skip' | 'after'> {
  const { skip, name, id } = place;
  return name === undefined || id === undefined ? { skip } : { skip: 0, after: { name, id } };
}

function nextPlace(place: PagePlace, top: number, order: Wanted['order'], found: Found): PagePlace | undefined {
  const skip = place.skip + top;
  if (top === 0) return undefined;
  if (order === 'relevance') return skip < found.count && skip <= mostSkip ? { skip } : undefined;
  const last = found.items[top - 1]?.stored.entry;
  return last === undefined || found.items.length <= top ? undefined : { skip, name: last.name, id: last.id };
}
