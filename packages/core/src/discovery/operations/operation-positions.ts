/** Maps each row to an operation of an entry: two numbers per row, because an index of operations has a great many. */
import type { OperationTest } from '../../catalogue/index-port.js';
import { withRoom } from '../typed-arrays.js';

/** The position of an operation. */
export interface OperationPosition {
  entryId: string;
  /** Index among the operations of its entry. */
  place: number;
}

/** The rows of the entries. */
export interface OperationPositions {
  /** Total number of rows of all entries. */
  readonly size: number;
  /** Assigns these rows to the entry, in the order of its operations; it must not have rows yet. */
  add(entryId: string, rows: Uint32Array): void;
  /** Removes the entry and returns its rows. */
  remove(entryId: string): Uint32Array;
  placeOf(row: number): OperationPosition;
  /** The result of the test for the operation of a row. */
  test(row: number, test: OperationTest): boolean;
  /** Compares rows by their entries' ids, then by their indexes. */
  compare(left: number, right: number): number;
}

/** Creates a table without entries. */
export function createOperationPositions(): OperationPositions {
  const entries = new Map<string, { number: number; rows: Uint32Array }>();
  /** By number of the entry. */
  const ids: string[] = [];
  const unused: number[] = [];
  /** By row. */
  let numbers = new Uint32Array(0);
  let places = new Uint32Array(0);
  let size = 0;
  const entryOf = (row: number) => ids[numbers[row] as number] ?? '';
  return {
    get size() {
      return size;
    },
    add(entryId, rows) {
      const number = unused.pop() ?? ids.length;
      ids[number] = entryId;
      entries.set(entryId, { number, rows });
      size += rows.length;
      for (const [place, row] of rows.entries()) {
        numbers = withRoom(numbers, row + 1);
        places = withRoom(places, row + 1);
        numbers[row] = number;
        places[row] = place;
      }
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
    test: (row, test) => test(entryOf(row), places[row] as number),
    placeOf: (row) => ({ entryId: entryOf(row), place: places[row] as number }),
    compare(left, right) {
      if (numbers[left] === numbers[right]) return (places[left] as number) - (places[right] as number);
      return entryOf(left) < entryOf(right) ? -1 : 1;
    },
  };
}
