/**
 * Rows in order of name. New rows wait until the order is needed and are then merged at once, so that building a
 * catalogue costs one sort and a single change one shift.
 */
import { restored, withRoom } from './typed-arrays.js';

/** Rows in order of name. */
export interface NameOrder {
  add(row: number): void;
  /** Removes a row; it must still compare as it did when it was added. */
  remove(row: number): void;
  /** The order and its number of rows; valid until the next change. */
  settled(): { rows: Uint32Array; count: number };
  /** First index in the order whose row satisfies `isAfter`; the order must be settled. */
  firstAfter(isAfter: (row: number) => boolean): number;
}

/** Creates an empty order, or a saved one, with this comparison, which must be total over rows. */
export function createNameOrder(
  compare: (left: number, right: number) => number,
  saved: Uint32Array = new Uint32Array(0),
): NameOrder {
  let rows = restored(saved);
  let count = saved.length;
  let waiting: number[] = [];

  /** First index before `end` whose row is not before this one. */
  function placeOf(row: number, end: number): number {
    let low = 0;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(rows[middle] ?? 0, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function settle(): void {
    if (waiting.length === 0) return;
    waiting.sort(compare);
    rows = withRoom(rows, count + waiting.length);
    let end = count;
    for (let index = waiting.length - 1; index >= 0; index -= 1) {
      const row = waiting[index] ?? 0;
      const place = placeOf(row, end);
      rows.copyWithin(place + index + 1, place, end);
      rows[place + index] = row;
      end = place;
    }
    count += waiting.length;
    waiting = [];
  }

  return {
    add(row) {
      waiting.push(row);
    },
    remove(row) {
      const place = placeOf(row, count);
      if (rows[place] === row && place < count) {
        rows.copyWithin(place, place + 1, count);
        count -= 1;
      } else {
        const at = waiting.lastIndexOf(row);
        if (at >= 0) waiting.splice(at, 1);
      }
    },
    settled() {
      settle();
      return { rows, count };
    },
    firstAfter(isAfter) {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (isAfter(rows[middle] ?? 0)) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}
