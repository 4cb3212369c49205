/** Selects the rows of one page from the matching rows, in the requested order. */
import type { FindQuery, NamePosition } from '../catalogue/index-port.js';
import { compareIds, compareNames, isAfterPosition, nameKey, type PreparedPosition } from './entry-rows.js';
import type { EntryState } from './index-state.js';
import { selectFirst } from './select-first.js';
import type { Workspace } from './workspace.js';

function preparePosition(place: NamePosition): PreparedPosition {
  return { key: nameKey(place.name), name: place.name, id: place.id };
}

/** The page by decreasing score, then id, of the first `count` candidates; the candidates are overwritten. */
export function pageByScore({ entries }: EntryState, work: Workspace, query: FindQuery, count: number): number[] {
  const { scores, candidates } = work;
  const compare = (left: number, right: number) =>
    (scores[right] as number) - (scores[left] as number) || compareIds(entries, left, right);
  const last = query.afterId === undefined ? undefined : entries.rowOfId.get(query.afterId);
  if (last !== undefined && candidates.subarray(0, count).includes(last)) {
    const left = keepRows(candidates, count, (row) => compare(last, row) < 0);
    return selectFirst(candidates, left, Math.min(left, query.top), compare);
  }
  // The entry before this page no longer matches.
  const skip = query.afterId === undefined ? query.skip : Math.max(0, query.skip - 1);
  const wanted = Math.min(count, skip + query.top);
  return selectFirst(candidates, count, wanted, compare).slice(skip);
}

/** Moves the rows that pass to the front, and returns their number. */
function keepRows(rows: Uint32Array, count: number, passes: (row: number) => boolean): number {
  let left = 0;
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] as number;
    if (passes(row)) rows[left++] = row;
  }
  return left;
}

/** The page by name, then id, of the first `count` candidates; the candidates are overwritten. */
export function pageByName({ entries }: EntryState, work: Workspace, query: FindQuery, count: number): number[] {
  const { candidates } = work;
  const place = query.after === undefined ? undefined : preparePosition(query.after);
  const left = keepRows(candidates, count, (row) => place === undefined || isAfterPosition(entries, row, place));
  const wanted = Math.min(left, query.skip + query.top);
  return selectFirst(candidates, left, wanted, (a, b) => compareNames(entries, a, b)).slice(query.skip);
}

/** The page by name, then id, of all rows that pass the test, without sorting. */
export function walkByName({ entries }: EntryState, query: FindQuery, matches: (row: number) => boolean): number[] {
  const { rows, count } = entries.order.settled();
  const place = query.after === undefined ? undefined : preparePosition(query.after);
  const found: number[] = [];
  let skip = query.skip;
  let at = place === undefined ? 0 : entries.order.firstAfter((row) => isAfterPosition(entries, row, place));
  for (; at < count && found.length < query.top; at += 1) {
    const row = rows[at] as number;
    if (!matches(row)) continue;
    if (skip > 0) skip -= 1;
    else found.push(row);
  }
  return found;
}
