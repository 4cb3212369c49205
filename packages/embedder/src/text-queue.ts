/**
 * Scheduling for one embedding thread: the request with the fewest remaining texts is next, so that a search never
 * waits for an import of thousands. No request starves, because searches are short and imports can wait.
 */

/** A pending embedding request. */
export interface Waiting {
  texts: readonly string[];
  vectors: Float32Array[];
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

/** The pending requests. */
export interface TextQueue {
  add(waiting: Waiting): void;
  /** Removes a request, served or not. */
  remove(waiting: Waiting): void;
  /** The request whose text is next; undefined when the queue is empty. */
  next(): Waiting | undefined;
  /** Rejects all requests. */
  fail(error: unknown): void;
}

const left = ({ texts, vectors }: Waiting) => texts.length - vectors.length;

/** Creates an empty queue. */
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
