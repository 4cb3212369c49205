/** PROF-CONS-05: one way to authenticate. */
import type { Rule } from '../../rule.js';

/** Operations that are reached with different credentials. */
export const authMixed: Rule = {
  id: 'auth-mixed',
  requirement: 'PROF-CONS-05',
  severity: 'info',
  message: 'Operations authenticate in {count} ways: {ways}.',
  why: 'An agent holds one credential; an operation that wants another fails late.',
  help: 'Accept the same schemes on every operation that is not public.',
  check(api, report) {
    const ways = new Set<string>();
    for (const { security } of api.exposed) {
      const alternatives = (security ?? [])
        .map((each) => Object.keys(each).sort().join(' + '))
        .filter((each) => each !== '');
      if (alternatives.length > 0) ways.add(alternatives.sort().join(' or '));
    }
    if (ways.size > 1) report('/paths', { count: ways.size, ways: [...ways].slice(0, 6).join('; ') });
  },
  cases: {
    good: [{ 'get /a': { security: [{ key: [] }] }, 'get /b': { security: [] } }],
    bad: [{ 'get /a': { security: [{ key: [] }] }, 'get /b': { security: [{ bearer: [] }] } }],
  },
};
