/**
 * The cursor of a list: the start of its next page and its query, so that following it keeps every filter. Signed,
 * bound to one path and one caller, with an expiry.
 */
import { readCursor, writeCursor } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';

/** Sort key of an item; the last part is unique, such as an id. */
export type PageKey = readonly (string | number | boolean | null)[];

/** The content of a cursor. */
export interface PageMark {
  /** Key of the last item of the previous page. */
  after: PageKey;
  /** The normalized query without the cursor. */
  search: string;
}

/** What a cursor is bound to, and its lifetime. */
export interface CursorBounds {
  key: string;
  path: string;
  /** The caller; computed only when a cursor is read or written. */
  caller(): string;
  /** Milliseconds since 1970. */
  now: number;
  maxAgeSeconds: number;
}

/** Maximum cursor length. */
export const longestCursor = 4096;

/** Creates the cursor; throws when the key of the item is too long. */
export function writePageCursor({ after, search }: PageMark, bounds: CursorBounds): string {
  const name = JSON.stringify([Math.floor(bounds.now / 1000), search, after]);
  const cursor = writeCursor({ skip: 0, name, id: '' }, scopeOf(bounds));
  if (cursor.length > longestCursor) throw new RangeError('The key of an item is too long for a cursor.');
  return cursor;
}

/** Parses a cursor; throws `INVALID_CURSOR` for one that was not issued for this path and caller, or has expired. */
export function readPageCursor(cursor: string, bounds: CursorBounds): PageMark {
  const { name = '' } = readCursor(cursor, scopeOf(bounds));
  const [issued, search, after] = JSON.parse(name) as [number, string, PageKey];
  const seconds = bounds.now / 1000 - issued;
  if (seconds <= bounds.maxAgeSeconds) return { after, search };
  throw new Failure('INVALID_CURSOR', {
    message: `The cursor has expired after ${bounds.maxAgeSeconds} seconds; start again without it.`,
  });
}

function scopeOf({ key, path, caller }: CursorBounds) {
  return { key, query: ['middleware-page', path], subject: caller() };
}
