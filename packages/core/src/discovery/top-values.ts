/** The minimum among the best values so far, so that most rows are skipped with one comparison. */

/** The best values seen, of which only the minimum is needed. */
export interface TopValues {
  /** The minimum that a value must reach; minus infinity until `wanted` values were seen. */
  readonly minimum: number;
  /** Adds a value that reaches the minimum. */
  add(value: number): void;
}

/** Tracks the `wanted` best values in a heap with the minimum on top. */
export function createTopValues(wanted: number): TopValues {
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
    get minimum() {
      return size < heap.length ? Number.NEGATIVE_INFINITY : (heap[0] as number);
    },
    add(value) {
      if (size < heap.length) rise(value);
      else if (value > (heap[0] as number)) sink(value);
    },
  };
}
