/** Maps each row to an operation of an entry: two numbers per row, because an index of operations has a great many. */
import type { AcceptedOperations, OperationPosition } from '../../catalogue/index-port.js';
import { withRoom } from '../typed-arrays.js';

/** The rows of the entries. */
export interface OperationPositions {
  /** Total number of rows of all entries. */
  readonly size: number;
  /** Assigns these rows to the entry, in the order of its operations; it must not have rows yet. */
  add(entryId: string, rows: Uint32Array): void;
  /** Removes the entry and returns its rows. */
  remove(entryId: string): Uint32Array;
  placeOf(row: number): OperationPosition;
  /** True when the operation of a row is accepted. */
  isAccepted(row: number, accepted: AcceptedOperations): boolean;
  /** Compares rows by their entries' ids, then by their indexes. */
  compare(left: number, right: number): number;
  /** The rows of each entry. */
  entries(): Iterable<[entryId: string, rows: Uint32Array]>;
  /** The table; valid until the next change. */
  save(): SavedPositions;
}

/** A table as it is saved. */
export interface SavedPositions {
  /** Ids of the entries, and the number of rows of each; an empty id for an unused number. */
  ids: string[];
  counts: Uint32Array;
  /** The rows of all entries, one entry after the other. */
  rows: Uint32Array;
}

/** Creates a table without entries, or the saved one. */
export function createOperationPositions(saved?: SavedPositions): OperationPositions {
  const entries = new Map<string, { number: number; rows: Uint32Array }>();
  /** By number of the entry. */
  const ids = saved?.ids ?? [];
  const unused: number[] = [];
  /** By row. */
  let numbers = new Uint32Array(0);
  let places = new Uint32Array(0);
  let size = 0;

  function assign(number: number, rows: Uint32Array): void {
    entries.set(ids[number] ?? '', { number, rows });
    size += rows.length;
    for (const [place, row] of rows.entries()) {
      numbers = withRoom(numbers, row + 1);
      places = withRoom(places, row + 1);
      numbers[row] = number;
      places[row] = place;
    }
  }

  let start = 0;
  for (const [number, count] of saved?.counts.entries() ?? []) {
    if (ids[number] === '') unused.push(number);
    else assign(number, saved?.rows.slice(start, start + count) ?? new Uint32Array(0));
    start += count;
  }
  const entryOf = (row: number) => ids[numbers[row] as number] ?? '';
  return {
    get size() {
      return size;
    },
    add(entryId, rows) {
      const number = unused.pop() ?? ids.length;
      ids[number] = entryId;
      assign(number, rows);
    },
    remove(entryId) {
      const entry = entries.get(entryId);
      if (entry === undefined) return new Uint32Array(0);
      entries.delete(entryId);
      ids[entry.number] = '';
      unused.push(entry.number);
      size -= entry.rows.length;
      return entry.rows;
    },
    isAccepted(row, accepted) {
      const own = accepted.get(entryOf(row));
      return own === 'all' || own?.has(places[row] as number) === true;
    },
    placeOf: (row) => ({ entryId: entryOf(row), place: places[row] as number }),
    compare(left, right) {
      if (numbers[left] === numbers[right]) return (places[left] as number) - (places[right] as number);
      return entryOf(left) < entryOf(right) ? -1 : 1;
    },
    *entries() {
      for (const [id, { rows }] of entries) yield [id, rows];
    },
    save() {
      const lists = ids.map((id) => entries.get(id)?.rows ?? new Uint32Array(0));
      const rows = new Uint32Array(size);
      let end = 0;
      for (const list of lists) {
        rows.set(list, end);
        end += list.length;
      }
      return { ids, counts: Uint32Array.from(lists, ({ length }) => length), rows };
    },
  };
}
