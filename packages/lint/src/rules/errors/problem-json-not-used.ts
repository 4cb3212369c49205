/** PROF-ERR-01: failures are Problem Details. */
import type { Rule } from '../../rule.js';

/** Failures in another media type. */
export const problemJsonNotUsed: Rule = {
  id: 'problem-json-not-used',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  message: 'The failure {status} is {types}, not application/problem+json.',
  why: 'Problem Details (RFC 9457) is the shape that clients know without being told.',
  help: 'Use application/problem+json with type, title and status.',
  check(api, report) {
    for (const { response } of api.problems) {
      const types = response.content.map(({ type }) => type);
      if (types.length === 0 || types.some((type) => /^application\/problem\+json/i.test(type))) continue;
      report(response.pointer, { status: response.status, types: types.join(', ') });
    }
  },
  cases: {
    good: [{ 'get /t': { responses: { '400': { description: 'No', content: { 'application/problem+json': {} } } } } }],
    bad: [{ 'get /t': { responses: { '400': { description: 'No', content: { 'application/json': {} } } } } }],
  },
};
