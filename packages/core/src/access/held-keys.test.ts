import { describe, expect, it } from 'vitest';
import { holdKeys } from './held-keys.js';

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
  let looks = 0;
  const keys = {
    async find(id: string) {
      looks += 1;
      return stored.get(id);
    },
    async update(id: string, change: Partial<Key>) {
      const key = stored.get(id);
      if (key !== undefined) stored.set(id, { ...key, ...change });
      return key !== undefined;
    },
  };
  return { clock, keys, held: holdKeys(keys, { clock }), looks: () => looks };
}

describe('keys at hand', () => {
  it('are looked up once in a moment', async () => {
    const { clock, held, looks } = setUp();
    for (let n = 0; n < 5; n += 1) expect(await held.find('k')).toMatchObject({ subject: 'ada' });
    expect(looks()).toBe(1);
    clock.time += 1000;
    await held.find('k');
    expect(looks()).toBe(2);
  });

  it('are revoked at once where they are revoked, and within a moment elsewhere', async () => {
    const { clock, keys, held } = setUp();
    await held.find('k');
    await held.update('k', { revokedAt: 'now' });
    expect(await held.find('k')).toHaveProperty('revokedAt');
    await keys.update('k', { subject: 'eve' });
    expect(await held.find('k')).toMatchObject({ subject: 'ada' });
    held.forget();
    expect(await held.find('k')).toMatchObject({ subject: 'eve' });
    clock.time += 1000;
    expect(await held.find('k')).toMatchObject({ subject: 'eve' });
  });

  it('are not held when there are none, nor for longer when the clock is set back', async () => {
    const { clock, held, looks } = setUp();
    await held.find('nobody');
    await held.find('nobody');
    expect(looks()).toBe(2);
    await held.find('k');
    clock.time -= 3_600_000;
    await held.find('k');
    expect(looks()).toBe(4);
  });
});
