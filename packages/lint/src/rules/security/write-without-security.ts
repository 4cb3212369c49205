/** PROF-SEC-04: access is enforced at the API. */
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';

const entrance = new Set(
  'login signin signup register token oauth auth authenticate session password webhook'.split(' '),
);

/** Writes that anyone may call. */
export const writeWithoutSecurity: Rule = {
  id: 'write-without-security',
  requirement: 'PROF-SEC-04',
  severity: 'error',
  message: '{operation} changes something and requires no credential.',
  why: 'A prompt is no access control; whoever reaches the address may call it.',
  help: 'Require security on it, or on the whole document.',
  check(api, report) {
    for (const { kinds, security, label, pointer, path, id } of api.exposed) {
      const open = (security ?? []).length === 0 || security?.some((each) => Object.keys(each).length === 0);
      // Whoever signs in has no credential yet.
      const entering = tokensOf(`${path} ${id ?? ''}`).some((word) => entrance.has(word));
      if (kinds.write && open && !entering) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [
      { 'post /t': { security: [{ oauth: ['write'] }] } },
      { security: [{ key: [] }], 'post /t': {} },
      { 'post /login': {} },
    ],
    bad: [{ 'post /t': {} }, { security: [{ key: [] }], 'post /t': { security: [] } }],
  },
};
