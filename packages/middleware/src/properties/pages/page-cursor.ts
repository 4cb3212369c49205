/**
 * The cursor of a list: where its next page starts, with the query that it belongs to, so that following it alone keeps
 * every filter. Signed, bound to one path and one caller, and good for a time.
 */
import { readCursor, writeCursor } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';

/** Where an item stands in the order of its list; the last part is unique, such as an id. */
export type PageKey = readonly (string | number | boolean | null)[];

/** What a cursor says. */
export interface PageMark {
  /** Key of the last item of the page before. */
  after: PageKey;
  /** The query without its cursor, in one spelling. */
  search: string;
}

/** What a cursor is bound to, and how long it is good. */
export interface CursorBounds {
  key: string;
  path: string;
  /** Who asks; made only where a cursor is read or written. */
  caller(): string;
  /** Milliseconds since 1970. */
  now: number;
  maxAgeSeconds: number;
}

/** Longest cursor that can be read again. */
const longest = 4096;

/** Makes the cursor; throws when the key of the item is too long to be one. */
export function writePageCursor({ after, search }: PageMark, bounds: CursorBounds): string {
  const name = JSON.stringify([Math.floor(bounds.now / 1000), search, after]);
  const cursor = writeCursor({ skip: 0, name, id: '' }, scopeOf(bounds));
  if (cursor.length > longest) throw new RangeError('The key of an item is too long for a cursor.');
  return cursor;
}

/** Reads a cursor back; throws `INVALID_CURSOR` for one that this path did not give this caller, or that is too old. */
export function readPageCursor(cursor: string, bounds: CursorBounds): PageMark {
  const { name = '' } = readCursor(cursor, scopeOf(bounds));
  const [issued, search, after] = JSON.parse(name) as [number, string, PageKey];
  const seconds = bounds.now / 1000 - issued;
  if (seconds <= bounds.maxAgeSeconds) return { after, search };
  throw new Failure('INVALID_CURSOR', {
    message: `The cursor is older than the ${bounds.maxAgeSeconds} seconds for which one is good; start again without it.`,
  });
}

function scopeOf({ key, path, caller }: CursorBounds) {
  return { key, query: ['middleware-page', path], subject: caller() };
}
