/** PROF-CONS-05: one authentication scheme. */
import type { Rule } from '../../rule-model/rule.js';

/** Operations that require different credentials. */
export const authMixed: Rule = {
  id: 'auth-mixed',
  requirement: 'PROF-CONS-05',
  severity: 'info',
  message: 'Operations use {count} authentication schemes: {ways}.',
  why: 'An agent usually has one credential; an operation that requires another one fails only when called.',
  help: 'Accept the same schemes on every operation that is not public.',
  ignoresWording: true,
  check(api, report) {
    const ways = new Set<string>();
    for (const { security } of api.exposed) {
      const alternatives = (security ?? [])
        .map((each) => Object.keys(each).sort().join(' + '))
        .filter((each) => each !== '');
      // Alternatives that only differ in scopes need the same credential.
      if (alternatives.length > 0) ways.add([...new Set(alternatives)].sort().join(' or '));
    }
    if (ways.size > 1) report('/paths', { count: ways.size, ways: [...ways].slice(0, 6).join('; ') });
  },
  cases: {
    good: [
      { 'get /a': { security: [{ key: [] }] }, 'get /b': { security: [] } },
      { 'get /a': { security: [{ user: ['read'] }, { user: ['write'] }] }, 'get /b': { security: [{ user: [] }] } },
    ],
    bad: [{ 'get /a': { security: [{ key: [] }] }, 'get /b': { security: [{ bearer: [] }] } }],
  },
};
