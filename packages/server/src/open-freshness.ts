/** Keeps the caches of this node current on a store that other nodes use too: by notifications, and by a check per request. */
import type { Follower, OpenAccessMode, Store } from '@dragoman/core/engine';
import type { Config } from './config/config.js';
import type { RequireFresh } from './search/freshness.js';
import { createRequireFresh } from './search/freshness.js';
import type { Siblings } from './workers/siblings.js';

/** Dependencies. */
export interface OpenFreshnessPorts {
  config: Pick<Config, 'store'>;
  store: Pick<Store, 'changes'>;
  /** The index and how far it has followed the store. */
  follower: Pick<Follower, 'catchUp' | 'seq'>;
  /** The other workers of this server, if any. */
  siblings?: Pick<Siblings, 'onChange'>;
  /** Creates a listener for background failures of the store. */
  report: (during: string) => (error: unknown) => void;
}

/** What keeps the caches current. */
export interface Freshness {
  /** The check of every request; undefined where this process alone uses the store, and with `relaxed`. */
  requireFresh: RequireFresh | undefined;
  stop(): Promise<void>;
}

/** What is cached of keys. */
interface KeyCaches {
  openMode: Pick<OpenAccessMode, 'recheck'>;
  keys: { forget(): void };
}

/** Begins to listen for changes of other nodes; without notifications, the next poll applies them. */
export function openFreshness(
  { config, store: { changes }, follower, siblings, report }: OpenFreshnessPorts,
  { openMode, keys }: KeyCaches,
): Freshness {
  const onKeysChanged = () => {
    openMode.recheck();
    keys.forget();
  };
  siblings?.onChange(onKeysChanged);
  if (changes === undefined) return { requireFresh: undefined, async stop() {} };
  const onError = report('follow');
  const listening = changes.listen((part) => {
    if (part !== 'entries') onKeysChanged();
    if (part !== 'keys') follower.catchUp().catch(onError);
  });
  const isStrict = config.store.freshness === 'strict';
  return {
    requireFresh: isStrict ? createRequireFresh({ changes, follower, onKeysChanged }) : undefined,
    stop: listening.stop,
  };
}
