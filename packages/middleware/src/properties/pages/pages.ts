/**
 * Cursor pagination (PROF-RESP-06, -08, -09, -10): a limited size, a signed cursor, and a ready-to-use continuation.
 * The handler reads the requested page and returns one item more than fits, in key order.
 */
import { randomUUID } from 'node:crypto';
import { addressWith, type Clock, linkHeader, systemClock } from '@dragoman/core/http';
import { withLink } from '../../calls/answer.js';
import { callerKey, callOf } from '../../calls/call-context.js';
import { isRead } from '../../calls/is-read.js';
import { defineProperty, type Property } from '../../calls/property.js';
import { describePages } from './describe-pages.js';
import { type CursorBounds, longestCursor, type PageKey, writePageCursor } from './page-cursor.js';
import { readPage, type WantedPage } from './read-page.js';

/** Pagination options. */
export interface PagesOptions {
  /** Default page size; 20 unless set. */
  usual?: number;
  /** Maximum page size; larger sizes are rejected. 100 by default. */
  most?: number;
  /**
   * Maximum size of the items on a page as JSON, in bytes; the page ends earlier when they are large. 256 KiB by
   * default.
   */
  bytes?: number;
  /** Signs cursors. Set it for several processes, or when cursors must survive a restart. */
  key?: string;
  /** Lifetime of a cursor in seconds; a day by default. */
  maxAgeSeconds?: number;
  /** The order of the items, with a unique last part, for the description: `created_at desc, task_id`. */
  order?: string;
  /** Names of the parameters; `limit` and `cursor` by default. */
  limitName?: string;
  cursorName?: string;
  clock?: Clock;
}

/** One page as its body. */
export interface PageBody<Item> {
  items: Item[];
  /** Absent on the last page. */
  next_cursor?: string;
  /** The complete URL of the next page, relative to this server. */
  next_page?: string;
}

/** The requested page. */
export interface Page extends WantedPage {
  /**
   * Builds the page from the items after `after`, in key order: pass `limit + 1` of them, so that it knows whether
   * there are more. Throws when two neighbors have the same key, which would lose items.
   */
  write<Item>(items: readonly Item[], keyOf: (item: Item) => PageKey): PageBody<Item>;
}

const place = Symbol('page');

/** Creates the property; invalid sizes and cursors are rejected before the handler runs. */
export function createPages(options: PagesOptions = {}): Property {
  const { usual = 20, most = 100, bytes = 256 * 1024, maxAgeSeconds = 86_400, clock = systemClock } = options;
  const { key = randomUUID(), limitName = 'limit', cursorName = 'cursor' } = options;
  const rules = { limitName, cursorName, usual: Math.min(usual, most), most };
  return defineProperty(
    (next) => async (request, call) => {
      if (!isRead(request)) return next(request, call);
      const url = new URL(request.url);
      const bounds = {
        key,
        path: url.pathname,
        caller: () => callerKey(request, call),
        now: clock.now(),
        maxAgeSeconds,
      };
      const wanted = readPage(url, rules, bounds);
      const page = createPage(wanted, { bounds, bytes, cursorName });
      call.values.set(place, page);
      const response = await next(restored(request, url, wanted, cursorName), call);
      return page.next === undefined
        ? response
        : withLink(response, linkHeader([{ rel: 'next', target: page.next }]) ?? '');
    },
    { describe: describePages({ ...rules, longestCursor, order: options.order }) },
  );
}

/** The page that a handler's request asks for. */
export function pageOf(host: object): Page {
  const page = callOf(host).values.get(place);
  if (page === undefined) throw new Error('The handler needs the createPages property');
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

/** Each page has at least one item, so that the walk ends. */
function countFitting(items: readonly unknown[], bytes: number): number {
  let left = bytes;
  const beyond = items.findIndex((item) => {
    left -= Buffer.byteLength(JSON.stringify(item) ?? '');
    return left < 0;
  });
  return beyond === -1 ? items.length : Math.max(1, beyond);
}

/** Repeats the content of a cursor in the URL, for properties and handlers that read it there. */
function restored(request: Request, url: URL, { after, query }: WantedPage, cursorName: string): Request {
  if (after === undefined) return request;
  const whole = new URL(url);
  whole.search = query.toString();
  whole.searchParams.set(cursorName, url.searchParams.get(cursorName) ?? '');
  const { method, headers, signal } = request;
  return new Request(whole, { method, headers, signal });
}
