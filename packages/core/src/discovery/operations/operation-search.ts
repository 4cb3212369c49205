/** Searches the rows of the index of operations: by words, by meaning, or by both; conditions and access come first. */
import type { Caller } from '../../access/caller.js';
import type { FindQuery, OperationHit, OperationQuery } from '../../catalogue/index-port.js';
import type { AccessClasses } from '../access-classes.js';
import { conditionSteps } from '../facets.js';
import { createFusion, type ScoreParts } from '../fuse.js';
import type { IndexState } from '../index-state.js';
import { createRowTest, takeSteps } from '../match.js';
import type { MemoryOperations } from '../memory-index.js';
import { readQueryText } from '../query-text.js';
import { rankByWords } from '../rank-by-words.js';
import { type Bm25, scoreOfUnits, unitsOfScore } from '../score.js';
import { selectFirst } from '../select-first.js';
import { createTokenizer } from '../tokenize.js';
import { withRoom } from '../typed-arrays.js';
import type { RowScope } from '../vectors/feed-rows.js';
import type { RowVectors } from '../vectors/row-vectors.js';
import { createWorkspace, fitWorkspace } from '../workspace.js';
import { listRows } from './list-operations.js';
import type { OperationPositions } from './operation-positions.js';

/** A query by meaning only. */
export type NearQuery = Pick<FindQuery, 'meaning' | 'conditions'> & { top: number };

/** Searches operations. */
export interface OperationSearch extends MemoryOperations {
  /** The nearest entries by their best operation, with its similarity; all satisfy the conditions. */
  nearestEntries(query: NearQuery, caller: Caller): Map<string, number>;
  /** Ids of the entries that have an operation without a vector. */
  entriesWithoutVectors(): Set<string>;
  /** The candidate rows of a query: those that satisfy its conditions, and the best of them by words. */
  rowsOf(query: Omit<OperationQuery, 'top'>, caller: Caller): Omit<RowScope, 'wanted'>;
}

/** Dependencies of the search. */
export interface OperationSearchPorts {
  state: IndexState;
  places: OperationPositions;
  classes: AccessClasses;
  /** The current vectors; undefined when search uses only words. */
  vectors: () => RowVectors | undefined;
  bm25: Bm25;
}

/** Number of operations considered from each side before the two are fused. */
const considered = 200;
/** Below this share of a perfect match, a row is noise. */
const floor = 0.01;

/** Creates the search over a state. */
export function createOperationSearch(ports: OperationSearchPorts): OperationSearch {
  const { state, places, classes, vectors: serving, bm25 } = ports;
  const tokenizer = createTokenizer();
  const work = createWorkspace();
  let likeness = new Float32Array(0);

  /** Prepares the workspace for the query and returns the test of a row; undefined when no row can pass. */
  function prepare({ conditions, accepts }: Pick<OperationQuery, 'conditions' | 'accepts'>, caller: Caller) {
    fitWorkspace(work, state.rows.count);
    likeness = withRoom(likeness, state.rows.count);
    const steps = conditionSteps(conditions);
    if (!takeSteps(state, work, steps)) return undefined;
    const sees = classes.sightOf(caller);
    const matches = createRowTest(state, work, { steps: steps.length, statusAsked: asksForStatus(conditions), sees });
    return accepts === undefined ? matches : (row: number) => matches(row) && places.isAccepted(row, accepts);
  }

  /** The nearest rows with their similarity in `likeness`. */
  function nearestRows({ meaning }: Pick<FindQuery, 'meaning'>, wanted: number, matches: (row: number) => boolean) {
    const vectors = serving();
    if (vectors === undefined || meaning === undefined || vectors.model !== meaning.model) return [];
    const { candidates } = work;
    let count = 0;
    vectors.table.ask(meaning).forNearest(wanted, matches, (row, near) => {
      likeness[row] = near;
      candidates[count++] = row;
    });
    return selectFirst(candidates, count, wanted, byFalling(places, likeness));
  }

  function bestByWords(text: string, matches: (row: number) => boolean) {
    const terms = readQueryText(text, tokenizer)?.terms ?? [];
    const wanted = { terms, bm25, wanted: considered, floor, matches };
    return rankByWords(state, work, wanted, byFalling(places, work.scores));
  }

  function findOperations(query: OperationQuery, caller: Caller): OperationHit[] {
    const matches = prepare(query, caller);
    if (matches === undefined) return [];
    const near = nearestRows(query, considered, matches);
    const best = bestByWords(query.text, matches);
    const rows = new Set([...best.rows, ...near]);
    const vectors = near.length === 0 ? undefined : serving();
    const asked = query.meaning === undefined ? undefined : vectors?.table.ask(query.meaning);
    const parts = [...rows].map((row) => ({
      row,
      words: Math.min(1, best.shareOf(row)),
      ...meaningOf(asked?.likeness(row)),
    }));
    return rank(places, parts, { share: vectors?.share ?? 0, top: query.top });
  }

  return {
    findOperations,
    listOperations: (query, caller) =>
      listRows({ state, places, matches: prepare(query, caller) ?? (() => false) }, query),
    nearestEntries(query, caller) {
      const matches = prepare(query, caller);
      const found = new Map<string, number>();
      if (matches === undefined) return found;
      for (const row of nearestRows(query, query.top, matches)) {
        const { entryId } = places.placeOf(row);
        if (!found.has(entryId)) found.set(entryId, likeness[row] ?? 0);
      }
      return found;
    },
    entriesWithoutVectors: () => new Set([...(serving()?.missing ?? [])].map((row) => places.placeOf(row).entryId)),
    rowsOf(query, caller) {
      const matches = prepare(query, caller);
      if (matches === undefined) return { among: new Uint32Array(0), additional: [] };
      const among = new Uint32Array(state.rows.count);
      let count = 0;
      for (let row = 0; row < state.rows.count; row += 1) if (matches(row)) among[count++] = row;
      return { among: among.subarray(0, count), additional: [...bestByWords(query.text, matches).rows] };
    },
  };
}

function byFalling({ compare }: OperationPositions, values: Float32Array): (a: number, b: number) => number {
  return (a, b) => (values[b] as number) - (values[a] as number) || compare(a, b);
}

function asksForStatus(conditions: FindQuery['conditions']): boolean {
  return conditions.some(({ field, values }) => field === 'status' && values.length > 0);
}

interface RowParts extends ScoreParts {
  row: number;
}

const meaningOf = (meaning: number | undefined) => (meaning === undefined ? {} : { meaning });

function rank(
  places: OperationPositions,
  rows: readonly RowParts[],
  { share, top }: { share: number; top: number },
): OperationHit[] {
  const fusion = createFusion(share);
  for (const parts of rows) fusion.add(parts);
  return rows
    .map((parts) => ({ ...parts, score: scoreOfUnits(unitsOfScore(fusion.fuse(parts))) }))
    .sort((a, b) => b.score - a.score || places.compare(a.row, b.row))
    .slice(0, top)
    .map(({ row, ...hit }) => ({ ...places.placeOf(row), ...hit }));
}
