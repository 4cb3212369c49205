/** Characters that cannot be stored are replaced, and the location of the first one is reported. */
import { describe, expect, it } from 'vitest';
import { openDescription, parseDescription } from './parse-description.js';
import { replaceUnfit } from './replace-unfit.js';

describe('characters that cannot be stored', () => {
  it.each([
    String.raw`{"a": {"b": ["x", "y\u0000\ud800z", "\ud83d\ude00 \\u0000"]}, "n\u0000": 1}`,
    'a: {b: [x, "y\\0\\ud800z", "\\ud83d\\ude00 \\\\u0000"]}\n"n\\0": 1\n',
  ])('are replaced in strings and names of %j', (text) => {
    const { value, diagnostics } = replaceUnfit(parseDescription(Buffer.from(text)));
    expect(value).toEqual({ a: { b: ['x', 'y\ufffd\ufffdz', '\u{1f600} \\u0000'] }, 'n\ufffd': 1 });
    expect(diagnostics.map(({ message, location }) => [message, location])).toEqual([
      [expect.stringMatching(/: 2$/), { pointer: '/a/b/1' }],
    ]);
  });

  it('leave a document without them as it is', () => {
    const value = parseDescription(Buffer.from('{"a": ["\\ud83d\\ude00"]}'));
    expect(replaceUnfit(value)).toEqual({ value, diagnostics: [] });
  });

  it('are errors where locations are needed, and in a text that is no JSON', () => {
    expect(() => openDescription(Buffer.from('{"a": "\\u0000"}'))).toThrow(/U\+0000/);
    expect(() => parseDescription(Buffer.from('{"a": "\\u0000", }'))).toThrow(/line 1, column 17/);
  });
});
