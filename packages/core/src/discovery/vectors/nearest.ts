/** Gathers rows while they are looked through, and hands on those that are among the nearest of all. */
import { createLeastWanted } from '../least-wanted.js';
import { withRoom } from '../typed-arrays.js';

/** The nearest rows of one query; its arrays serve the next one again. */
export interface Nearest {
  /** Forgets what was gathered. */
  begin(wanted: number): void;
  /** Takes a row unless it is too far; returns the likeness that the next must reach. */
  offer(row: number, likeness: number): number;
  /** Hands the nearest on, in no order; all that are as near as the last of them. */
  forEach(take: (row: number, likeness: number) => void): void;
}

/** Makes one that has gathered nothing. */
export function createNearest(): Nearest {
  let rows = new Uint32Array(0);
  let likenesses = new Float64Array(0);
  let count = 0;
  let best = createLeastWanted(0);
  return {
    begin(wanted) {
      count = 0;
      best = createLeastWanted(wanted);
    },
    offer(row, likeness) {
      if (likeness < best.least) return best.least;
      rows = withRoom(rows, count + 1);
      likenesses = withRoom(likenesses, count + 1);
      rows[count] = row;
      likenesses[count] = likeness;
      count += 1;
      best.add(likeness);
      return best.least;
    },
    forEach(take) {
      const { least } = best;
      for (let at = 0; at < count; at += 1) {
        if ((likenesses[at] as number) >= least) take(rows[at] as number, likenesses[at] as number);
      }
    },
  };
}
