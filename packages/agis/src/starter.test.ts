/** A new document has no findings, and every rule can be explained. */
import { describe, expect, it } from 'vitest';
import { explainRule, listRules } from './explain-rule.js';
import { evaluateText, parseText } from './idl.support.js';
import { writeStarter } from './starter.js';

describe('writeStarter', () => {
  it('is complete at level 2 without findings, whatever the names', () => {
    for (const service of ['Harbour Clinic', 'No: "quotes" & # signs', '予約', 'yes', '$& $1']) {
      const text = writeStarter({ service, host: 'clinic.example', domain: 'health: care' });
      expect(evaluateText(text, { level: 2, strict: true })).toEqual([]);
      expect(parseText(text).document).toMatchObject({ service, vocabulary: { domain: 'health: care' } });
    }
  });
});

describe('explainRule', () => {
  it('finds a rule by its id, short or long, and by a code', () => {
    for (const name of ['AGIS-VOC-03', 'voc-03', 'agis/unused-verb', 'unused-verb'])
      expect(explainRule(name)?.rule).toBe('AGIS-VOC-03');
    expect(explainRule('nonsense')).toBeUndefined();
    expect(explainRule('constructor')).toBeUndefined();
  });

  it('gives a reason and a remedy for every rule', () => {
    expect(listRules().length).toBeGreaterThan(80);
    for (const { findings } of listRules())
      for (const { why, help } of findings) expect([why, help].every((text) => text.length > 5)).toBe(true);
  });
});
