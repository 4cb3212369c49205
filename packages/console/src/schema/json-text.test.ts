import { describe, expect, it } from 'vitest';
import { ExactNumber, findInexact, readJson, sameValue, writeJson } from './json-text.js';

describe('exact JSON', () => {
  it('keeps numbers that JavaScript would round, and reads the others as numbers', () => {
    const text = '[9007199254740993, 9007199254740992, 0.1, 1e400, 1.0, 12345678901234567890.5, -0, 1e2]';
    const { value } = readJson(text);
    const exact = (value as unknown[]).map((each) => (each instanceof ExactNumber ? each.text : each));
    expect(exact).toEqual(['9007199254740993', 9007199254740992, 0.1, '1e400', 1, '12345678901234567890.5', -0, 100]);
    expect(readJson(writeJson(value ?? null)).value).toEqual(value);
  });

  it.each([
    '{"a":[1,{"b":null}],"c":"\\u202e \\" \\\\ 😀","":{}, "__proto__": {"x": 1}}',
    '"text"',
    ' [ ] ',
    '{"a":{},"b":[[],[true,false]]}',
  ])('reads %s as JSON.parse does, and writes it as JSON.stringify does', (text) => {
    const { value } = readJson(text);
    expect(value).toEqual(JSON.parse(text));
    expect(writeJson(value ?? null)).toBe(JSON.stringify(JSON.parse(text), null, 2));
  });

  it.each(['', '{', '[1,]', '{"a" 1}', '{a:1}', '01', '1.', '+1', '"a\nb"', '"a', '[1] 2', 'nul', '{"a":1,}', "'a'"])(
    'says where %j is not valid',
    (text) => {
      expect(readJson(text).problem).toMatch(/^The JSON is (?:empty|not valid near line 1, column \d+)\.$/);
    },
  );

  it('rejects deep nesting instead of overflowing the stack', () => {
    expect(readJson('['.repeat(100_000)).problem).toBe('The JSON is nested too deeply.');
  });

  it('reads texts of several megabytes', () => {
    const text = 'A'.repeat(4_000_000);
    expect(readJson(JSON.stringify({ file: text })).value).toEqual({ file: text });
  });

  it('finds the numbers that a server would round', () => {
    const { value } = readJson('{"a/b":[1, 9007199254740993], "c": 1e999}');
    expect(findInexact(value ?? null)).toEqual(['/a~1b/1', '/c']);
  });

  it('compares values without regard to the order of members', () => {
    const read = (text: string) => readJson(text).value;
    expect(sameValue(read('{"a":1,"b":[9007199254740993]}'), read('{"b":[9007199254740993.0],"a":1}'))).toBe(true);
    expect(sameValue(read('[1,2]'), read('[2,1]'))).toBe(false);
    expect(sameValue(read('{"a":1}'), read('{"a":1,"b":null}'))).toBe(false);
    expect(sameValue(read('9007199254740993'), read('9007199254740992'))).toBe(false);
  });
});
