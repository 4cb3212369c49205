/** PROF-RATE-01: rate limits are documented. */
import type { Api } from '../../api/api.js';
import { isOwnMachine, isPlaceholderHost, isPrivate, urlsOf } from '../../api/server-urls.js';
import type { Rule } from '../../rule-model/rule.js';

/** APIs without a documented 429. */
export const rateLimitUndocumented: Rule = {
  id: 'rate-limit-undocumented',
  requirement: 'PROF-RATE-01',
  severity: 'warning',
  varies:
    'info when neither a public server nor a credential is described, as for a program on the machine of the caller',
  message: 'No operation documents the response 429.',
  why: 'Agents send requests quickly; an undocumented rate limit surprises them.',
  help: 'Document 429 with Retry-After on rate-limited operations.',
  ignoresWording: true,
  check(api, report) {
    const limited = api.operations.some(({ responses }) => responses.some(({ status }) => status === '429'));
    if (api.exposed.length > 0 && !limited) {
      report('/paths', {}, isServed(api) ? {} : { severity: 'info' });
    }
  },
  cases: {
    good: [{ 'get /t': { responses: { '429': { description: 'Slow down' } } } }],
    bad: [{ 'get /t': {} }, { servers: [{ url: 'https://tasks.example.com' }], 'get /t': {} }],
  },
};

/** Somebody else runs it: it has an address in the network, or callers need a credential. */
function isServed(api: Api): boolean {
  const hosts = urlsOf(api.root.servers).filter((url) => /^https?:/i.test(url) && !isPlaceholderHost(url));
  if (hosts.length > 0) return hosts.some((url) => !isOwnMachine(url) && !isPrivate(url));
  return api.exposed.some(
    ({ security = [], parameters }) =>
      security.length > 0 ||
      parameters.some((each) => each.in === 'header' && /api-?key|token|^authorization$/i.test(each.name)),
  );
}
