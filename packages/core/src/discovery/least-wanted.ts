/** The least value that can still be among the best so far, so that most rows are passed over with one comparison. */

/** The best values seen, of which only the least is of interest. */
export interface LeastWanted {
  /** What a value must reach; minus infinity until as many as wanted were seen. */
  readonly least: number;
  /** Takes a value that reaches the least. */
  add(value: number): void;
}

/** Watches for the `wanted` best values; a heap with the least on top. */
export function createLeastWanted(wanted: number): LeastWanted {
  const heap = new Float64Array(Math.max(1, wanted));
  let size = 0;

  function rise(value: number): void {
    let at = size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if ((heap[parent] as number) <= value) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = value;
  }

  function sink(value: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
      if ((heap[child] as number) >= value) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = value;
  }

  return {
    get least() {
      return size < heap.length ? Number.NEGATIVE_INFINITY : (heap[0] as number);
    },
    add(value) {
      if (size < heap.length) rise(value);
      else if (value > (heap[0] as number)) sink(value);
    },
  };
}
