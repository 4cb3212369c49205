import { describe, expect, it } from 'vitest';
import { createBoundedCache } from './bounded-cache.js';

describe('a bounded cache', () => {
  it('drops what was used longest ago', () => {
    const cache = createBoundedCache<string, number>({ entries: 2 });
    cache.set('a', 1);
    cache.set('b', 2);
    expect(cache.get('a')).toBe(1);
    cache.set('c', 3);
    expect([cache.peek('a'), cache.peek('b'), cache.peek('c')]).toEqual([1, undefined, 3]);
    expect(cache.size).toBe(2);
  });

  it('does not count a peek as a use', () => {
    const cache = createBoundedCache<string, number>({ entries: 2 });
    cache.set('a', 1);
    cache.set('b', 2);
    expect(cache.peek('a')).toBe(1);
    cache.set('c', 3);
    expect(cache.get('a')).toBeUndefined();
  });

  it('limits the weight of all values together, and keeps none that exceeds it alone', () => {
    const cache = createBoundedCache<string, string>({ entries: 10, weight: 5, weigh: ({ length }) => length });
    cache.set('a', 'xx');
    cache.set('b', 'xxx');
    expect(cache.size).toBe(2);
    cache.set('c', 'x');
    expect(cache.peek('a')).toBeUndefined();
    cache.set('d', 'x'.repeat(9));
    expect(cache.size).toBe(0);
    cache.set('e', 'x');
    expect([cache.peek('d'), cache.peek('e')]).toEqual([undefined, 'x']);
  });

  it('counts the weight of a value once when it is replaced or deleted', () => {
    const cache = createBoundedCache<string, string>({ entries: 10, weight: 4, weigh: ({ length }) => length });
    cache.set('a', 'xx');
    cache.set('a', 'xxx');
    cache.set('b', 'x');
    expect(cache.size).toBe(2);
    cache.delete('a');
    cache.delete('a');
    cache.set('c', 'xxx');
    expect(cache.size).toBe(2);
  });
});
