/** PROF-AUTH-02: credentials are narrow. */
import type { Rule } from '../../rule-model/rule.js';

/** One scope for all operations. */
export const scopesTooBroad: Rule = {
  id: 'scopes-too-broad',
  requirement: 'PROF-AUTH-02',
  severity: 'info',
  message: 'All operations require the same scope {scope}.',
  why: 'With one scope, a credential for reading also allows everything else.',
  help: 'Consider one scope per kind of operation; this is advice and does not affect the verdict.',
  ignoresWording: true,
  check(api, report) {
    const secured = api.exposed.filter(({ security }) => (security ?? []).length > 0);
    const scopes = new Set(
      secured.flatMap(({ security }) =>
        (security ?? []).flatMap((each) =>
          Object.values(each).flatMap((list) => (Array.isArray(list) ? list.map(String) : [])),
        ),
      ),
    );
    const [scope] = scopes;
    if (secured.length > 1 && scopes.size === 1 && scope !== undefined)
      report('/components/securitySchemes', { scope });
  },
  cases: {
    good: [{ 'get /a': { security: [{ o: ['read'] }] }, 'post /a': { security: [{ o: ['write'] }] } }],
    bad: [{ 'get /a': { security: [{ o: ['all'] }] }, 'post /a': { security: [{ o: ['all'] }] } }],
  },
};
