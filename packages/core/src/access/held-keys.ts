/**
 * Keys at hand for a moment, since the same callers come again and again. What is changed through here counts at
 * once; what another process changes counts within that moment, or when somebody says that something has changed.
 */
import type { Clock } from '../documents/host.js';
import type { HeldKey } from './key-authenticator.js';

/** What keys are read from and changed in. */
export interface ChangeableKeys {
  find(id: string): Promise<HeldKey | undefined>;
  update(id: string, ...change: never[]): Promise<unknown>;
}

/** Keys at hand. */
export type HeldKeys<K extends ChangeableKeys> = K & {
  /** A key that is at hand and good without another look. */
  held(id: string): HeldKey | undefined;
  /** Looks at everything anew. */
  forget(): void;
};

/** How long and how many. */
export interface HoldKeysOptions {
  clock: Clock;
  /** Milliseconds for which a key is good without another look; 1,000 by default. */
  ms?: number;
  /** Most keys at hand; 10,000 by default. */
  most?: number;
}

/** Wraps the keys of a store; keys that are not there are looked for every time. */
export function holdKeys<K extends ChangeableKeys>(keys: K, { clock, ms = 1000, most = 10_000 }: HoldKeysOptions) {
  const held = new Map<string, { key: HeldKey; until: number }>();
  const atHand = (id: string) => {
    const now = clock.now();
    const found = held.get(id);
    return found !== undefined && now < found.until && found.until - now <= ms ? found.key : undefined;
  };
  const find: K['find'] = async (id) => {
    const known = atHand(id);
    if (known !== undefined) return known;
    const now = clock.now();
    const key = await keys.find(id);
    if (held.size >= most) held.clear();
    if (key === undefined) held.delete(id);
    else held.set(id, { key, until: now + ms });
    return key;
  };
  const update = (async (id: string, ...change: never[]) => {
    try {
      return await keys.update(id, ...change);
    } finally {
      held.delete(id);
    }
  }) as K['update'];
  return { ...keys, held: atHand, find, update, forget: () => held.clear() } as HeldKeys<K>;
}
