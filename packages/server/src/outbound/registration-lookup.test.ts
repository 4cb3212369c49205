import { describe, expect, it } from 'vitest';
import { createRegistrationLookup } from './registration-lookup.js';

const found = [{ address: '10.0.0.1', family: 4 }];

describe('the lookup of names at registration', () => {
  it('asks once for a name in a minute', async () => {
    const asked: string[] = [];
    let time = 0;
    const resolve = createRegistrationLookup({
      dnsLookup: async (name) => {
        asked.push(name);
        return found;
      },
      elapsed: () => time,
    });
    expect([await resolve('a.dev'), await resolve('a.dev')]).toEqual([['10.0.0.1'], ['10.0.0.1']]);
    time = 60_001;
    await resolve('a.dev');
    expect(asked).toEqual(['a.dev', 'a.dev']);
  });

  it('knows nothing of names that do not resolve, are reserved, or take too long', async () => {
    const asked: string[] = [];
    const dnsLookup = (name: string) => {
      asked.push(name);
      return name === 'slow.dev' ? new Promise<never>(() => {}) : Promise.reject(new Error('none'));
    };
    const resolve = createRegistrationLookup({ dnsLookup, elapsed: () => 0, waitMs: 1 });
    const names = ['none.dev', 'weather.example', 'a.test', 'slow.dev'];
    expect(await Promise.all(names.map(resolve))).toEqual(names.map(() => undefined));
    expect(asked).toEqual(['none.dev', 'slow.dev']);
  });

  it('asks for no more names than the limit at the same time', async () => {
    const answers: (() => void)[] = [];
    const dnsLookup = () =>
      new Promise<typeof found>((answer) => {
        answers.push(() => answer(found));
      });
    const resolve = createRegistrationLookup({ dnsLookup, elapsed: () => 0, waitMs: 60_000, concurrent: 2 });
    const asked = ['a.dev', 'b.dev', 'c.dev'].map(resolve);
    expect(await asked[2]).toBeUndefined();
    for (const answer of answers) answer();
    expect(await Promise.all(asked)).toEqual([['10.0.0.1'], ['10.0.0.1'], undefined]);
    expect(answers).toHaveLength(2);
  });
});
