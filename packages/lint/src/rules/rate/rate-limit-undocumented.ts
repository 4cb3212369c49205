/** PROF-RATE-01: rate limits are documented. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api } from '../../api/api.js';
import { isPlaceholderHost, isPrivate, urlsOf } from '../../api/server-urls.js';
import { isUnofficial } from '../../api/unofficial.js';
import type { Rule } from '../../rule-model/rule.js';

/** APIs without a documented 429. */
export const rateLimitUndocumented: Rule = {
  id: 'rate-limit-undocumented',
  requirement: 'PROF-RATE-01',
  severity: 'warning',
  varies:
    'warning when a provider with a public server issues keys or OAuth clients that no login of the API hands out, or a text mentions quotas or plans; info otherwise, when somebody else than the provider describes the API, when no response is described, and when the introduction documents the rate limit',
  message: 'No operation documents the response 429.',
  why: 'Agents send requests quickly; an undocumented rate limit surprises them.',
  help: 'Document 429 with Retry-After on rate-limited operations.',
  ignoresWording: true,
  check(api, report) {
    const limited = api.operations.some(({ responses }) => responses.some(({ status }) => status === '429'));
    if (api.exposed.length > 0 && !limited) {
      report(
        '/paths',
        {},
        isServed(api) && !isUnofficial(api) && isMetered(api) && describesResponses(api) && !statesLimit(api)
          ? {}
          : { severity: 'info' },
      );
    }
  },
  cases: {
    good: [{ 'get /t': { responses: { '429': { description: 'Slow down' } } } }],
    bad: [{ 'get /t': {} }, { servers: [{ url: 'https://tasks.example.com' }], 'get /t': {} }],
  },
};

/** The introduction names the headers, or says how many requests are allowed. */
function statesLimit({ root }: Api): boolean {
  const intro = isJsonObject(root.info) ? String(root.info.description ?? '').slice(0, 50_000) : '';
  return /\bx?-?rate-?limit-(?:limit|remaining)\b|\b429\b|\brate limit[^.]{0,200}\b\d+ (?:requests|calls)\b/i.test(
    intro,
  );
}

/** Without a single response, the absence of one says nothing about limits. */
function describesResponses({ operations }: Api): boolean {
  return operations.some(({ responses }) => responses.length > 0);
}

/** Somebody else runs it: it has an address in the network. */
function isServed({ root }: Api): boolean {
  return urlsOf(root.servers).some(
    (url) => /^https?:/i.test(url) && !isPlaceholderHost(url) && !isPrivate(url) && !tunnel.test(url),
  );
}

/** A tunnel to the machine of one person. */
const tunnel = /\b(?:ngrok(?:-free)?\.(?:app|io|dev)|trycloudflare\.com|loca\.lt|localhost\.run|serveo\.net)\b/i;

/** Each caller has a key or an OAuth client, or a text is about what callers may use. */
function isMetered(api: Api): boolean {
  const { root, exposed } = api;
  const schemes = isJsonObject(root.components) ? root.components.securitySchemes : undefined;
  const isKeyed = Object.values(isJsonObject(schemes) ? schemes : {}).some(
    (scheme) => isJsonObject(scheme) && /^(?:apiKey|oauth2)$/.test(String(scheme.type)) && scheme.in !== 'cookie',
  );
  const keyed = (name: string) => /^(?:x-?)?(?:api|app|subscription)[-_]?key$/i.test(name);
  if (namesQuota(root)) return true;
  // The key of a session belongs to a person, whom nobody counts.
  if (
    exposed.some(
      ({ method, path }) =>
        method === 'post' && /\/(?:log|sign)-?_?in\/?$|\/sessions?(?:\/new)?\/?$|\/authenticate\/?$/i.test(path),
    )
  )
    return false;
  return isKeyed || exposed.some(({ parameters }) => parameters.some(({ name }) => keyed(name)));
}

function namesQuota({ info }: JsonObject): boolean {
  const intro = isJsonObject(info) ? String(info.description ?? '').slice(0, 20_000) : '';
  return /\b(?:rate.?limit|throttl|quotas?\b|too many requests|fair use|(?:free|paid|premium|enterprise) (?:plan|tier|account))/i.test(
    intro,
  );
}
