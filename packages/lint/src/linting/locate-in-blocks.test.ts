/** Tests that locations in YAML do not depend on the line endings of the file. */
import { describe, expect, it } from 'vitest';
import { locateInBlocks } from './locate-in-blocks.js';

const text = 'a:\n  /x:\n    get: {b: 1}\n\n  /y:\n    list:\n      -\n        name: n\n      - name: m\n';

describe('locateInBlocks', () => {
  it.each([
    ['LF', text],
    ['CRLF', text.replaceAll('\n', '\r\n')],
  ])('finds members after blank lines and in lists with %s line endings', (_, document) => {
    const locate = locateInBlocks(document);
    const lines = ['/a/~1x/get', '/a/~1y', '/a/~1y/list/0/name', '/a/~1y/list/1/name'].map(
      (pointer) => locate(pointer).start?.line,
    );
    expect(lines).toEqual([3, 5, 8, 9]);
  });
});
