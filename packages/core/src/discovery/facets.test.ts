import { describe, expect, it } from 'vitest';
import { conditionSteps, facetKeys } from './facets.js';
import { makeEntry } from './fixtures/entries.js';

describe('facets', () => {
  it('keeps labels trimmed and in lower case, with the field itself', () => {
    const keys = facetKeys(makeEntry('a', { capabilities: [' NLP '], languages: ['en-GB'] }));
    for (const key of ['capability', 'capability\u0000nlp', 'language\u0000en', 'language\u0000en-gb']) {
      expect(keys).toContain(key);
    }
    expect(keys).not.toContain('language\u0000');
  });
  it('accepts scalars of extra and limits third-party values', () => {
    const many = Array.from({ length: 500 }, (_, index) => `v${index}`);
    const keys = facetKeys(
      makeEntry('a', {
        extra: {
          license: 'MIT',
          ok: true,
          size: 3,
          deep: { a: 1 },
          nothing: null,
          long: 'x'.repeat(300),
          many,
          late: 'z',
        },
      }),
    );
    for (const key of ['license\u0000mit', 'ok\u0000true', 'size\u00003', 'many\u0000v0']) expect(keys).toContain(key);
    for (const key of ['deep', 'nothing', 'long', 'late', 'many\u0000v499']) expect(keys).not.toContain(key);
    expect(keys.size).toBeLessThan(100);
  });
  it('prevents a third-party name or label from matching another field', () => {
    const keys = facetKeys(makeEntry('a', { extra: { status: 'inactive', 'tag\u0000vip': 'x', note: 'a\u0000b' } }));
    expect(keys).not.toContain('status\u0000inactive');
    expect(keys).not.toContain('tag\u0000vip');
    expect(keys).toContain('note\u0000a b');
  });
  it('creates one step per value for "all", and one step in total for "any"', () => {
    expect(conditionSteps([{ field: 'tag', values: ['A', 'b'], mode: 'all' }])).toEqual([
      ['tag\u0000a'],
      ['tag\u0000b'],
    ]);
    expect(conditionSteps([{ field: 'status', values: ['Active', 'inactive'], mode: 'any' }])).toEqual([
      ['status\u0000active', 'status\u0000inactive'],
    ]);
    expect(conditionSteps([{ field: 'language', values: ['*'], mode: 'all' }])).toEqual([]);
    expect(conditionSteps([{ field: 'tag', values: [], mode: 'any' }])).toEqual([]);
  });
});
