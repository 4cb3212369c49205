/**
 * Cursor pages (PROF-RESP-06, -08, -09, -10): a bounded size, a signed cursor, and the way on ready to be followed. The
 * handler asks which page is wanted and hands over one item more than fit, in the order of their keys.
 */
import { randomUUID } from 'node:crypto';
import { addressWith, type Clock, linkHeader, systemClock } from '@dragoman/core/http';
import { withLink } from '../answer.js';
import { callerKey, callOf } from '../call-context.js';
import { isRead } from '../is-read.js';
import type { Property } from '../property.js';
import { type CursorBounds, type PageKey, writePageCursor } from './page-cursor.js';
import { readPage, type WantedPage } from './read-page.js';

/** How lists are cut into pages. */
export interface PagesOptions {
  /** Items on a page that nobody gave a size for; 20 unless given. */
  usual?: number;
  /** Most items on a page; more is refused. 100 unless given. */
  most?: number;
  /** Most bytes of the items on a page as JSON; it ends earlier where they are long. 256 KiB unless given. */
  bytes?: number;
  /** Signs cursors. Give it where there are several processes, or where cursors shall outlive one. */
  key?: string;
  /** Seconds for which a cursor is good; a day unless given. */
  maxAgeSeconds?: number;
  /** Names of the parameters; `limit` and `cursor` unless given. */
  limitName?: string;
  cursorName?: string;
  clock?: Clock;
}

/** One page as its body. */
export interface PageBody<Item> {
  items: Item[];
  /** Absent on the last page. */
  next_cursor?: string;
  /** The whole address of the next page, relative to this server. */
  next_page?: string;
}

/** The page that a request wants. */
export interface Page extends WantedPage {
  /**
   * The body of the page from the items after `after`, in the order of their keys: hand over `limit + 1` of them, so that it
   * shows whether there are more. Throws when two neighbours have the same key, which would lose items.
   */
  write<Item>(items: readonly Item[], keyOf: (item: Item) => PageKey): PageBody<Item>;
}

const place = Symbol('page');

/** Makes the property; wrong sizes and cursors are refused before the handler runs. */
export function createPages(options: PagesOptions = {}): Property {
  const { usual = 20, most = 100, bytes = 256 * 1024, maxAgeSeconds = 86_400, clock = systemClock } = options;
  const { key = randomUUID(), limitName = 'limit', cursorName = 'cursor' } = options;
  const rules = { limitName, cursorName, usual: Math.min(usual, most), most };
  return (next) => async (request, call) => {
    if (!isRead(request)) return next(request, call);
    const url = new URL(request.url);
    const bounds = { key, path: url.pathname, caller: () => callerKey(request, call), now: clock.now(), maxAgeSeconds };
    const wanted = readPage(url, rules, bounds);
    const page = createPage(wanted, { bounds, bytes, cursorName });
    call.values.set(place, page);
    const response = await next(restored(request, url, wanted, cursorName), call);
    return page.next === undefined
      ? response
      : withLink(response, linkHeader([{ rel: 'next', target: page.next }]) ?? '');
  };
}

/** The page that the request of a handler wants. */
export function pageOf(host: object): Page {
  const page = callOf(host).values.get(place);
  if (page === undefined) throw new Error('createPages does not stand before this handler');
  return page as Page;
}

interface PageContext {
  bounds: CursorBounds;
  bytes: number;
  cursorName: string;
}

function createPage(wanted: WantedPage, { bounds, bytes, cursorName }: PageContext): Page & { next?: string } {
  const page: Page & { next?: string } = {
    ...wanted,
    write(items, keyOf) {
      const shown = items.slice(0, countFitting(items.slice(0, wanted.limit), bytes));
      const last = shown.at(-1);
      const following = items[shown.length];
      if (last === undefined || following === undefined) return { items: shown };
      const after = keyOf(last);
      if (JSON.stringify(after) === JSON.stringify(keyOf(following))) throw new Error('Two items have the same key');
      const cursor = writePageCursor({ after, search: wanted.query.toString() }, bounds);
      page.next = addressWith(bounds.path, new URLSearchParams(), { [cursorName]: cursor });
      return { items: shown, next_cursor: cursor, next_page: page.next };
    },
  };
  return page;
}

/** At least one item goes on each page, so that the walk comes to its end. */
function countFitting(items: readonly unknown[], bytes: number): number {
  let left = bytes;
  const beyond = items.findIndex((item) => {
    left -= Buffer.byteLength(JSON.stringify(item) ?? '');
    return left < 0;
  });
  return beyond === -1 ? items.length : Math.max(1, beyond);
}

/** What a cursor carries is said again in the address, for properties and handlers that read it there. */
function restored(request: Request, url: URL, { after, query }: WantedPage, cursorName: string): Request {
  if (after === undefined) return request;
  const whole = new URL(url);
  whole.search = query.toString();
  whole.searchParams.set(cursorName, url.searchParams.get(cursorName) ?? '');
  const { method, headers, signal } = request;
  return new Request(whole, { method, headers, signal });
}
