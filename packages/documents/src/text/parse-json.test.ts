/** Parsing untrusted bytes: accepted input, rejected input, and error locations. */
import { type Failure, isFailure, type JsonValue } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.js';

const encode = (text: string) => new TextEncoder().encode(text);

function failure(bytes: Uint8Array | string, limits?: Parameters<typeof parseJson>[1]): Failure {
  try {
    parseJson(typeof bytes === 'string' ? encode(bytes) : bytes, limits);
  } catch (thrown) {
    if (isFailure(thrown)) return thrown;
    throw thrown;
  }
  throw new Error('it was accepted');
}

describe('parseJson', () => {
  it('returns the same value as JSON.parse', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (text, space) => {
        const value = JSON.parse(text) as JsonValue;
        const bytes = encode(JSON.stringify(value, undefined, space));
        const hasProto = text.includes('__proto__') || text.includes('\\u0000') || /\\ud[89a-f]/.test(text);
        if (!hasProto) expect(parseJson(bytes)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('accepts and rejects the same texts as JSON.parse', () => {
    const piece = fc.constantFrom(
      ...'{}[]:,"\\ \n',
      'true',
      'nul',
      '-',
      '01',
      '1.5e3',
      '1.',
      '.5',
      '+1',
      'a',
      '\\u00e9',
      '\\x',
      '\u0007',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        let expected: JsonValue | undefined;
        try {
          // JSON.parse returns infinity for a number that is too large; here it is rejected.
          expected = JSON.parse(text, (_, value: unknown) => {
            if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) throw new RangeError();
            return value;
          }) as JsonValue;
        } catch {
          expected = undefined;
        }
        if (expected === undefined) expect(['MALFORMED_JSON', 'INVALID_INPUT']).toContain(failure(text).code);
        else expect(parseJson(encode(text))).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  it('skips a byte order mark', () => {
    expect(parseJson(new Uint8Array([0xef, 0xbb, 0xbf, ...encode('{"a":1}')]))).toEqual({ a: 1 });
  });

  it.each([
    ['a broken sequence', [0x22, 0xc3, 0x28, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ])('rejects bytes that are not UTF-8: %s', (_, bytes) => {
    expect(failure(new Uint8Array(bytes))).toMatchObject({
      code: 'MALFORMED_JSON',
      message: 'The body is not valid UTF-8.',
    });
  });

  it.each([
    ['', 'expected a value at line 1, column 1, where the text ends.'],
    ['{\n  "a": }', 'expected a value at line 2, column 8, found "}".'],
    ['{"a":1,}', 'expected a member name in double quotes at line 1, column 8, found "}".'],
    ['[1 2]', 'expected "," or "]" at line 1, column 4, found "2".'],
    ['{"a" 1}', 'expected ":" at line 1, column 6, found "1".'],
    ['"a\nb"', 'expected no control character here at line 1, column 3, found "\\n".'],
    ['"abc', 'expected a closing quote at line 1, column 5, where the text ends.'],
    ['{} x', 'expected the end of the document at line 1, column 4, found "x".'],
    ['[012]', 'expected the end of the number at line 1, column 3, found "1".'],
    ['[😀]', 'expected a value at line 1, column 2, found "😀".'],
  ])('reports where the syntax is broken: %j', (text, sentence) => {
    expect(failure(text)).toMatchObject({ code: 'MALFORMED_JSON', message: `The body is not valid JSON: ${sentence}` });
  });

  it('rejects ten thousand levels of nesting before it parses', () => {
    expect(failure('['.repeat(10_000))).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The body cannot be accepted: it is nested deeper than 64 levels (line 1, column 65).',
    });
    expect(parseJson(encode(`${'['.repeat(64)}${']'.repeat(64)}`))).toBeDefined();
  });

  it('rejects more values than the limit', () => {
    const limits = { depth: 3, values: 4 };
    expect(parseJson(encode('[1,2,3]'), limits)).toEqual([1, 2, 3]);
    expect(failure('[1,2,3,4]', limits).fieldErrors[0]?.code).toBe('json/too-many-values');
  });

  it.each([
    ['{"a":[{},{"__proto__":{"x":1}}]}', 'json/proto-member', '/a/1/__proto__', 'a[1].__proto__'],
    ['{"\\u005f_proto__":1}', 'json/proto-member', '/__proto__', '__proto__'],
    ['{"a":1,"b":{"c":1,"c":2}}', 'json/duplicate-member', '/b/c', 'b.c'],
    ['{"a":1,"\\u0061":2}', 'json/duplicate-member', '/a', 'a'],
    ['["\\ud800"]', 'json/unpaired-surrogate', '/0', '[0]'],
    ['["\\udc00\\ud800"]', 'json/unpaired-surrogate', '/0', '[0]'],
    ['["\\ud800\\ud800"]', 'json/unpaired-surrogate', '/0', '[0]'],
    ['["\\ud800a"]', 'json/unpaired-surrogate', '/0', '[0]'],
    ['{"a":"\\u0000"}', 'json/nul-character', '/a', 'a'],
    ['{"a":1e999}', 'json/number-range', '/a', 'a'],
  ])('rejects %s', (text, code, pointer, field) => {
    const thrown = failure(text);
    expect(thrown.code).toBe('INVALID_INPUT');
    expect(thrown.fieldErrors).toMatchObject([{ code, pointer, field }]);
  });

  it('accepts surrogate pairs and names of inherited members', () => {
    expect(parseJson(encode('{"constructor":"\\ud83d\\ude00","toString":1}'))).toEqual({
      constructor: '😀',
      toString: 1,
    });
  });

  it('treats a short text like the same text with 4,096 spaces, which is scanned', () => {
    const name = fc.constantFrom('"a"', '"b"', '"__proto__"', '"\\u0061"');
    const scalar = fc.constantFrom('1', '"a"', '"\\""', '""', '"__proto__"', 'null', '-1e999', '{}', '[]', '01', '{');
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        scalar,
        fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
        fc
          .array(fc.tuple(name, tie('value')), { maxLength: 3 })
          .map((members) => `{${members.map((member) => member.join(':')).join(',')}}`),
      ),
    }));
    const result = (text: string) => {
      try {
        return parseJson(encode(text), { depth: 3, values: 10_000 });
      } catch (thrown) {
        if (!isFailure(thrown)) throw thrown;
        return [thrown.code, thrown.fieldErrors];
      }
    };
    fc.assert(
      fc.property(value, (text) => {
        expect(result(text)).toEqual(result(`${text}${' '.repeat(4096)}`));
      }),
      { numRuns: 2_000 },
    );
  });

  it('echoes only a short part of the input', () => {
    const name = 'x'.repeat(5_000);
    const thrown = failure(`{"${name}":1,"${name}":2}`);
    expect(thrown.message.length).toBeLessThan(150);
    expect(thrown.fieldErrors[0]?.field.length).toBeLessThan(250);
  });
});
