/** Collects what is asked for in one turn of the event loop, so that one statement answers all of it. */

/** Maximum number of keys of one run. */
const most = 100;

/** Creates the function that asks for one key. */
export function createBatch<Key, Value>(
  run: (keys: Key[]) => Promise<Map<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: { keys: Key[]; result: Promise<Map<Key, Value>> } | undefined;
  const open = () => {
    const keys: Key[] = [];
    const result = Promise.resolve().then(() => {
      if (waiting?.keys === keys) waiting = undefined;
      return run(keys);
    });
    return { keys, result };
  };
  return async (key) => {
    if (waiting === undefined || waiting.keys.length >= most) waiting = open();
    waiting.keys.push(key);
    return (await waiting.result).get(key);
  };
}
