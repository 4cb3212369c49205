/** Conditions, paths and patterns, valid and invalid. */
import type { JsonValue } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConditionError, isMet, parseCondition } from './condition.js';
import { meets } from './criteria.js';
import type { Scope } from './expression.js';
import { finds, parseJsonPath } from './json-path.js';

const body = {
  state: 'Done',
  items: [
    { n: 1, tags: ['a'] },
    { n: 5, tags: [] },
  ],
  none: null,
};
const scope: Scope = {
  inputs: { city: 'Oslo', deep: { list: [10, 20] } },
  steps: new Map([['first', { value: 7 }]]),
  response: { status: 201, headers: { 'retry-after': '3' }, body },
};

describe('simple conditions', () => {
  it.each([
    ['$statusCode == 201', true],
    ['$statusCode >= 200 && $statusCode < 300', true],
    ["$statusCode == 500 || $response.body#/state == 'done'", true],
    ["$response.body.state != 'done'", false],
    ['!($statusCode == 201)', false],
    ['$steps.first.outputs.value > 6.5', true],
    ['$inputs.deep.list[1] == 20', true],
    ['$response.body#/missing == null', true],
    ['$response.body#/none', false],
    ["$response.header.Retry-After == '3'", true],
    ["$statusCode > '2'", false],
    ['$response.body#/items/0/tags == $response.body#/items/1/tags', false],
    ['true', true],
  ])('%s is %s', (text, expected) => {
    expect(isMet(parseCondition(text), { scope })).toBe(expected);
  });

  it.each([
    '',
    '$statusCode ==',
    '$nothing == 1',
    '($statusCode == 1',
    '$statusCode = 1',
    "'open",
    '1 2',
    '!'.repeat(50),
  ])('%j is invalid', (text) => {
    expect(() => parseCondition(text)).toThrow(ConditionError);
  });

  it('terminate, whatever the text', () => {
    const word = fc.constantFrom(
      '$statusCode',
      '==',
      '&&',
      '(',
      ')',
      "'x'",
      '!',
      '@',
      '1',
      ' ',
      '[?',
      ']',
      '$',
      'count(',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        for (const parse of [parseCondition, parseJsonPath]) {
          try {
            parse(words.join(''));
          } catch (error) {
            expect(error).toBeInstanceOf(ConditionError);
          }
        }
      }),
    );
  });
});

describe('paths', () => {
  it.each([
    ['$.state', true],
    ["$['items'][-1].n", true],
    ['$.items[*].missing', false],
    ['$.items[?@.n > 4 && length(@.tags) == 0]', true],
    ['$.items[?(@.n == 2)]', false],
    ['$.items[?count(@.tags[*]) == 1]', true],
    ["$.items[?@.tags[0] == 'A']", true],
    ['$[?@.n]', false],
  ])('%s matches: %s', (text, expected) => {
    expect(finds(parseJsonPath(text), body as JsonValue, scope)).toBe(expected);
  });

  it.each(['state', '$..state', '$.items[0:2]', '$.items[?@.n', '$.items['])('%s is invalid', (text) => {
    expect(() => parseJsonPath(text)).toThrow(ConditionError);
  });
});

describe('patterns', () => {
  it('are compared with the text of the context, and never match a missing value', () => {
    const pattern = { type: 'regex' as const, condition: '^D.*e$', context: '$response.body#/state' };
    expect(meets(pattern, scope)).toBe(true);
    expect(meets({ ...pattern, context: '$response.body#/missing' }, scope)).toBe(false);
    expect(meets({ ...pattern, condition: '^d' }, scope)).toBe(false);
  });
});
