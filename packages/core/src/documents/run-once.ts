/** One computation per key at a time: others who ask for the same meanwhile wait for its result. */

/** Starts the work, or waits for the one with this key that is in progress. */
export type RunOnce<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/** Creates the function. */
export function createRunOnce<T>(): RunOnce<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
