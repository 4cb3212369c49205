/** Processes many items with bounded concurrency. */

/** The results in the order of the items; the first error stops the processing. */
export async function mapBounded<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  const waiting = items.entries();
  const worker = async () => {
    for (const [at, item] of waiting) results[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}
