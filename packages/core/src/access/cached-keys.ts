/**
 * Caches keys for a short period, because the same callers return. Changes made here apply at once; changes of another
 * process apply after that period, or when the cache is cleared.
 */
import type { Clock } from '../documents/host.js';
import type { KeyIdentity } from './key-authenticator.js';

/** The store of the keys. */
export interface ChangeableKeys {
  find(id: string): Promise<KeyIdentity | undefined>;
  update(id: string, ...change: never[]): Promise<unknown>;
}

/** Cached keys. */
export type CachedKeys<K extends ChangeableKeys> = K & {
  /** A cached key that is still fresh. */
  cached(id: string): KeyIdentity | undefined;
  /** Clears the cache. */
  forget(): void;
};

/** Lifetime and size of the cache. */
export interface KeyCacheOptions {
  clock: Clock;
  /** Milliseconds for which a cached key is used; 1,000 by default. */
  ms?: number;
  /** Maximum number of cached keys; 10,000 by default. */
  maxKeys?: number;
}

/** Wraps the keys of a store; a missing key is not cached. */
export function cacheKeys<K extends ChangeableKeys>(keys: K, { clock, ms = 1000, maxKeys = 10_000 }: KeyCacheOptions) {
  const cache = new Map<string, { key: KeyIdentity; until: number }>();
  let cleared = 0;
  const cached = (id: string) => {
    const now = clock.now();
    const found = cache.get(id);
    return found !== undefined && now < found.until && found.until - now <= ms ? found.key : undefined;
  };
  const find: K['find'] = async (id) => {
    const known = cached(id);
    if (known !== undefined) return known;
    const [now, before] = [clock.now(), cleared];
    const key = await keys.find(id);
    if (cache.size >= maxKeys) cache.clear();
    if (key === undefined) cache.delete(id);
    // The store may have answered before the change because of which the cache was cleared.
    else if (before === cleared) cache.set(id, { key, until: now + ms });
    return key;
  };
  const update = (async (id: string, ...change: never[]) => {
    try {
      return await keys.update(id, ...change);
    } finally {
      cache.delete(id);
    }
  }) as K['update'];
  const forget = () => {
    cleared += 1;
    cache.clear();
  };
  return { ...keys, cached, find, update, forget } as CachedKeys<K>;
}
