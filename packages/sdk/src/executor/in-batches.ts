/** Many requests, a few at a time: servers and sockets have limits, and an agent may have hundreds of tools. */

/** Requests that are under way at the same time. */
const atOnce = 8;

/** The results of some work on each item, in the order of the items; the first error ends it. */
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
