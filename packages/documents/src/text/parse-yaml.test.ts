/** Untrusted YAML becomes JSON values with locations, and hostile input ends in a diagnostic. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseLocatedJson } from './parse-located-json.js';
import { parseYaml } from './parse-yaml.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => parseYaml(bytes(text)).value?.value;
const codesOf = (text: string) => parseYaml(bytes(text)).diagnostics.map(({ code }) => code);

describe('parseYaml', () => {
  it.each([
    ['a: yes\nb: on\nc: No', { a: 'yes', b: 'on', c: 'No' }],
    ['a: 2020-01-01', { a: '2020-01-01' }],
    ['a: 0.85\nb: 1.0\nc: 0x10', { a: 0.85, b: 1, c: 16 }],
    ['a: true\nb: null\nc:', { a: true, b: null, c: null }],
    ['200: ok\ntrue: x', { 200: 'ok', true: 'x' }],
    ['a: &x [1, 2]\nb: *x', { a: [1, 2], b: [1, 2] }],
    ['%YAML 1.1\n---\na: yes', { a: 'yes' }],
    ['<<: {a: 1}\nb: 2', { '<<': { a: 1 }, b: 2 }],
    ['a: "\\u00fc"\nb: 予約', { a: 'ü', b: '予約' }],
  ])('reads %j with the core schema of YAML 1.2', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each([
    ['', 'syntax/empty'],
    ['# nothing', 'syntax/empty'],
    ['a: !!python/object x', 'syntax/tag'],
    ['a: !!timestamp 2020-01-01', 'syntax/tag'],
    ['a: 1\n---\nb: 2', 'syntax/several-documents'],
    ['a: 1\nb: 2\na: 3', 'syntax/duplicate-name'],
    ['1: x\n"1": y', 'syntax/duplicate-name'],
    ['__proto__: {polluted: true}', 'syntax/reserved-name'],
    ['? [a]\n: b', 'syntax/name-form'],
    ['a: *nowhere', 'syntax/alias'],
    ['a: &a [*a]', 'syntax/alias'],
    ['a: .inf', 'syntax/number'],
    ['a: .nan', 'syntax/number'],
    ['a: 1e999', 'syntax/number'],
    ['a: "\\0"', 'syntax/character'],
    ['a: "\\ud800"', 'syntax/character'],
    ['a: [1', 'syntax/unreadable'],
    [`a: ${'['.repeat(70)}${']'.repeat(70)}`, 'syntax/too-deep'],
    [`a: ${'['.repeat(20_000)}`, 'syntax/too-deep'],
  ])('rejects %j', (text, code) => {
    expect(codesOf(text)).toContain(code);
  });

  it('rejects aliases that expand to too many values', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let at = 1; at < 12; at += 1) {
      lines.push(
        `a${at}: &a${at} [${Array(10)
          .fill(`*a${at - 1}`)
          .join(', ')}]`,
      );
    }
    expect(codesOf(lines.join('\n'))).toEqual(['syntax/too-many-values']);
  });

  it('rejects bytes that are not UTF-8 and texts that are too large', () => {
    expect(parseYaml(Uint8Array.of(0x61, 0xff)).diagnostics[0]?.code).toBe('syntax/encoding');
    const { diagnostics } = parseYaml(bytes('a: 123456789'), { limits: { bytes: 8 } });
    expect(diagnostics[0]?.code).toBe('syntax/too-large');
  });

  it('reports several errors at once, each with line and column', () => {
    const { diagnostics } = parseYaml(bytes('a: 1\na: !x 2\nb: *c\n'), { uri: 'x.yaml' });
    expect(diagnostics.map(({ code, location }) => [code, location.start?.line, location.start?.column])).toEqual([
      ['syntax/duplicate-name', 2, 1],
      ['syntax/alias', 3, 4],
    ]);
    expect(diagnostics[0]?.location.uri).toBe('x.yaml');
  });
});

describe('a broken text', () => {
  const errorsOf = (bytes: number) =>
    parseYaml(new TextEncoder().encode('a b: c: d\n'.repeat(bytes / 10))).diagnostics.length;

  it('is explained with up to twenty errors, and above 64 KB with the first one only', () => {
    expect([errorsOf(2_000), errorsOf(200_000)]).toEqual([20, 1]);
  });
});

describe('places', () => {
  const yaml = 'head: 1\nlist:\n  - name: first\n  - name: second\n    more: [a, "b"]\n';
  const json =
    '{\n  "head": 1,\n  "list": [\n    {"name": "fi\\"rst"},\n    {"name": "second", "more": ["a", "b"]}\n  ]\n}';

  it.each([
    ['/head', [1, 7], [2, 11]],
    ['/list', [2, 1], [3, 3]],
    ['/list/1/name', [4, 11], [5, 14]],
    ['/list/1/more/1', [5, 15], [5, 38]],
    ['/list/1/missing', [4, 5], [5, 5]],
    ['/nowhere/at/all', [1, 1], [1, 1]],
  ])('finds %s in both syntaxes', (pointer, inYaml, inJson) => {
    const place = ({ value }: ReturnType<typeof parseYaml>) => {
      const { start } = value?.locate(pointer) ?? {};
      return [start?.line, start?.column];
    };
    expect(place(parseYaml(bytes(yaml)))).toEqual(inYaml);
    expect(place(parseLocatedJson(bytes(json)))).toEqual(inJson);
  });

  it('returns the source of any value of a JSON text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.boolean(), (value, spread) => {
        const text = JSON.stringify({ a: [value, 1], b: value }, null, spread ? 2 : 0);
        const parsed = parseLocatedJson(bytes(text)).value;
        if (parsed === undefined) return;
        for (const pointer of ['/a/0', '/b', '/a/1']) {
          const span = parsed.span(pointer);
          const source = text.slice(span?.start, span?.end);
          expect(JSON.parse(source)).toEqual(pointer === '/a/1' ? 1 : JSON.parse(JSON.stringify(value)));
        }
      }),
    );
  });

  it('parses any value that the YAML writer writes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        const { value: parsed, diagnostics } = parseYaml(bytes(stringify(plain, { version: '1.2' })));
        if (diagnostics.every(({ code }) => code !== 'syntax/reserved-name')) expect(parsed?.value).toEqual(plain);
      }),
    );
  });
});

describe('parseLocatedJson', () => {
  it.each([
    ["{'a': 1}", 'syntax/unreadable'],
    ['{"a": 1, "a": 2}', 'syntax/duplicate-name'],
    ['{"__proto__": 1}', 'syntax/reserved-name'],
    ['{"a": 1e999}', 'syntax/number'],
    ['{"a": "\\u0000"}', 'syntax/character'],
    ['['.repeat(100), 'syntax/too-deep'],
  ])('rejects %j with its location', (text, code) => {
    const { diagnostics } = parseLocatedJson(bytes(text));
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
    expect(diagnostics[0]?.location.start).toBeDefined();
  });
});
