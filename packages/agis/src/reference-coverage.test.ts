/** The reference sets have the promised size and contain a document for every rule that can reject. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAgis } from './parse-agis.js';
import { agisRules } from './passes/index.js';
import { readReferenceSet } from './reference-set.support.js';
import { createAgisValidator } from './validate.js';

/** Requirements that repeat others, each with those whose documents break it; and requirements that only warn. */
const restated: Record<string, readonly string[]> = {
  'AGIS-CONF-06': ['AGIS-METH-02', 'AGIS-CLASS-02', 'AGIS-SEM-01', 'AGIS-VOC-02', 'AGIS-DATA-06'],
  'AGIS-CLASS-01': ['AGIS-CLASS-02', 'AGIS-CLASS-03', 'AGIS-CLASS-04'],
  'AGIS-CONS-01': ['AGIS-CONS-02'],
  'AGIS-DATA-01': ['AGIS-DATA-06'],
};
const warned = ['AGIS-SER-01', 'AGIS-SEM-06'];

/** The MUST requirements that bind the author of a document. */
function authorsDuties(): string[] {
  const page = readFileSync(new URL('../../../docs/spec/agis.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^- (AGIS-[A-Z0-9]+-\d+) MUST\*? +([^—]*)—/gm)]
    .filter(([, , who = '']) => who.includes('document author'))
    .flatMap(([, id = '']) => (id === 'AGIS-CONF-05' ? [] : [id]));
}

describe('the reference sets', () => {
  it('contain at least 40 valid, 150 invalid and 40 borderline documents', () => {
    expect(readReferenceSet('valid').length).toBeGreaterThanOrEqual(40);
    expect(readReferenceSet('invalid').length).toBeGreaterThanOrEqual(150);
    expect(readReferenceSet('borderline').length).toBeGreaterThanOrEqual(40);
  });

  it('[AGIS-CONF-05] contain a document for every duty of an author, and each of them changes the verdict', () => {
    const validator = createAgisValidator();
    const invalid = readReferenceSet('invalid');
    const broken = new Set(invalid.map(({ rule }) => rule));
    const duties = authorsDuties();
    expect(duties.length).toBeGreaterThan(60);
    const open = duties.filter((id) => !(restated[id] ?? [id]).every((rule) => broken.has(rule)));
    expect(open).toEqual(warned);
    for (const { name, bytes, level } of invalid) {
      const { value } = parseAgis(bytes);
      expect(value !== undefined && validator.validate(value, { level }).conforms, name).toBe(false);
    }
  });

  it('break every rule whose violation is an error', () => {
    const refusing = Object.values(agisRules).flatMap(({ rule, severity }) => (severity === 'error' ? [rule] : []));
    const broken = new Set(readReferenceSet('invalid').map(({ rule }) => rule));
    // Similarity rejects only when a model is given, which a document cannot provide.
    expect([...new Set(refusing)].filter((rule) => !broken.has(rule))).toEqual(['AGIS-VAL-14']);
  });

  it('are written in YAML, in JSON and in the illustrative notation', () => {
    const texts = readReferenceSet('valid').map(({ bytes }) => new TextDecoder().decode(bytes).trimStart());
    expect(texts.filter((text) => text.startsWith('{')).length).toBeGreaterThanOrEqual(8);
    expect(texts.filter((text) => /^agis: /m.test(text)).length).toBeGreaterThanOrEqual(20);
    const questionable = readReferenceSet('borderline').filter(({ warns }) => warns.includes('AGIS-NOTE-02'));
    expect(questionable.length).toBeGreaterThanOrEqual(2);
  });
});
