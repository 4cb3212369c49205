/** Tests that the verdicts can be read, that every rule reaches its target precision, and that sampling is deterministic. */
import { describe, expect, it } from 'vitest';
import { rules } from '../../packages/lint/src/index.js';
import { readVerdicts, roundsOf } from './read-verdicts.js';
import { sampleFindings } from './sample-findings.js';

describe('the verdicts', () => {
  const verdicts = readVerdicts();

  it('name existing rules, and state why a finding is wrong', () => {
    const known = new Set(rules.map(({ id }) => id));
    expect(verdicts.filter(({ rule }) => !known.has(rule))).toEqual([]);
    expect(verdicts.filter(({ right, note }) => !right && note === '')).toEqual([]);
  });

  it('reach a precision of 0.9 for errors and 0.8 for warnings in the last round of each rule', () => {
    const aims = { error: 0.9, warning: 0.8, info: 0 };
    const below = rules.filter(({ id, severity }) => {
      const last = roundsOf(id, verdicts).at(-1);
      return last !== undefined && last.right / last.verdicts.length < aims[severity];
    });
    expect(below.map(({ id }) => id)).toEqual([]);
  });
});

describe('a sample', () => {
  const findings = ['a', 'a', 'a', 'b', 'c'].map((document, at) => ({ document, pointer: `/${at}`, message: '' }));
  const draw = (seed: number) => sampleFindings(findings, { rule: 'r', seed, most: 4 });

  it('selects one finding of each document before a second one of any', () => {
    const documents = draw(1).map(({ document }) => document);
    expect([...documents.slice(0, 3)].sort()).toEqual(['a', 'b', 'c']);
    expect(documents[3]).toBe('a');
  });

  it('is the same for one seed, regardless of the order of findings', () => {
    const turned = sampleFindings([...findings].reverse(), { rule: 'r', seed: 1, most: 4 });
    expect(turned).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });
});
