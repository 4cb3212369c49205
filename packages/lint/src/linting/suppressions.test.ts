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

  it('of a shared schema apply to findings at the references to it', () => {
    const schema = { 'x-lint-ignore': { 'input-object-open': 'The format is open.' }, type: 'object' };
    const root = {
      components: { schemas: { 'a/b': schema, Other: { type: 'object' } } },
      bodies: [
        { $ref: '#/components/schemas/a~1b' },
        { $ref: '#/components/schemas/Other' },
        { $ref: 'other.json#/a' },
      ],
    };
    const at = (pointer: string) => ({ rule: 'input-object-open', location: { pointer } }) as LintFinding;
    const findings = ['/bodies/0', '/bodies/1', '/bodies/2', '/bodies/0/properties'].map(at);
    const { kept, suppressed } = applySuppressions(findings, findSuppressions(root), root);
    expect(suppressed.map(({ location }) => location.pointer)).toEqual(['/bodies/0']);
    expect(kept).toHaveLength(3);
  });
});
