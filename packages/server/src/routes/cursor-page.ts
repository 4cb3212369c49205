/** Pagination of in-memory lists with signed cursors; the order is stable when items are added or removed. */
import type { HttpReply, PagePosition, ParameterDescription, RouteContext } from '@dragoman/core/http';
import {
  addressWith,
  cursorParameter,
  invalidParameters,
  jsonReply,
  linkHeader,
  readCursor,
  wholeNumber,
  withQuery,
  writeCursor,
} from '@dragoman/core/http';
import type { FieldError } from '@dragoman/model';

/** How a list is paginated. */
export interface PagedList<T> {
  /** Path of the list; a cursor is valid only for this list. */
  path: string;
  /** Secret that signs cursors. */
  cursorKey: string;
  /** Unique sort key of an item. */
  order: (item: T) => string;
  descending?: boolean;
}

/** One page. */
export interface ListPage<T> {
  items: T[];
  /** Number of items in the whole list. */
  count: number;
  /** Page size as applied. */
  top: number;
  /** Cursor of the next page; undefined on the last page. */
  next?: string;
  /** The `Link` header to the next page, if any. */
  headers: Record<string, string>;
}

/** Default page size. */
export const defaultItems = 20;
/** Maximum page size; a larger `top` is reduced to it, and the response shows the applied value. */
export const maxPageItems = 200;

/** Query parameters of a paginated list. */
export const pageParameters: readonly ParameterDescription[] = [
  {
    name: 'top',
    in: 'query',
    description: `Maximum items per page; values above ${maxPageItems} are reduced to ${maxPageItems}.`,
    schema: { type: 'integer', minimum: 1, maximum: maxPageItems, default: defaultItems },
  },
  cursorParameter,
];

/** Returns the requested page. */
export function cursorPage<T>(all: readonly T[], context: RouteContext, list: PagedList<T>): ListPage<T> {
  const { url, caller } = context;
  const { order, descending = false } = list;
  const top = pageTop(url);
  const scope = { key: list.cursorKey, query: list.path, subject: caller.subject };
  const place = pageStart(url, scope) ?? { skip: 0 };
  const after = (item: T) => place.name === undefined || order(item) > place.name !== descending;
  const direction = descending ? -1 : 1;
  const rest = all.filter((item) => order(item) !== place.name && after(item));
  rest.sort((a, b) => (order(a) < order(b) ? -direction : direction));
  const items = rest.slice(0, top);
  const last = items.at(-1);
  if (last === undefined || rest.length <= top) return { items, count: all.length, top, headers: {} };
  const next = writeCursor({ skip: place.skip + top, name: order(last), id: '' }, scope);
  const headers = nextLink(list.path, url, next);
  return { items, count: all.length, top, next: withQuery(next, url.searchParams), headers };
}

/** The position after which the requested page starts; undefined for the first one. */
export function pageStart(url: URL, scope: Parameters<typeof readCursor>[1]): PagePosition | undefined {
  const cursor = url.searchParams.get('cursor');
  return cursor === null ? undefined : readCursor(cursor, scope);
}

/** The answer with one page; the body and the `Link` header name the next one, unless this is the last. */
export function pageReply(
  members: object,
  { path, url, next, headers }: { path: string; url: URL; next: string | undefined; headers: Record<string, string> },
): HttpReply {
  if (next === undefined) return jsonReply(members, { headers });
  const next_cursor = withQuery(next, url.searchParams);
  return jsonReply({ ...members, next_cursor }, { headers: { ...headers, ...nextLink(path, url, next) } });
}

function nextLink(path: string, url: URL, next: string): Record<string, string> {
  return { Link: linkHeader([{ rel: 'next', target: addressWith(path, url.searchParams, { cursor: next }) }]) ?? '' };
}

/** Returns the requested page size; with a list of problems, adds one to it instead of throwing. */
export function pageTop(url: URL, problems?: FieldError[]): number {
  const text = url.searchParams.get('top');
  if (text === null) return defaultItems;
  const top = wholeNumber(text);
  if (top !== undefined && top > 0) return Math.min(top, maxPageItems);
  const problem = { field: 'top', code: 'request/range', detail: 'must be an integer of at least 1' };
  if (problems === undefined) throw invalidParameters([problem]);
  problems.push(problem);
  return defaultItems;
}
