/** PROF-RATE-01: rate limits are documented. */
import type { Rule } from '../../rule-model/rule.js';

/** APIs without a documented 429. */
export const rateLimitUndocumented: Rule = {
  id: 'rate-limit-undocumented',
  requirement: 'PROF-RATE-01',
  severity: 'warning',
  message: 'No operation documents the response 429.',
  why: 'Agents send requests quickly; an undocumented rate limit surprises them.',
  help: 'Document 429 with Retry-After on rate-limited operations.',
  ignoresWording: true,
  check(api, report) {
    const limited = api.operations.some(({ responses }) => responses.some(({ status }) => status === '429'));
    if (api.exposed.length > 0 && !limited) report('/paths');
  },
  cases: {
    good: [{ 'get /t': { responses: { '429': { description: 'Slow down' } } } }],
    bad: [{ 'get /t': {} }],
  },
};
