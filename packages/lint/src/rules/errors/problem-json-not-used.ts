/** PROF-ERR-01: errors are Problem Details. */
import type { Rule } from '../../rule-model/rule.js';

/** Errors in another media type. */
export const problemJsonNotUsed: Rule = {
  id: 'problem-json-not-used',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  message: 'The error response {status} is {types}, not application/problem+json.',
  why: 'Clients already know Problem Details (RFC 9457); other formats need custom code.',
  help: 'Use application/problem+json with type, title and status.',
  ignoresWording: true,
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
