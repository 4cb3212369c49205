import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeJson, sanitize, sanitizeLines } from './sanitize.js';

const dangerous = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

describe('untrusted text in a terminal', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['a\u001b]0;new title\u0007b', 'ab'],
    ['a\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\b', 'alinkb'],
    ['a\u009b2Jb', 'ab'],
    ['a\u009d0;title\u009cb', 'ab'],
    ['a\u001b(0b', 'ab'],
    ['a\u001bcb', 'ab'],
    ['a\u001b[', 'a'],
    ['one\r\ntwo\tthree\u0000four', 'one two three four'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['a\u2066b\u2069\u200f\ufeff', 'ab'],
    ['tag\u{e0041}\u{e007f}', 'tag'],
    ['line\u2028break', 'line break'],
    ['half \ud800', 'half \ufffd'],
    ['Łódź 汉字 👩‍👩‍👧 naïve', 'Łódź 汉字 👩‍👩‍👧 naïve'],
  ])('%j becomes %j', (text, expected) => {
    expect(sanitize(text)).toBe(expected);
  });

  it('removes everything dangerous from any text', () => {
    const nasty = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '\u001b',
          '\u001b[',
          '\u001b]',
          '\u009b',
          '\u0007',
          '\u202e',
          '\u2028',
          '\ud800',
          ';',
          '0',
          'm',
        ),
      ),
    );
    fc.assert(
      fc.property(nasty, (parts) => {
        const text = parts.join('');
        expect(sanitize(text)).not.toMatch(dangerous);
        expect(sanitizeLines(text).replaceAll('\n', '')).not.toMatch(dangerous);
        const json = safeJson({ [text]: text });
        expect(json.replaceAll('\n', '')).not.toMatch(dangerous);
        expect(JSON.parse(json)).toEqual({ [text]: text });
      }),
    );
  });

  it('takes time in proportion to the text', () => {
    for (const part of ['\u001b]', '\u001b[', '\u009d', '\u001b[0;', '\u001b(']) {
      expect(sanitize(part.repeat(200_000))).not.toMatch(dangerous);
    }
  });

  it('keeps lines and indentation where lines are wanted', () => {
    expect(sanitizeLines('a\r\n\tb\u001b[2J\n  c')).toBe('a\n  b\n  c');
  });
});
