/** Tests that generated values match the schemas that they are generated from. */
import { compileSchema } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createSchemaWalk } from '../api/schema-walk.js';
import { samplePattern } from './sample-pattern.js';
import { sampleValue } from './sample-value.js';

const { follow } = createSchemaWalk({
  components: {
    schemas: {
      Loop: { type: 'object', required: ['next'], properties: { next: { $ref: '#/components/schemas/Loop' } } },
    },
  },
});
const sample = (schema: JsonValue) => sampleValue(schema, follow);

const schemas: JsonObject[] = [
  { type: 'string', minLength: 12 },
  { type: 'string', maxLength: 2 },
  { type: 'string', format: 'uuid' },
  { type: 'string', pattern: '^rj_[0-9a-f]{4,12}$' },
  { type: 'string', pattern: '^(open|done)-\\d{2}(?:\\.[a-z]+)?$' },
  { type: 'integer', minimum: 7, multipleOf: 5 },
  { type: 'integer', exclusiveMinimum: 3 },
  { type: 'number', maximum: -2 },
  { type: ['null', 'boolean'] },
  { type: 'array', minItems: 2, items: { type: 'integer', minimum: 3 } },
  {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { enum: ['x', 'y'] }, b: { const: 4 } },
    additionalProperties: false,
  },
  {
    allOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      { type: 'object', required: ['b'], properties: { b: { type: 'boolean' } } },
    ],
  },
  {
    type: 'object',
    minProperties: 2,
    properties: { id: { type: 'string', readOnly: true }, a: { type: 'string' }, b: { type: 'integer' } },
  },
  { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] },
];

describe('sampleValue', () => {
  it.each(schemas)('generates a value that matches %j', (schema) => {
    const value = sample(schema);
    expect(value).toBeDefined();
    expect(compileSchema(schema).validate(value as JsonValue)).toEqual([]);
  });

  it('prefers values from the document over generated ones', () => {
    expect(sample({ type: 'string', example: 'Anna' })).toBe('Anna');
    expect(sample({ type: 'integer', default: 20, minimum: 1 })).toBe(20);
  });

  it('returns undefined for unsupported schemas, and terminates on recursive ones', () => {
    expect(sample({ $ref: '#/components/schemas/Loop' })).toBeUndefined();
    expect(sample({ $ref: '#/nowhere' })).toBeUndefined();
    expect(sample({ type: 'string', pattern: '^(?=a)b$' })).toBeUndefined();
    expect(sample({ type: 'array', minItems: 1e9, items: { type: 'string' } })).toBeUndefined();
  });
});

describe('samplePattern', () => {
  it('terminates on deep, long and malformed patterns', () => {
    for (const pattern of [
      '('.repeat(5_000),
      '(a'.repeat(30) + ')'.repeat(30),
      'a{999}{999}',
      '[',
      'a{1,',
      '\\',
      '(?<',
      '*',
    ]) {
      const made = samplePattern(pattern);
      expect(made === undefined || made.length <= 200).toBe(true);
    }
    expect(samplePattern('^[a-z][a-z0-9-]*$')).toBe('a');
  });
});
