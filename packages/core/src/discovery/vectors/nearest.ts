/** Collects rows during a scan, and returns those that are among the nearest. */
import { createTopValues } from '../top-values.js';
import { withRoom } from '../typed-arrays.js';

/** The nearest rows of one query; its arrays are reused for the next one. */
export interface Nearest {
  /** Clears the collection. */
  begin(wanted: number): void;
  /** Adds a row unless it is too far; returns the similarity that the next must reach. */
  offer(row: number, likeness: number): number;
  /** Passes the nearest to `take`, unordered, including ties with the last of them. */
  forEach(take: (row: number, likeness: number) => void): void;
}

/** Creates an empty collection. */
export function createNearest(): Nearest {
  let rows = new Uint32Array(0);
  let likenesses = new Float64Array(0);
  let count = 0;
  let best = createTopValues(0);
  return {
    begin(wanted) {
      count = 0;
      best = createTopValues(wanted);
    },
    offer(row, likeness) {
      if (likeness < best.minimum) return best.minimum;
      rows = withRoom(rows, count + 1);
      likenesses = withRoom(likenesses, count + 1);
      rows[count] = row;
      likenesses[count] = likeness;
      count += 1;
      best.add(likeness);
      return best.minimum;
    },
    forEach(take) {
      const { minimum } = best;
      for (let at = 0; at < count; at += 1) {
        if ((likenesses[at] as number) >= minimum) take(rows[at] as number, likenesses[at] as number);
      }
    },
  };
}
