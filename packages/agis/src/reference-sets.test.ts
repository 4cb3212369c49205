/** Runs the reference sets: every valid document is accepted, and every invalid one is rejected for its rule only. */
import { describe, expect, it } from 'vitest';
import type { Finding } from './finding.js';
import { parseAgis } from './parse-agis.js';
import type { ReferenceDocument } from './reference-set.support.js';
import { readReferenceSet } from './reference-set.support.js';
import { createAgisValidator } from './validate.js';

const validator = createAgisValidator();

function evaluate({ bytes, level }: ReferenceDocument): Finding[] {
  const { value, diagnostics } = parseAgis(bytes);
  return value === undefined ? diagnostics : validator.validate(value, { level }).findings;
}

const rulesOf = (findings: readonly Finding[], severity: string) => [
  ...new Set(findings.filter((each) => each.severity === severity).map(({ rule }) => rule)),
];

const sets = {
  valid: readReferenceSet('valid'),
  invalid: readReferenceSet('invalid'),
  borderline: readReferenceSet('borderline'),
};

describe('reference sets', () => {
  it.each(sets.valid.map((document) => [document.name, document] as const))(
    '[AGIS-TEST-01] accepts %s',
    (_, document) => {
      const findings = evaluate(document);
      expect(rulesOf(findings, 'error')).toEqual([]);
      expect(rulesOf(findings, 'warning')).toEqual([]);
    },
  );

  it.each(sets.invalid.map((document) => [document.name, document] as const))(
    '[AGIS-TEST-02] rejects %s for its rule and no other',
    (_, document) => {
      expect(document.rule).toMatch(/^AGIS-[A-Z0-9]+-\d{2}$/);
      expect(rulesOf(evaluate(document), 'error')).toEqual([document.rule]);
    },
  );

  it.each(sets.borderline.map((document) => [document.name, document] as const))(
    '[AGIS-TEST-03] does not reject %s',
    (_, document) => {
      const findings = evaluate(document);
      expect(rulesOf(findings, 'error')).toEqual([]);
      expect(rulesOf(findings, 'warning').sort()).toEqual(document.warns.toSorted());
    },
  );

  it('[AGIS-TEST-04] every pass has a document that breaks one of its rules', () => {
    const passes = new Set(
      sets.invalid.flatMap((document) =>
        evaluate(document)
          .filter(({ severity }) => severity === 'error')
          .map(({ pass }) => pass),
      ),
    );
    expect([...passes].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(sets.valid.length).toBeGreaterThan(0);
    for (const { about, name } of Object.values(sets).flat()) expect(about, name).not.toBe('');
  });
});
