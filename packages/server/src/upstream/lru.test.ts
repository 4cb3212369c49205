import { expect, it } from 'vitest';
import { createLru } from './lru.js';

it('drops the least recently used entry that may be dropped', () => {
  const dropped: string[] = [];
  const busy = new Set(['b']);
  const lru = createLru<string>({ max: 2, mayDrop: (key) => !busy.has(key), onDrop: (value) => dropped.push(value) });
  for (const key of ['a', 'b', 'a', 'c']) lru.get(key, () => key);
  expect(dropped).toEqual(['a']);
  expect([...lru.values()]).toEqual(['b', 'c']);
});

it('exceeds its limit for entries in use, and returns to it', () => {
  const busy = new Set(['a', 'b', 'c']);
  const lru = createLru<string>({ max: 2, mayDrop: (key) => !busy.has(key) });
  for (const key of ['a', 'b', 'c']) lru.get(key, () => key);
  expect(lru.size).toBe(3);
  busy.clear();
  lru.get('d', () => 'd');
  expect([...lru.values()]).toEqual(['c', 'd']);
});
