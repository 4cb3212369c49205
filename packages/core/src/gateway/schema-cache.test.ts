/** The cache of compiled schemas. */
import { describe, expect, it } from 'vitest';
import { createSchemaCache } from './schema-cache.js';

describe('createSchemaCache', () => {
  it('shares equal schemas and evicts the least recently used one', () => {
    const cache = createSchemaCache(2);
    const first = cache.compile({ type: 'string', minLength: 1 });
    const second = cache.compile({ type: 'number' });
    expect(cache.compile({ minLength: 1, type: 'string' })).toBe(first);
    cache.compile({ type: 'null' });
    expect(cache.compile({ type: 'string', minLength: 1 })).toBe(first);
    expect(cache.compile({ type: 'number' })).not.toBe(second);
  });

  it('accepts schemas of any size', () => {
    let deep: object = {};
    for (let level = 0; level < 100_000; level += 1) deep = { not: deep };
    expect(
      createSchemaCache(1)
        .compile(deep as never)
        .validate(1)[0]?.keyword,
    ).toBe('unchecked');
  });
});
