/** The canonical form of documents, and the safe edits that findings offer. */
import { describe, expect, it } from 'vitest';
import { applyFixes } from './apply-fixes.js';
import { formatAgis } from './format-agis.js';
import { evaluateText, makeDocument, parseText, verdicts } from './idl.support.js';
import { printAgis } from './print/print-agis.js';

const untidy = `# tables of the harbour
vocabulary: # what we can do
  domain: hospitality
  declared_verbs: [find, Book]
service: Harbour Tables
agis: 1.0
agtp: agtp://tables.harbour.example
endpoints:
  # the look-up
  - path: /restaurant
    method: find
    input:
      required: [place (string)]
      optional: [limit (int)]
    semantic:
      actor: Agent # who acts
      intent: Finds restaurants near a place
      outcome: A list of restaurants is returned
    output: {type: object, properties: {}}
    errors: [place_not_found]
`;

describe('formatAgis', () => {
  it('[AGIS-SER-09] writes methods in upper case, in endpoints and in the vocabulary', () => {
    const text = formatAgis(parseText(untidy));
    expect(text).toContain('method: FIND');
    expect(text).toContain('declared_verbs: [FIND, BOOK]');
  });

  it('sorts members, expands shorthand, and keeps comments', () => {
    const text = formatAgis(parseText(untidy));
    expect(text.indexOf('agis: "1.0"')).toBeLessThan(text.indexOf('service:'));
    expect(text.indexOf('endpoints:')).toBeLessThan(text.indexOf('vocabulary:'));
    expect(text.indexOf('method:')).toBeLessThan(text.indexOf('path:'));
    for (const comment of ['# tables of the harbour', '# what we can do', '# the look-up', '# who acts'])
      expect(text).toContain(comment);
    expect(verdicts(evaluateText(text)).some((each) => each.includes('DATA-09'))).toBe(false);
    expect(formatAgis(parseText(text))).toBe(text);
  });

  it('[AGIS-SER-06] writes YAML by default, and JSON only when the source is JSON or JSON is requested', () => {
    const notation =
      'FIND /title {\nsemantic { intent: "Finds titles" actor: agent outcome: "Titles are returned" }\n}';
    expect(formatAgis(parseText(notation))).toContain('- method: FIND');
    expect(formatAgis(parseText(printAgis(makeDocument(), 'json')))).toMatch(/^\{/);
    expect(formatAgis(parseText(untidy), 'json')).toMatch(/^\{/);
  });

  it('expands aliases and keeps comments', () => {
    const given = `# whose
service: X # name
x_a: &a # first
  k: &k 1
  l: [*k, 2] # list
x_b: *a
x_c: {m: *a, n: *k}
agis: "1.0"
`;
    const text = formatAgis(parseText(given));
    const k = { k: 1, l: [1, 2] };
    expect(parseText(text).document).toEqual({ agis: '1.0', service: 'X', x_a: k, x_b: k, x_c: { m: k, n: 1 } });
    expect(text).not.toMatch(/[&*]/);
    for (const comment of ['# whose', '# name', '# first', '# list']) expect(text.split(comment)).toHaveLength(2);
    expect(formatAgis(parseText(text))).toBe(text);
  });

  it('[AGIS-SER-12] writes plain decimals, also where the YAML source has exponents', () => {
    const given = untidy.replace('      actor:', '      confidence_guidance: 8.5e-1 # sure\n      actor:');
    const text = formatAgis(parseText(`${given}x_far: [1e+3, -2.5E-7, 0x1F, 0o17]\nx_text: "1e3"\n`));
    expect(text).toContain('confidence_guidance: 0.85 # sure');
    expect(text).toContain('x_far: [1000, -0.00000025, 31, 15]');
    expect(text).toContain('x_text: "1e3"');
  });
});

describe('applyFixes', () => {
  it('edits YAML scalars in place and nothing else', () => {
    const text = printAgis(makeDocument(), 'yaml').replace(
      'impact_tier: reversible',
      'impact_tier:   Reversible  # soon',
    );
    const fixed = applyFixes(parseText(text), evaluateText(text));
    expect(fixed).toMatchObject({ applied: 1, reprinted: false });
    expect(fixed.text).toBe(text.replace('Reversible', 'reversible'));
  });

  it('edits JSON in place', () => {
    const text = JSON.stringify(makeDocument()).replace('"actor":"agent"', '"actor":"AGENT"');
    const fixed = applyFixes(parseText(text), evaluateText(text));
    expect(fixed.text).toBe(JSON.stringify(makeDocument()));
  });

  it('fixes everything that it offers to fix in one run', () => {
    const source = parseText(untidy);
    const before = evaluateText(untidy);
    const { text } = applyFixes(source, before);
    const curable = new Set(before.filter(({ fix }) => fix !== undefined).map(({ code }) => code));
    expect(curable.size).toBeGreaterThan(2);
    expect(evaluateText(text).filter(({ code }) => curable.has(code))).toEqual([]);
    expect(text).toContain('# the look-up');
  });

  it('leaves a text without safe edits unchanged', () => {
    const text = printAgis(makeDocument(), 'yaml');
    expect(applyFixes(parseText(text), evaluateText(text))).toEqual({ text, applied: 0, reprinted: false });
  });
});
