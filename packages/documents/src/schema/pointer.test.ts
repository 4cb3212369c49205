/** JSON pointers, with the examples of RFC 6901 §5. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPointer, childPointer, getPointer, parsePointer } from './pointer.js';

const sample = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'm~n': 8, ' ': 7 };

describe('pointers', () => {
  it.each([
    ['', sample],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/ ', 7],
    ['/m~0n', 8],
    ['/foo/00', undefined],
    ['/foo/-', undefined],
    ['/foo/length', undefined],
    ['/constructor', undefined],
    ['foo', undefined],
    ['/m~n', undefined],
    ['/foo/0/x', undefined],
  ])('get %j', (pointer, expected) => {
    expect(getPointer(sample, pointer)).toEqual(expected);
  });

  it('survive a round trip through their tokens', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tokens) => {
        expect(parsePointer(buildPointer(tokens))).toEqual(tokens);
      }),
    );
    expect(childPointer('/a', 0)).toBe('/a/0');
  });
});
