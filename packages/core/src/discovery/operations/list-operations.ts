/** Lists operations without a text: one page in a stable order, and counts over everything that matches. */
import type { FacetCount, FacetField, OperationList, OperationListQuery } from '../../catalogue/index-port.js';
import { maxListedPages } from '../../catalogue/index-port.js';
import { fieldPrefix } from '../facets.js';
import type { IndexState } from '../index-state.js';
import type { OperationPositions } from './operation-positions.js';

/** Maximum number of values that are counted for one field. */
const maxValues = 100;

/** What is listed. */
export interface ListedRows {
  state: IndexState;
  places: OperationPositions;
  /** True for a row that satisfies the conditions and that the caller may see. */
  matches: (row: number) => boolean;
}

/** The page, and the counts of all matching rows. */
export function listRows(listed: ListedRows, query: OperationListQuery): OperationList {
  const { top, after, facets = [], pages: wantsPages = false } = query;
  const { state, places, matches } = listed;
  const matching = new Uint8Array(state.rows.count);
  const counts = new Map<string, number>();
  const operations: OperationList['operations'] = [];
  const pages: OperationList['pages'] = [];
  let count = 0;
  const entries = [...places.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [entryId, rows] of entries) {
    let own = 0;
    for (const [place, row] of rows.entries()) {
      if (!matches(row)) continue;
      matching[row] = 1;
      own += 1;
      if (wantsPages && (count + own) % top === 0 && pages.length < maxListedPages) pages.push({ entryId, place });
      if (operations.length < top && isAfter(entryId, place, after)) operations.push({ entryId, place });
    }
    if (own > 0) counts.set(entryId, own);
    count += own;
  }
  const values = facets.map((field) => [field, countValues(state, field, matching)] as const);
  if (pages.length * top === count) pages.pop();
  return { operations, count, counts, facets: Object.fromEntries(values), pages };
}

function isAfter(entryId: string, place: number, after: OperationListQuery['after']): boolean {
  if (after === undefined || entryId > after.entryId) return true;
  return entryId === after.entryId && place > after.place;
}

function countValues({ facets }: IndexState, field: FacetField, matching: Uint8Array): FacetCount[] {
  const prefix = fieldPrefix(field);
  const found: FacetCount[] = [];
  for (const [key, list] of facets.entries()) {
    if (!key.startsWith(prefix) || key.length === prefix.length) continue;
    const pool = facets.postings.pool();
    const start = facets.postings.start(list);
    const end = start + facets.postings.length(list);
    let count = 0;
    for (let at = start; at < end; at += 1) count += matching[pool[at] as number] as number;
    if (count > 0) found.push({ value: key.slice(prefix.length), count });
  }
  return found.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, maxValues);
}
