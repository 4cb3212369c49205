import { describe, expect, it } from 'vitest';
import { cacheKeys } from './cached-keys.js';

interface Key {
  id: string;
  subject: string;
  hash: string;
  scopes: string[];
  revokedAt?: string;
}

function setUp() {
  const clock = { time: 1_000_000, now: () => clock.time };
  const stored = new Map<string, Key>([['k', { id: 'k', subject: 'ada', hash: 'h', scopes: [] }]]);
  let reads = 0;
  const keys = {
    async find(id: string) {
      reads += 1;
      return stored.get(id);
    },
    async update(id: string, change: Partial<Key>) {
      const key = stored.get(id);
      if (key !== undefined) stored.set(id, { ...key, ...change });
      return key !== undefined;
    },
  };
  return { clock, keys, cached: cacheKeys(keys, { clock }), reads: () => reads };
}

describe('cached keys', () => {
  it('are read from the store once within the cache period', async () => {
    const { clock, cached, reads } = setUp();
    for (let n = 0; n < 5; n += 1) expect(await cached.find('k')).toMatchObject({ subject: 'ada' });
    expect(reads()).toBe(1);
    clock.time += 1000;
    await cached.find('k');
    expect(reads()).toBe(2);
  });

  it('are revoked at once in this process, and within the cache period elsewhere', async () => {
    const { clock, keys, cached } = setUp();
    await cached.find('k');
    await cached.update('k', { revokedAt: 'now' });
    expect(await cached.find('k')).toHaveProperty('revokedAt');
    await keys.update('k', { subject: 'eve' });
    expect(await cached.find('k')).toMatchObject({ subject: 'ada' });
    cached.forget();
    expect(await cached.find('k')).toMatchObject({ subject: 'eve' });
    clock.time += 1000;
    expect(await cached.find('k')).toMatchObject({ subject: 'eve' });
  });

  it('are not cached when they do not exist, nor longer when the clock is set back', async () => {
    const { clock, cached, reads } = setUp();
    await cached.find('nobody');
    await cached.find('nobody');
    expect(reads()).toBe(2);
    await cached.find('k');
    clock.time -= 3_600_000;
    await cached.find('k');
    expect(reads()).toBe(4);
  });
});
