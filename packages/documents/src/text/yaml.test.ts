import { describe, expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.js';
import { parseDocument } from './yaml.js';

const nested: [string, string][] = [
  ['brackets', `a: ${'['.repeat(10_000)}`],
  ['closed brackets', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['braces', '{a: '.repeat(10_000)],
  ['brackets on lines of their own', '[\n'.repeat(10_000)],
  ['list items on one line', '- '.repeat(10_000)],
  ['explicit keys on one line', '? '.repeat(10_000)],
];

describe('deep nesting in YAML', () => {
  it.each(nested)('is rejected before it is composed: %s', (_, text) => {
    expect(() => parseDocument(text)).toThrow(RangeError);
    const { value, diagnostics } = parseYaml(new TextEncoder().encode(text));
    expect([value, diagnostics.map(({ code }) => code)]).toEqual([undefined, ['syntax/too-deep']]);
  });

  it('is not confused with brackets in text', () => {
    const text = [
      'a: |',
      ...Array.from({ length: 2_000 }, (_, at) => `  from [${at}, to {`),
      'b: "[[["',
      "c: '{{{'",
    ].join('\n');
    expect(parseYaml(new TextEncoder().encode(text)).diagnostics).toEqual([]);
    const values = Array.from({ length: 2_000 }, () => '- text with [ and { in it').join('\n');
    expect(parseYaml(new TextEncoder().encode(values)).diagnostics).toEqual([]);
  });
});
