/** Descriptions in JSON and YAML, and the reasons for rejecting one. */
import { describe, expect, it } from 'vitest';
import { parseDescription } from './parse-description.js';

const parse = (text: string, limits = {}) =>
  parseDescription(Buffer.from(text), { depth: 20, values: 1_000, yamlBytes: 100_000, ...limits });

describe('descriptions', () => {
  it.each<[string, unknown]>([
    ['{"a": [1, true, null]}', { a: [1, true, null] }],
    ['\uFEFF  {"a": 1}', { a: 1 }],
    ['openapi: 3.1.0\ninfo:\n  version: "1.0"\n', { openapi: '3.1.0', info: { version: '1.0' } }],
    ['a: &x {b: 1}\nc: *x\n', { a: { b: 1 }, c: { b: 1 } }],
    ['a: &x {b: 1}\nc:\n  <<: *x\n  d: 2\n', { a: { b: 1 }, c: { b: 1, d: 2 } }],
    ['a: 2020-01-01\nb: yes\nc: 0123\n', { a: '2020-01-01', b: 'yes', c: 123 }],
    ['---\na: |\n  text\n', { a: 'text\n' }],
  ])('%j is parsed', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['{"a": 1', 'MALFORMED_JSON'],
    ['a: 1\na: 2\n', 'INVALID_INPUT'],
    ['a: !!js/function "x"\n', 'INVALID_INPUT'],
    ['a: !custom x\n', 'INVALID_INPUT'],
    ['a: &x\n  b: *x\n', 'INVALID_INPUT'],
    ['a: 1\n---\nb: 2\n', 'INVALID_INPUT'],
    ['a: .inf\n', 'INVALID_INPUT'],
    ['__proto__: {a: 1}\nb: 2\n', 'INVALID_INPUT'],
    ['a: [1, 2\n', 'INVALID_INPUT'],
    [`a: ${'['.repeat(500)}`, 'INVALID_INPUT'],
    [`a: "${'x'.repeat(200_000)}"`, 'INVALID_INPUT'],
    [
      Array.from(
        { length: 12 },
        (_, at) =>
          `a${at}: &a${at} [${
            at === 0
              ? '1'
              : Array(9)
                  .fill(`*a${at - 1}`)
                  .join(',')
          }]`,
      ).join('\n'),
      'INVALID_INPUT',
    ],
  ])('%.40j is rejected', (text, code) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code }));
  });

  it('reports the location of an error', () => {
    expect(() => parse('a: 1\nb: [1\nc: 2\n')).toThrow(/line \d, column \d/);
  });

  it.each(['- url: {{HOST}}', 'url: { [a, b] }'])(
    'reports the line of a placeholder without quotes in a text of more than 64 KB: %s',
    (line) => {
      const text = `a: "${'x'.repeat(70_000)}"\nservers:\n  ${line}\n`;
      expect(() => parse(text)).toThrow(
        `a value such as {{HOST}} needs quotes (line 3, column ${line.indexOf('{') + 3}).`,
      );
    },
  );

  it('rejects a description that is not UTF-8', () => {
    expect(() => parseDescription(new Uint8Array([0x61, 0x3a, 0x20, 0xff]))).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
  });
});
