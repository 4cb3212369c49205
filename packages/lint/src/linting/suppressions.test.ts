import { describe, expect, it } from 'vitest';
import type { LintFinding } from '../rule-model/rule.js';
import { applySuppressions, findSuppressions } from './suppressions.js';

describe('suppressions', () => {
  it('apply the innermost one, with its reason', () => {
    const root = {
      'x-lint-ignore': { 'tool-text-budget': 'The whole is not shown.' },
      paths: { '/a': { get: { 'x-lint-ignore': { 'tool-text-budget': 'A whole document.' } }, post: {} } },
    };
    const at = (pointer: string) => ({ rule: 'tool-text-budget', location: { pointer } }) as LintFinding;
    const found = findSuppressions(root);
    const { kept, suppressed, used } = applySuppressions([at(''), at('/paths/~1a/get'), at('/paths/~1a/post')], found);
    expect(kept).toEqual([]);
    expect(suppressed.map(({ reason }) => reason)).toEqual([
      'The whole is not shown.',
      'A whole document.',
      'The whole is not shown.',
    ]);
    expect(used.size).toBe(2);
  });
});
