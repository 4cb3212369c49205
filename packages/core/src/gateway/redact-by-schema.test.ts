import { describe, expect, it } from 'vitest';
import { redactBySchema } from './redact-by-schema.js';
import { withheldSecret } from './redact-text.js';

const secret = { type: 'string', format: 'password' };

describe('redactBySchema', () => {
  it.each([
    ['a password', { properties: { a: secret } }, { a: 'x', b: 1 }, { a: withheldSecret, b: 1 }],
    ['a written member', { properties: { a: { writeOnly: true } } }, { a: { b: 1 } }, { a: withheldSecret }],
    [
      'marked members',
      { properties: { a: { 'x-secret': true }, b: { 'x-sensitive': true } } },
      { a: 1, b: 2 },
      { a: withheldSecret, b: withheldSecret },
    ],
    [
      'items',
      { items: { properties: { pin: secret } } },
      [{ pin: '1' }, { pin: '2' }],
      [{ pin: withheldSecret }, { pin: withheldSecret }],
    ],
    ['first items', { prefixItems: [secret], items: true }, ['a', 'b'], [withheldSecret, 'b']],
    [
      'other members',
      { properties: { a: true }, additionalProperties: secret },
      { a: 'x', b: 'y' },
      { a: 'x', b: withheldSecret },
    ],
    [
      'an alternative',
      { oneOf: [{ type: 'string' }, { properties: { a: secret } }] },
      { a: 'x' },
      { a: withheldSecret },
    ],
    ['a condition', { if: {}, else: { properties: { a: secret } } }, { a: 'x' }, { a: withheldSecret }],
    [
      'a reference',
      { $defs: { 'a b': secret }, properties: { a: { $ref: '#/$defs/a%20b' } } },
      { a: 'x' },
      { a: withheldSecret },
    ],
  ])('withholds %s', (_, schema, value, expected) => {
    expect(redactBySchema(value, schema)).toEqual(expected);
  });

  it.each([
    ['true', true],
    ['no marks', { properties: { a: { type: 'string' } } }],
    ['a broken reference', { $ref: '#/%ZZ/nothing' }],
    ['a foreign reference', { $ref: 'https://elsewhere.example/schema' }],
  ])('keeps a value whose schema is %s', (_, schema) => {
    expect(redactBySchema({ a: ['x', null, 1] }, schema)).toEqual({ a: ['x', null, 1] });
  });

  it('follows a schema that refers to itself as deep as the value is', () => {
    const schema = { properties: { next: { $ref: '#' }, pin: secret } };
    expect(redactBySchema({ next: { next: { pin: '1' } } }, schema)).toEqual({
      next: { next: { pin: withheldSecret } },
    });
  });

  it('gives up on a schema that refers to itself without end', () => {
    const pin = { format: 'password' };
    expect(redactBySchema({ a: 1 }, { anyOf: [{ $ref: '#' }, { $ref: '#' }], properties: { pin } })).toBeUndefined();
  });
});
