import { describe, expect, it } from 'vitest';
import { comparableBody } from './comparable-body.js';

const encode = (text: string) => new TextEncoder().encode(text);
const json = (text: string) => comparableBody(encode(text), 'application/json; charset=utf-8');

describe('comparableBody', () => {
  it.each([
    ['another order of members', '{"a":1,"b":{"c":[1,2],"d":null}}', '{"b":{"d":null,"c":[1,2]},"a":1}'],
    ['spaces', '{"a":[1,2]}', '{ "a" : [ 1 ,\n2 ] }'],
    ['escapes', '{"a":"\\u0041"}', '{"a":"A"}'],
    ['long digits in texts', '{"a":"41111111111111111","b":1}', '{"b":1,"a":"41111111111111111"}'],
    ['an exponent', '{"grams":10}', '{"grams":1e1}'],
    ['a negative exponent', '{"a":-0.025}', '{"a":-2.5E-2}'],
    ['zeros of a fraction', '{"a":1.50}', '{"a":1.5}'],
    ['many zeros', '{"a":1.000000000000000000}', '{"a":1}'],
    ['a large power', '{"a":1e21}', '{"a":1000000000000000000000}'],
    ['zeros', '{"a":0e5}', '{"a":0}'],
  ])('is equal for %s', (_, one, other) => expect(json(one)).toEqual(json(other)));

  it.each([
    ['another order of items', '[1,2]', '[2,1]'],
    ['another value', '{"a":1}', '{"a":"1"}'],
    ['numbers that are equal only after parsing', '{"a":9007199254740993}', '{"a":9007199254740992}'],
    ['long fractions', '{"a":0.12345678901234567}', '{"a":0.12345678901234568}'],
    ['long digits with an exponent', '{"a":9007199254740993e0}', '{"a":9007199254740992e0}'],
    ['tiny numbers', '{"a":1e-999}', '{"a":2e-999}'],
    ['another sign', '{"a":1e1}', '{"a":-1e1}'],
    ['huge exponents', '{"a":1e999}', '{"a":1e998}'],
    ['invalid JSON', '{"a":1', '{"a": 1'],
  ])('differs for %s', (_, one, other) => expect(json(one)).not.toEqual(json(other)));

  it('is the bytes of bodies that are deep, large, or no JSON', () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    for (const text of [deep, `"${'x'.repeat(300_000)}"`]) expect(json(text)).toEqual(encode(text));
    expect(comparableBody(encode('{ "a": 1 }'), 'text/plain')).toEqual(encode('{ "a": 1 }'));
    expect(comparableBody(encode('{ "a": 1 }'), null)).toEqual(encode('{ "a": 1 }'));
  });
});
