/** Runtime expressions: valid, invalid, and substituted exactly once. */
import { describe, expect, it } from 'vitest';
import type { Scope } from './expression.js';
import { expressionValue, fill, parseExpression } from './expression.js';

const scope: Scope = {
  inputs: { city: 'Oslo', trap: '$inputs.secret', secret: 'x' },
  steps: new Map([['find', { list: [{ id: 1 }], __proto__: 2 }]]),
  sent: { q: 'Oslo' },
  response: { status: 200, headers: { etag: '"1"' }, body: { 'a/b': [true] } },
  outputs: { now: 1 },
};

describe('expressions', () => {
  it.each([
    ['$inputs.city', 'Oslo'],
    ['$inputs#/city', 'Oslo'],
    ['$steps.find.outputs.list[0].id', 1],
    ['$steps.find.outputs.list#/0/id', 1],
    ['$response.body#/a~1b/0', true],
    ['$response.header.ETag', '"1"'],
    ['$response.header.constructor', undefined],
    ['$request.query.q', 'Oslo'],
    ['$request.body', { q: 'Oslo' }],
    ['$outputs.now', 1],
    ['$statusCode', 200],
    ['$steps.other.outputs.x', undefined],
    ['$inputs.constructor', undefined],
  ])('%s', (text, expected) => {
    expect(expressionValue(text, scope)).toEqual(expected);
  });

  it.each([
    '$url',
    '$method',
    '$steps.find',
    '$steps.find.list',
    '$response',
    '$inputs.a b',
    '$response.body#a',
    '$workflows.a.b',
  ])('%s cannot be evaluated here', (text) => {
    expect(parseExpression(text)).toBeUndefined();
  });

  it('are substituted everywhere; members without a value are omitted', () => {
    const template = { a: '$inputs.city', b: ['at {$inputs.city}!', '$steps.no.outputs.x'], c: '$inputs.no', d: '$5' };
    expect(fill(template, scope)).toEqual({ a: 'Oslo', b: ['at Oslo!', null], d: '$5' });
  });

  it('are not evaluated again when a value looks like an expression', () => {
    expect(fill({ a: '$inputs.trap', b: '{$inputs.trap}' }, scope)).toEqual({
      a: '$inputs.secret',
      b: '$inputs.secret',
    });
  });
});
