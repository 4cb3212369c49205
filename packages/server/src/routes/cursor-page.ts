/** Pages of the lists that are held in memory whole: by a signed cursor, in an order that comings and goings do not upset. */
import type { ParameterDescription, RouteContext } from '@dragoman/core/http';
import {
  addressWith,
  cursorParameter,
  invalidParameters,
  linkHeader,
  readCursor,
  wholeNumber,
  writeCursor,
} from '@dragoman/core/http';

/** How a list is put into pages. */
export interface PagedList<T> {
  /** Path of the list; a cursor is good for this list only. */
  path: string;
  /** Secret that cursors are signed with. */
  cursorKey: string;
  /** Sorts the items; no two items have the same. */
  order: (item: T) => string;
  descending?: boolean;
}

/** One page. */
export interface ListPage<T> {
  items: T[];
  /** All items of the list. */
  count: number;
  /** Most items of this page, as applied. */
  top: number;
  /** Cursor of the next page; undefined on the last one. */
  next?: string;
  /** The `Link` header to the next page, when there is one. */
  headers: Record<string, string>;
}

/** Items on a page when nobody asks for more. */
export const usualItems = 20;
/** Most items on a page; a larger `top` is cut to it, and the answer shows so. */
export const mostItems = 200;

/** The parameters of such a list. */
export const pageParameters: readonly ParameterDescription[] = [
  {
    name: 'top',
    in: 'query',
    description: `Most items on a page; above ${mostItems} it is cut to ${mostItems}.`,
    schema: { type: 'integer', minimum: 1, maximum: mostItems, default: usualItems },
  },
  cursorParameter,
];

/** The page that the request asks for. */
export function cursorPage<T>(all: readonly T[], context: RouteContext, list: PagedList<T>): ListPage<T> {
  const { url, caller } = context;
  const { order, descending = false } = list;
  const top = pageTop(url);
  const scope = { key: list.cursorKey, query: list.path, subject: caller.subject };
  const cursor = url.searchParams.get('cursor');
  const place = cursor === null ? { skip: 0 } : readCursor(cursor, scope);
  const after = (item: T) => place.name === undefined || order(item) > place.name !== descending;
  const direction = descending ? -1 : 1;
  const rest = all.filter((item) => order(item) !== place.name && after(item));
  rest.sort((a, b) => (order(a) < order(b) ? -direction : direction));
  const items = rest.slice(0, top);
  const last = items.at(-1);
  if (last === undefined || rest.length <= top) return { items, count: all.length, top, headers: {} };
  const next = writeCursor({ skip: place.skip + top, name: order(last), id: '' }, scope);
  const link = linkHeader([{ rel: 'next', target: addressWith(list.path, url.searchParams, { cursor: next }) }]);
  return { items, count: all.length, top, next, headers: { Link: link ?? '' } };
}

/** The most items of a page that a request asks for. */
export function pageTop(url: URL): number {
  const text = url.searchParams.get('top');
  if (text === null) return usualItems;
  const top = wholeNumber(text);
  if (top !== undefined && top > 0) return Math.min(top, mostItems);
  throw invalidParameters([{ field: 'top', code: 'request/range', detail: 'must be a whole number not below 1' }]);
}
