/** Shows that the reference sets are as large as promised and hold a document for every rule that refuses. */
import { describe, expect, it } from 'vitest';
import { agisRules } from './passes/index.js';
import { readReferenceSet } from './reference-set.support.js';

describe('the reference sets', () => {
  it('hold at least 40 valid, 150 invalid and 40 borderline documents', () => {
    expect(readReferenceSet('valid').length).toBeGreaterThanOrEqual(40);
    expect(readReferenceSet('invalid').length).toBeGreaterThanOrEqual(150);
    expect(readReferenceSet('borderline').length).toBeGreaterThanOrEqual(40);
  });

  it('[AGIS-CONF-05] break every rule whose breach is an error', () => {
    const refusing = Object.values(agisRules).flatMap(({ rule, severity }) => (severity === 'error' ? [rule] : []));
    const broken = new Set(readReferenceSet('invalid').map(({ rule }) => rule));
    // Similarity refuses only where a model is given, which no document can bring along.
    expect([...new Set(refusing)].filter((rule) => !broken.has(rule))).toEqual(['AGIS-VAL-14']);
  });

  it('come in YAML, in JSON and in the illustrative notation', () => {
    const texts = readReferenceSet('valid').map(({ bytes }) => new TextDecoder().decode(bytes).trimStart());
    expect(texts.filter((text) => text.startsWith('{')).length).toBeGreaterThanOrEqual(8);
    expect(texts.filter((text) => /^agis: /m.test(text)).length).toBeGreaterThanOrEqual(20);
    const questionable = readReferenceSet('borderline').filter(({ warns }) => warns.includes('AGIS-NOTE-02'));
    expect(questionable.length).toBeGreaterThanOrEqual(2);
  });
});
