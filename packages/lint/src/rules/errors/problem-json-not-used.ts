/** PROF-ERR-01: errors are Problem Details. */
import type { Rule } from '../../rule-model/rule.js';

const code = /(?:^|_|error)-?(?:code|type|key|kind)$/i;
const text = /messag|msg|detail|title|description|reason|^error$/i;

/** Errors in another media type. */
export const problemJsonNotUsed: Rule = {
  id: 'problem-json-not-used',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  varies: 'info for a body with a code and a text, which programs can read as well',
  message: 'The error response {status} is {types}, not application/problem+json.',
  why: 'Clients already know Problem Details (RFC 9457); other formats need custom code.',
  help: 'Use application/problem+json with type, title and status.',
  ignoresWording: true,
  check(api, report) {
    for (const { response, schema } of api.problems) {
      const types = response.content.map(({ type }) => type);
      if (types.length === 0 || types.some((type) => /^application\/problem\+json/i.test(type))) continue;
      const names = schema === undefined ? [] : api.walk(schema).flatMap(({ name }) => name ?? []);
      const isReadable = names.some((name) => code.test(name)) && names.some((name) => text.test(name));
      const severity = isReadable ? 'info' : 'warning';
      report(response.pointer, { status: response.status, types: types.join(', ') }, { severity });
    }
  },
  cases: {
    good: [{ 'get /t': { responses: { '400': { description: 'No', content: { 'application/problem+json': {} } } } } }],
    bad: [{ 'get /t': { responses: { '400': { description: 'No', content: { 'application/json': {} } } } } }],
  },
};
