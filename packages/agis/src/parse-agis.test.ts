/** The three syntaxes give the same model, and every text ends in a document or in a finding. */
import { readFileSync } from 'node:fs';
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { evaluateText, makeDocument, parseText, reportText, verdicts } from './idl.support.js';
import { parseAgis } from './parse-agis.js';
import { printAgis } from './print/print-agis.js';

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const bytes = (text: string) => new TextEncoder().encode(text);
const yaml = printAgis(makeDocument(), 'yaml');
const json = printAgis(makeDocument(), 'json');

describe('serializations', () => {
  it('[AGIS-SER-03] accepts YAML and JSON', () => {
    expect(parseText(yaml)).toMatchObject({ syntax: 'yaml', document: makeDocument() });
    expect(parseText(json)).toMatchObject({ syntax: 'json', document: makeDocument() });
  });

  it('[AGIS-SER-16] detects the syntax from the content', () => {
    const flow = "{agis: '1.0', service: Tables, endpoints: [], vocabulary: {declared_verbs: []}}";
    expect(parseText(json).syntax).toBe('json');
    expect(parseText(yaml).syntax).toBe('yaml');
    expect(parseText(flow)).toMatchObject({ syntax: 'yaml', document: { agis: '1.0', service: 'Tables' } });
    expect(parseText(fixture('restaurant.notation.agis')).syntax).toBe('notation');
    expect(parseText('paths:\n  - /order/{id}\n  - /loan/{id}\n').syntax).toBe('yaml');
  });

  it('rejects bytes that are not UTF-8', () => {
    const { value, diagnostics } = parseAgis(Uint8Array.of(0x7b, 0xff, 0x7d));
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['AGIS-SER-02']);
  });

  it('[AGIS-SER-10] single quotes are an error in JSON and a string in YAML; odd strings are quoted when written', () => {
    const single = "{'agis': '1.0'}";
    expect(parseAgis(bytes(single), { syntax: 'json' }).diagnostics[0]).toMatchObject({
      rule: 'AGIS-SER-10',
      location: { start: { line: 1, column: 2 } },
    });
    expect(parseText("agis: '1.0'\nservice: Tables").document).toEqual({ agis: '1.0', service: 'Tables' });
    const odd = { a: '1.0', b: 'true', c: 'null', d: '2020-01-01', e: 'no', f: '0x1F', g: '', h: '- x', i: '12:30' };
    expect(printAgis(odd, 'yaml').match(/: "/g)).toHaveLength(Object.keys(odd).length);
    expect(parseText(printAgis(odd, 'yaml')).document).toEqual(odd);
  });

  it.each([['True'], ['TRUE'], ['yes'], ['"true"']])('[AGIS-SER-11] rejects negotiable: %s with a fix', (written) => {
    const text = yaml.replace('domain: hospitality', `domain: hospitality\n  negotiable: ${written}`);
    const found = evaluateText(text).find(({ rule }) => rule === 'AGIS-SER-11');
    expect(found).toMatchObject({ severity: 'error', pass: 1, fix: { value: true } });
  });

  it('[AGIS-SER-12] writes plain decimals, and reports an exponent', () => {
    for (const value of [8.5e-1, 1e-7, 1.5e22, -2e-9, 123456.5])
      for (const syntax of ['yaml', 'json'] as const) expect(printAgis({ value }, syntax)).not.toMatch(/\de/i);
    const text = json.replace('"confidence_guidance": 0.85', '"confidence_guidance": 8.5e-1');
    expect(reportText(text).conforms).toBe(true);
    expect(evaluateText(text)).toMatchObject([{ severity: 'info', rule: 'AGIS-SER-12', fix: { value: 0.85 } }]);
  });

  it('[AGIS-SER-13] a string instead of the list of verbs is an error of pass 1', () => {
    const text = yaml.replace('declared_verbs: [FIND, BOOK]', 'declared_verbs: FIND, BOOK');
    expect(verdicts(evaluateText(text))).toEqual(['error 1 AGIS-SER-13']);
    expect(parseText(yaml.replace('[FIND, BOOK]', '\n    - FIND\n    - BOOK')).document).toEqual(makeDocument());
  });

  it.each([
    ['an alias bomb', `${aliasBomb()}\n${yaml}`],
    ['a tag', yaml.replace('service: ', 'service: !!python/object ')],
    ['two documents', `${yaml}---\n${yaml}`],
    ['a name twice', yaml.replace('      actor: agent\n', '      actor: agent\n      actor: agent\n')],
    ['__proto__', `${yaml}__proto__: {polluted: true}\n`],
    ['too much depth', `x: ${'['.repeat(65)}${']'.repeat(65)}\n${yaml}`],
    ['a YAML text with too many parts', `${yaml}x: [${'1,'.repeat(151_000)}]\n`],
    ['a YAML text that is too large', `x: "${'y'.repeat(5_000_000)}"\n${yaml}`],
  ])('[AGIS-SER-15] rejects %s with a clear message', (_, text) => {
    const { value, diagnostics } = parseAgis(bytes(text));
    expect(value).toBeUndefined();
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const each of diagnostics) {
      expect(each).toMatchObject({ severity: 'error', pass: 1, rule: 'AGIS-SER-15' });
      expect(each.message).not.toBe('');
    }
  });

  it('the same applies to JSON', () => {
    for (const text of [
      '{"agis": "1.0", "agis": "1.0"}',
      '{"__proto__": {}}',
      `${'['.repeat(100)}${']'.repeat(100)}`,
      `{"a": "${'x'.repeat(34_000_000)}"}`,
    ])
      expect(parseAgis(bytes(text)).diagnostics).toMatchObject([{ rule: 'AGIS-SER-15' }]);
  });

  it('reads a list of endpoints up to the limit, and reports the limit once', () => {
    const endpoints = Array.from({ length: 100_000 }, () => ({}));
    const report = reportText(JSON.stringify({ ...makeDocument(), endpoints }));
    expect(report.conforms).toBe(false);
    expect(report.findings.filter(({ code }) => code === 'agis/too-many-endpoints')).toHaveLength(1);
    expect(report.findings.length).toBeLessThan(10_000);
  });
});

describe('versions and endpoints in other forms', () => {
  it('[AGIS-DOC-13] a mapping of endpoints and the notation give the same list', () => {
    const [find] = makeDocument().endpoints as JsonObject[];
    const { method, path, ...rest } = find ?? {};
    const mapped = { ...makeDocument(), endpoints: { [`${String(method)} ${String(path)}`]: rest } };
    expect(parseText(JSON.stringify(mapped)).document).toMatchObject({ endpoints: [find] });
    const source = parseText(JSON.stringify(mapped, null, 2));
    expect(source.locate('/endpoints/0/semantic/intent').start?.line).toBe(10);
    expect(parseText(fixture('restaurant.notation.agis')).document).toEqual(
      parseText(fixture('restaurant.twin.yaml')).document,
    );
  });

  it('keeps the trailing zero of a version that is a number', () => {
    expect(parseText('agis: 1.10\nversion: 2.0\nvocabulary: {version: 3.10}').document).toEqual({
      agis: '1.10',
      version: '2.0',
      vocabulary: { version: '3.10' },
    });
  });
});

describe('illustrative notation', () => {
  it.each(['restaurant', 'finance'])('[AGIS-NOTE-01] %s gives the object of its twin in YAML', (name) => {
    expect(parseText(fixture(`${name}.notation.agis`)).document).toEqual(
      parseText(fixture(`${name}.twin.yaml`)).document,
    );
  });

  it('[AGIS-NOTE-02] is one warning of pass 1, an error in strict mode', () => {
    const text = fixture('restaurant.notation.agis');
    expect(verdicts(evaluateText(text)).filter((each) => each.includes('NOTE'))).toEqual(['warning 1 AGIS-NOTE-02']);
    expect(reportText(text).conforms).toBe(true);
    expect(verdicts(evaluateText(text, { strict: true }))).toContain('error 1 AGIS-NOTE-02');
  });

  it.each([
    ['a missing brace', 'FIND /title {\n  semantic {\n    intent: "Finds"\n', 2, 'semantic'],
    ['a missing quote', 'FIND /title {\n  semantic {\n    intent: "Finds\n  }\n}', 3, 'semantic'],
    [
      'a missing path',
      'service: X\nendpoints:\nFIND {\n  semantic { actor: agent }\n}\nvocabulary { domain: x }',
      3,
      'path',
    ],
    ['a stray brace', 'FIND /title {\n  semantic { actor: agent }\n}\n}\n', 4, 'unmatched'],
  ])('[AGIS-NOTE-03] %s is reported with its line, column and block', (_, text, line, words) => {
    const { diagnostics } = parseAgis(bytes(text), { syntax: 'notation' });
    expect(diagnostics).toMatchObject([{ rule: 'AGIS-NOTE-03', severity: 'error', location: { start: { line } } }]);
    expect(diagnostics[0]?.message).toContain(words);
    expect(diagnostics[0]?.location.start?.column).toBeGreaterThan(0);
  });

  it('[AGIS-NOTE-04] skips an unknown block and continues', () => {
    const text = fixture('restaurant.notation.agis').replace(
      'errors { location',
      'cache { ttl: 5 { x } "}" }\nerrors { location',
    );
    expect(parseText(text).document).toEqual(parseText(fixture('restaurant.twin.yaml')).document);
    expect(evaluateText(text).filter(({ rule }) => rule === 'AGIS-NOTE-04')).toMatchObject([{ severity: 'warning' }]);
  });

  it('[AGIS-NOTE-05] "..." leaves the endpoint incomplete, and the findings say that it is elided', () => {
    const report = reportText(fixture('healthcare.notation.agis'));
    const elided = report.findings.filter(({ message }) => message.includes('elided'));
    expect(report.conforms).toBe(false);
    expect(elided.map(({ pass, rule }) => [pass, rule])).toEqual(Array(3).fill([8, 'AGIS-NOTE-05']));
  });

  it('[AGIS-NOTE-06] reads blocks that are flattened to one line', () => {
    expect(parseText(fixture('healthcare.notation.agis')).document).toMatchObject({
      vocabulary: { declared_verbs: ['TRIAGE', 'ADMIT'], domain: 'healthcare', version: '2.0.0' },
    });
    const flat =
      'BOOK /reservation { semantic: intent: "Books a table" actor: agent outcome: "A table is held" capability: transaction confidence_guidance: 0.85 parameter_hints: size: ["for N"] day: ["on N"] state_transition: a.b: NONE -> HELD a.c: NULL -> [assigned] is_idempotent: false }';
    expect(parseText(flat)).toMatchObject({
      fragment: true,
      document: {
        endpoints: [
          {
            semantic: {
              intent: 'Books a table',
              actor: 'agent',
              confidence_guidance: 0.85,
              parameter_hints: { size: ['for N'], day: ['on N'] },
              state_transition: { 'a.b': 'NONE -> HELD', 'a.c': 'NULL -> [assigned]' },
              is_idempotent: false,
            },
          },
        ],
      },
    });
  });

  it('[AGIS-NOTE-07] converts to YAML and JSON, with only warnings and infos left', () => {
    const source = parseText(fixture('restaurant.notation.agis'));
    for (const syntax of ['yaml', 'json'] as const) {
      const converted = printAgis(source.document as JsonObject, syntax);
      const report = reportText(converted);
      expect(report.conforms).toBe(true);
      expect(
        report.findings.filter(({ code }) => code === 'agis/untyped-parameter').map(({ element }) => element),
      ).toContain('cuisine');
    }
  });

  it('reads a single endpoint, and skips passes 1 and 7', () => {
    const text =
      'AGIS endpoint:\nFIND /title {\nsemantic { intent: "Finds titles by words" actor: agent outcome: "A list of titles is returned" }\ninput:\n  required:\n  - words (string, minLength: 2)\n  optional:\n  - limit (int)\noutput:\n  titles (array)\n  total (int)\nerrors:\n  - words_too_short\n  - shelf_closed\n}';
    const report = reportText(text);
    expect(report.passes.filter(({ status }) => status === 'skipped').map(({ number }) => number)).toEqual([1, 7]);
    expect(report.conforms).toBe(true);
    expect(parseText(text).document).toMatchObject({
      endpoints: [
        {
          input: {
            properties: { words: { type: 'string', minLength: 2 }, limit: { type: 'integer' } },
            required: ['words'],
          },
          output: { properties: { titles: { type: 'array' }, total: { type: 'integer' } } },
          errors: ['words_too_short', 'shelf_closed'],
        },
      ],
    });
  });

  it('gives findings their location in the text', () => {
    const text = fixture('restaurant.notation.agis').replace('impact_tier: reversible', 'impact_tier: Reversible');
    const found = evaluateText(text).find(({ rule }) => rule === 'AGIS-SEM-14');
    expect(found?.location.start).toEqual({ line: 35, column: 14 });
  });
});

function aliasBomb(): string {
  const lines = ['x0: &x0 [a, a, a, a, a, a, a, a, a, a]'];
  for (let at = 1; at < 10; at += 1)
    lines.push(
      `x${at}: &x${at} [${Array(10)
        .fill(`*x${at - 1}`)
        .join(', ')}]`,
    );
  return lines.join('\n');
}
