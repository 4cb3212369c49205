/**
 * Start and end offsets of objects and arrays, recorded while a JSON text is scanned so that a later search for a
 * location can skip them.
 */

/** Start and end offsets of the objects and arrays of a text, in order of their start. */
export interface JsonExtents {
  /** Records the start of an object or array and returns its number. */
  open(start: number): number;
  close(number: number, end: number): void;
  /** The end of the object or array that starts there; undefined when none does. */
  endOf(start: number): number | undefined;
}

/** Creates an empty list of extents. */
export function createJsonExtents(): JsonExtents {
  let starts: Int32Array = new Int32Array(1024);
  let ends: Int32Array = new Int32Array(1024);
  let count = 0;
  return {
    open(start) {
      if (count === starts.length) [starts, ends] = [doubled(starts), doubled(ends)];
      starts[count] = start;
      count += 1;
      return count - 1;
    },
    close(number, end) {
      ends[number] = end;
    },
    endOf(start) {
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) < start) low = middle + 1;
        else high = middle;
      }
      return low < count && starts[low] === start ? ends[low] : undefined;
    },
  };
}

function doubled(list: Int32Array): Int32Array {
  const longer = new Int32Array(list.length * 2);
  longer.set(list);
  return longer;
}
