/** Canonical JSON: equal values have the same text, and the text is valid JSON. */
import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.js';

const awkward = ['', 'plain', '"', '\\', '\n\t\b', '\u007f', '\u2028', 'ä', '\u{1f333}', '\ud800', '[', ']', '\u0000'];

it('writes scalars as JSON does', () => {
  for (const value of [...awkward, 0, -0, 1.5, 1e21, 1e-7, 123456789012345680000, true, false, null])
    expect(canonicalJson(value)).toBe(JSON.stringify(value));
  expect(canonicalJson(Number.POSITIVE_INFINITY)).toBe('null');
});

it('sorts members at every depth, including awkward names', () => {
  const value = Object.fromEntries(awkward.map((name, at) => [name, [{ z: at, a: name }, null]]));
  const text = canonicalJson(value);
  expect(JSON.parse(text)).toEqual(value);
  const reversed = Object.fromEntries(Object.entries(value).reverse());
  expect(canonicalJson(reversed)).toBe(text);
  expect(canonicalJson({ b: 1, a: { d: [], c: {} } })).toBe('{"a":{"c":{},"d":[]},"b":1}');
});

it('sorts short and long lists of names in the same order', () => {
  for (let count = 0; count <= awkward.length; count += 1) {
    for (let from = 0; from < awkward.length; from += 1) {
      const names = [...awkward.slice(from), ...awkward.slice(0, from)].slice(0, count);
      const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
      expect(text).toBe(`{${[...names].sort().map((name) => `${JSON.stringify(name)}:0`)}}`);
    }
  }
});
