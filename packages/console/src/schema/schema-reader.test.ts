import { describe, expect, it } from 'vitest';
import { boundWords, typeWords } from './describe-schema.js';
import { createSchemaReader } from './schema-reader.js';

describe('a schema reader', () => {
  it('follows references one level at a time, so that recursive schemas end', () => {
    const root = {
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    };
    const reader = createSchemaReader(root);
    const view = reader.view(root);
    expect(view.type).toBe('object');
    expect(view.properties).toEqual({ next: { $ref: '#/$defs/node' } });
    expect(reader.view(root)).toBe(view);
  });

  it('merges allOf: members of all parts, every requirement, the tighter bounds', () => {
    const root = {
      allOf: [
        { type: 'object', properties: { a: { type: 'string', maxLength: 9 } }, required: ['a'] },
        { $ref: '#/$defs/more' },
      ],
      required: ['b'],
      $defs: { more: { properties: { a: { maxLength: 5 }, b: { type: 'number' } } } },
    };
    const reader = createSchemaReader(root);
    const view = reader.view(root);
    const { a } = view.properties as Record<string, unknown>;
    expect(view.required).toEqual(['a', 'b']);
    expect(reader.view(a)).toMatchObject({ type: 'string', maxLength: 5 });
  });

  it('keeps both alternatives of merged oneOf', () => {
    const root = { allOf: [{ oneOf: [{ const: 1 }, { const: 2 }] }, { oneOf: [{ minimum: 1 }, { minimum: 2 }] }] };
    const reader = createSchemaReader(root);
    const branches = reader.view(root).oneOf as unknown[];
    expect(branches).toHaveLength(2);
    expect(reader.view(branches[0]).oneOf).toHaveLength(2);
  });

  it.each([
    { $ref: '#' },
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    { allOf: [{ $ref: '#' }, { $ref: '#' }] },
    { $ref: '#/missing/~1%zz' },
    { $ref: 'https://example.com/schema.json' },
    true,
    false,
    null,
    { allOf: 'x', properties: 3, type: 7 },
  ])('ends on the schema %j', (root) => {
    const reader = createSchemaReader(root);
    expect(reader.view(root)).toBeTypeOf('object');
    expect(typeWords(reader, root)).toBeTypeOf('string');
  });

  it.each([
    [{ type: 'array', items: { type: 'string' } }, 'array of string'],
    [{ type: ['integer', 'null'] }, 'integer or null'],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'string or integer'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'map of number'],
    [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
    [
      { oneOf: [1, 2, 3, 4].map((at) => ({ const: at, type: ['string', 'number', 'object', 'null'][at - 1] })) },
      'constant',
    ],
    [{}, 'any'],
  ])('names the type of %j as %s', (schema, words) => {
    expect(typeWords(createSchemaReader(schema), schema)).toBe(words);
  });

  it('says the bounds in words', () => {
    expect(boundWords({ minimum: 1, maximum: 100, default: 30 })).toEqual(['1 to 100', 'default 30']);
    expect(boundWords({ minLength: 0, maxLength: 5, pattern: '^a' })).toEqual(['0 to 5 characters', 'matches ^a']);
    expect(boundWords({ enum: Array.from({ length: 500 }, (_, at) => `v${at}`) })).toEqual([
      'v0, v1, v2, v3, v4, v5 and 494 more',
    ]);
  });
});
