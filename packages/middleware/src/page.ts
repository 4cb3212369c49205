/** Pages of a list (nact.md PAGE): the cursor marks the last entry seen, so additions neither double nor hide others. */
import { invalidParameters, readCursor, wholeNumber, writeCursor } from '@dragoman/core/http';

/** How long pages are. */
export interface PageSizes {
  usual: number;
  most: number;
}

/** A list in its order, with what binds a cursor to it. */
export interface Listing<Item> {
  items: readonly Item[];
  /** Where an item stands; texts of one length, or numbers padded, so that they compare as they are ordered. */
  keyOf(item: Item): string;
  /** Everything that decides on the content: route and filters. */
  query: unknown;
  subject: string;
}

/** Settings of the pages of one face. */
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
  const detail = 'must be a whole number above 0';
  throw invalidParameters([{ field: 'pageLimit', code: 'request/page-limit', detail }]);
}
