/**
 * Who is served next when many wait for one thread: always the one with the fewest texts left, so that a search
 * never stands behind an import of thousands. Nobody waits for ever, because an import is in no hurry and searches end.
 */

/** Somebody who waits for vectors. */
export interface Waiting {
  texts: readonly string[];
  vectors: Float32Array[];
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

/** Those who wait. */
export interface TextQueue {
  add(waiting: Waiting): void;
  /** Takes one out, served or not. */
  remove(waiting: Waiting): void;
  /** Whose text is next; undefined when nobody waits. */
  next(): Waiting | undefined;
  /** Rejects everybody. */
  fail(error: unknown): void;
}

const left = ({ texts, vectors }: Waiting) => texts.length - vectors.length;

/** Makes an empty queue. */
export function createTextQueue(): TextQueue {
  const all = new Set<Waiting>();
  return {
    add: (waiting) => void all.add(waiting),
    remove: (waiting) => void all.delete(waiting),
    next() {
      let first: Waiting | undefined;
      for (const each of all) if (first === undefined || left(each) < left(first)) first = each;
      return first;
    },
    fail(error) {
      for (const each of all) each.reject(error);
      all.clear();
    },
  };
}
