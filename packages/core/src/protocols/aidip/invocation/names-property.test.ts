import type { JsonSchema } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { namesProperty } from './names-property.js';

const has = { properties: { operation: { type: 'string' } } };

describe('namesProperty', () => {
  it.each<[string, JsonSchema]>([
    ['directly', has],
    ['by a reference', { $ref: '#/$defs/in', $defs: { in: has } }],
    ['by an encoded reference', { $ref: '#/$defs/a%20b', $defs: { 'a b': has } }],
    ['in a combination', { allOf: [{ type: 'object' }, { anyOf: [{ oneOf: [has] }] }] }],
    ['behind a reference to itself', { allOf: [{ $ref: '#' }, has] }],
  ])('finds a property named %s', (_, schema) => {
    expect(namesProperty(schema, 'operation')).toBe(true);
    expect(namesProperty(schema, 'constructor')).toBe(false);
  });

  it.each<[string, JsonSchema]>([
    ['everything', true],
    ['nothing', false],
    ['other names', { properties: { text: {} } }],
    ['the name further in', { properties: { text: has } }],
    ['itself', { $ref: '#' }],
    ['what is not there', { $ref: '#/nowhere' }],
    ['a broken reference', { $ref: '#/%E0%A4%A' }],
    ['another document', { $ref: 'https://a.example/schema' }],
    ['no list', { allOf: 7, properties: [], $ref: 7 } as unknown as JsonSchema],
    ['a maze', { $defs: { a: { allOf: Array(50).fill({ $ref: '#/$defs/a' }) } }, $ref: '#/$defs/a' }],
  ])('finds none in a schema of %s', (_, schema) => {
    expect(namesProperty(schema, 'operation')).toBe(false);
  });
});
