/** Selects the first few of many rows without sorting the rest. */

/**
 * The first `wanted` rows of the order, sorted. Visits `count` rows and, if there are more, keeps a heap of the best so
 * far, the worst of them on top.
 */
export function selectFirst(
  rows: Uint32Array,
  count: number,
  wanted: number,
  compare: (left: number, right: number) => number,
): number[] {
  if (count <= wanted) return Array.from(rows.subarray(0, count)).sort(compare);
  const heap: number[] = [];
  if (wanted <= 0) return heap;
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] ?? 0;
    if (heap.length < wanted) pushRow(heap, row, compare);
    else if (compare(row, heap[0] ?? 0) < 0) replaceTop(heap, row, compare);
  }
  return heap.sort(compare);
}

function pushRow(heap: number[], row: number, compare: (left: number, right: number) => number): void {
  let at = heap.length;
  heap.push(row);
  while (at > 0) {
    const parent = (at - 1) >>> 1;
    const above = heap[parent] ?? 0;
    if (compare(row, above) <= 0) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = row;
}

function replaceTop(heap: number[], row: number, compare: (left: number, right: number) => number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compare(heap[child + 1] ?? 0, heap[child] ?? 0) > 0) child += 1;
    const below = heap[child] ?? 0;
    if (compare(below, row) <= 0) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = row;
}
