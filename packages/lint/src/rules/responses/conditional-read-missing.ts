/** PROF-RESP-05: reads support conditional requests. */
import type { Api, ApiOperation } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Reads without 304 support. */
export const conditionalReadMissing: Rule = {
  id: 'conditional-read-missing',
  requirement: 'PROF-RESP-05',
  severity: 'warning',
  varies:
    'warning for items whose response is described as one object; info for lists and for responses without a schema',
  message: '{operation} documents no {missing}, so callers read unchanged data again.',
  why: 'Agents read the same resource repeatedly; a 304 response costs almost nothing.',
  help: 'Send ETag (or Last-Modified), return 304 for a matching If-None-Match, and document both.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, label, pointer, method } = operation;
      if (method !== 'get' || !(kinds.item || kinds.list) || isRedirect(operation)) continue;
      const missing = missingOf(operation);
      if (missing !== undefined)
        report(
          pointer,
          { operation: label, missing },
          { severity: kinds.list || !returnsItem(api, operation) ? 'info' : 'warning' },
        );
    }
  },
  cases: {
    good: [
      {
        'get /t/{id}': {
          responses: {
            ...answer(object({ id: {} }), { headers: { ETag: {} } }),
            '304': { description: 'Not changed' },
          },
        },
      },
    ],
    bad: [
      { 'get /{table}': { description: 'Get list of rows', responses: { '200': { description: 'Rows' } } } },
      { 'get /t/{id}': { responses: answer(object({ id: {} })) } },
      { 'get /t': { responses: answer({ type: 'array' }) } },
    ],
  },
};

/** A link that only redirects, or that carries a token, is not read again. */
function isRedirect({ responses, path }: ApiOperation): boolean {
  // A login hands out something new.
  if (/\/(?:oauth2?|login|sso|saml|signin)\//i.test(path)) return true;
  if (/\{(?:\w*token|code|hash)\}\/?$/i.test(path)) return true;
  return (
    responses.some(({ status }) => /^30[12378]$/.test(status)) && !responses.some(({ status }) => /^2/.test(status))
  );
}

/** A response whose fields are listed; without them it may be a list, a file or anything else. */
function returnsItem(api: Api, { output }: ApiOperation): boolean {
  return output !== undefined && api.properties(output).size > 0;
}

function missingOf({ responses }: ApiOperation): string | undefined {
  const tagged = responses.some(
    ({ status, headers }) => status.startsWith('2') && (headers.includes('etag') || headers.includes('last-modified')),
  );
  const unchanged = responses.some(({ status }) => status === '304' || status.toUpperCase() === '3XX');
  if (tagged && unchanged) return undefined;
  return [...(tagged ? [] : ['ETag header']), ...(unchanged ? [] : ['304 response'])].join(' and no ');
}
