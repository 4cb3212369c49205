/** Reads the requested page from a URL: the size, the position, and the query of both. */
import { invalidParameters, wholeNumber } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { type CursorBounds, type PageKey, readPageCursor } from './page-cursor.js';

/** Names of the parameters and limits of the size. */
export interface PageRules {
  limitName: string;
  cursorName: string;
  usual: number;
  most: number;
}

/** The requested page. */
export interface WantedPage {
  limit: number;
  /** Key of the item after which it starts; undefined for the first page. */
  after: PageKey | undefined;
  /** Every parameter except the cursor, including those from the cursor. */
  query: URLSearchParams;
}

/** Maximum length of a query in a cursor. */
const longestQuery = 1000;

/** Parses the page; throws `INVALID_INPUT`, `INVALID_CURSOR` or `URI_TOO_LONG`. */
export function readPage(url: URL, rules: PageRules, bounds: CursorBounds): WantedPage {
  const given = new URLSearchParams(url.search);
  const cursors = given.getAll(rules.cursorName);
  given.delete(rules.cursorName);
  given.sort();
  if (given.toString().length > longestQuery) {
    throw new Failure('URI_TOO_LONG', { message: `The query is longer than ${longestQuery} characters.` });
  }
  if (cursors.length > 1) throw refused(rules.cursorName, 'request/cursor', 'must be given once');
  const [cursor] = cursors;
  const mark = cursor === undefined ? undefined : readPageCursor(cursor, bounds);
  const query = mark === undefined ? given : joinQueries(new URLSearchParams(mark.search), given, rules.limitName);
  return { limit: readLimit(query, rules), after: mark?.after, query };
}

/** The query of a cursor; repeated parameters must be equal, except for the size. */
function joinQueries(bound: URLSearchParams, given: URLSearchParams, limitName: string): URLSearchParams {
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    if (name === limitName) setAll(bound, name, values);
    else if (JSON.stringify(values) !== JSON.stringify(bound.getAll(name))) {
      throw new Failure('INVALID_CURSOR', {
        message: 'The cursor belongs to another query; it keeps its original filters.',
        fieldErrors: [
          { field: name.slice(0, 100), code: 'request/cursor', detail: 'differs from the value in the cursor' },
        ],
      });
    }
  }
  return bound;
}

function setAll(query: URLSearchParams, name: string, values: readonly string[]): void {
  query.delete(name);
  for (const value of values) query.append(name, value);
}

function readLimit(query: URLSearchParams, { limitName, usual, most }: PageRules): number {
  const values = query.getAll(limitName);
  const [text] = values;
  if (text === undefined) return usual;
  const limit = values.length === 1 ? wholeNumber(text) : undefined;
  if (limit !== undefined && limit >= 1 && limit <= most) return limit;
  throw refused(limitName, 'request/page-limit', `must be one integer from 1 to ${most}`);
}

function refused(field: string, code: string, detail: string): Failure {
  return invalidParameters([{ field, code, detail }]);
}
