/** PROF-RATE-01: rate limits are documented. */
import type { Api } from '../../api/api.js';
import { isPlaceholderHost, isPrivate, urlsOf } from '../../api/server-urls.js';
import type { Rule } from '../../rule-model/rule.js';

/** APIs without a documented 429. */
export const rateLimitUndocumented: Rule = {
  id: 'rate-limit-undocumented',
  requirement: 'PROF-RATE-01',
  severity: 'warning',
  varies:
    'info when no public server is named, as for a program that callers run themselves, and when no response at all is described',
  message: 'No operation documents the response 429.',
  why: 'Agents send requests quickly; an undocumented rate limit surprises them.',
  help: 'Document 429 with Retry-After on rate-limited operations.',
  ignoresWording: true,
  check(api, report) {
    const limited = api.operations.some(({ responses }) => responses.some(({ status }) => status === '429'));
    if (api.exposed.length > 0 && !limited) {
      report('/paths', {}, isServed(api) && describesResponses(api) ? {} : { severity: 'info' });
    }
  },
  cases: {
    good: [{ 'get /t': { responses: { '429': { description: 'Slow down' } } } }],
    bad: [{ 'get /t': {} }, { servers: [{ url: 'https://tasks.example.com' }], 'get /t': {} }],
  },
};

/** Without a single response, the absence of one says nothing about limits. */
function describesResponses({ operations }: Api): boolean {
  return operations.some(({ responses }) => responses.length > 0);
}

/** Somebody else runs it: it has an address in the network. */
function isServed({ root }: Api): boolean {
  return urlsOf(root.servers).some((url) => /^https?:/i.test(url) && !isPlaceholderHost(url) && !isPrivate(url));
}
