import type { JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { compilesQuickly } from './compile-budget.js';

const list = <T>(length: number, make: (at: number) => T) => Array.from({ length }, (_, at) => make(at));
const properties = (length: number, schema: JsonValue) => ({
  type: 'object',
  properties: Object.fromEntries(list(length, (at) => [`p${at}`, schema])),
});

describe('compilesQuickly', () => {
  it.each<[string, JsonValue]>([
    ['true', true],
    ['an ordinary object', properties(40, { type: 'string', description: 'A text.', maxLength: 100 })],
    ['long texts', { type: 'string', description: 'x'.repeat(100_000) }],
    ['a long list of values', { enum: list(1000, (at) => `value ${at}`) }],
    ['an ordinary pattern', { type: 'string', pattern: '^[A-Z]{2}-[0-9]{4}$' }],
  ])('is true for %s', (_, schema) => {
    expect(compilesQuickly(schema)).toBe(true);
  });

  it.each<[string, JsonValue]>([
    ['many members', properties(1000, { type: 'string' })],
    ['many parts', { anyOf: list(500, (at) => ({ const: at })) }],
    ['deep nesting', list(500, () => 0).reduce<JsonValue>((inner) => ({ not: inner }), {})],
    ['long patterns', properties(5, { pattern: 'a?'.repeat(500) })],
    ['a pattern that repeats much', { pattern: `(${'a'.repeat(10)}){1000}` }],
    ['a pattern with nested repetitions', { pattern: '((abcdef){30}g){30}' }],
    ['names that are patterns', { patternProperties: { [`^(${'a|'.repeat(900)}b)$`]: {} } }],
    ['very long lists of values', { anyOf: list(40, () => ({ enum: list(1000, String) })) }],
  ])('is false for %s', (_, schema) => {
    expect(compilesQuickly(schema)).toBe(false);
  });
});
