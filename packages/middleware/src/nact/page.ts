/** Pages of a list (nact.md PAGE): the cursor marks the last entry, so insertions neither duplicate nor skip others. */
import { invalidParameters, readCursor, wholeNumber, writeCursor } from '@dragoman/core/http';

/** Page size limits. */
export interface PageSizes {
  usual: number;
  most: number;
}

/** An ordered list, with the scope of its cursors. */
export interface Listing<Item> {
  items: readonly Item[];
  /** Sort key of an item; texts of equal length, or padded numbers, so that they compare in order. */
  keyOf(item: Item): string;
  /** Everything that determines the content: route and filters. */
  query: unknown;
  subject: string;
}

/** Page settings of one set of routes. */
export interface PageSettings {
  sizes: PageSizes;
  key: string;
}

/** One page as its body. */
export function pageOf<Item>(url: URL, listing: Listing<Item>, { sizes, key }: PageSettings) {
  const pageLimit = readLimit(url, sizes);
  const scope = { key, query: listing.query, subject: listing.subject };
  const cursor = url.searchParams.get('pageCursor');
  const after = cursor === null ? undefined : readCursor(cursor, scope).name;
  const left = after === undefined ? listing.items : listing.items.filter((item) => listing.keyOf(item) > after);
  const items = left.slice(0, pageLimit);
  const last = items.at(-1);
  const more = last !== undefined && left.length > items.length;
  const next = more ? writeCursor({ skip: 0, name: listing.keyOf(last), id: '' }, scope) : null;
  return { items, paging: { pageLimit, next } };
}

function readLimit(url: URL, { usual, most }: PageSizes): number {
  const text = url.searchParams.get('pageLimit');
  if (text === null) return usual;
  const limit = wholeNumber(text);
  if (limit !== undefined && limit > 0) return Math.min(limit, most);
  const detail = 'must be a positive integer';
  throw invalidParameters([{ field: 'pageLimit', code: 'request/page-limit', detail }]);
}
