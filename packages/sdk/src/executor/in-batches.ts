/** Limits concurrency: servers and sockets have limits, and an agent may have hundreds of tools. */

/** Maximum number of concurrent requests. */
const atOnce = 8;

/** Maps items concurrently and returns the results in order; the first error ends it. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  }
  return results;
}
