/** PROF-RESP-05: reads support conditional requests. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Reads without 304 support. */
export const conditionalReadMissing: Rule = {
  id: 'conditional-read-missing',
  requirement: 'PROF-RESP-05',
  severity: 'info',
  message: '{operation} documents no {missing}, so callers read unchanged data again.',
  why: 'Agents read the same resource repeatedly; a 304 response costs almost nothing.',
  help: 'Send ETag (or Last-Modified), return 304 for a matching If-None-Match, and document both.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, label, pointer, method } = operation;
      if (method !== 'get' || !(kinds.item || kinds.list) || isRedirect(operation) || isFeed(api, operation)) continue;
      if (isNeverStored(operation)) continue;
      const missing = missingOf(operation);
      if (missing !== undefined) report(pointer, { operation: label, missing });
    }
  },
  cases: {
    good: [
      {
        'get /log': {
          parameters: ['after', 'limit'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
          responses: answer(object({ lines: { type: 'array' }, next_after: { type: 'integer' } })),
        },
      },
      {
        'get /t/{id}': {
          responses: {
            ...answer(object({ id: {} }), { headers: { ETag: {} } }),
            '304': { description: 'Not changed' },
          },
        },
      },
      {
        'get /quotes/{id}': {
          responses: answer(object({ id: {} }), {
            headers: { 'Cache-Control': { schema: { type: 'string', enum: ['no-store'] } } },
          }),
        },
      },
    ],
    bad: [
      { 'get /{table}': { description: 'Get list of rows', responses: { '200': { description: 'Rows' } } } },
      { 'get /t/{id}': { responses: answer(object({ id: {} })) } },
      {
        'get /t/{id}': {
          responses: answer(object({ id: {} }), {
            headers: { 'Cache-Control': { description: 'For example no-store.', schema: { type: 'string' } } },
          }),
        },
      },
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

/** No cache may keep the response (RFC 9111 §5.2.2.5), so there is no copy that could be validated. */
function isNeverStored({ responses }: ApiOperation): boolean {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return (
    successes.length > 0 &&
    successes.every(({ headers, value }) => headers.includes('cache-control') && forbidsStoring(value))
  );
}

function forbidsStoring({ headers }: JsonObject): boolean {
  const [, header] =
    Object.entries(isJsonObject(headers) ? headers : {}).find(([name]) => /^cache-control$/i.test(name)) ?? [];
  const schema = isJsonObject(header) ? header.schema : undefined;
  if (!isJsonObject(schema)) return false;
  const values = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  return values.length > 0 && values.every((value) => typeof value === 'string' && /\bno-store\b/i.test(value));
}

/** Callers of a feed ask for what came after the position of an earlier response, so nothing is read twice. */
function isFeed(api: Api, { kinds, parameters, output }: ApiOperation): boolean {
  if (!kinds.list || output === undefined || !parameters.some(({ name }) => /^(?:after|since)/i.test(name)))
    return false;
  return [...api.properties(output).keys()].some((name) =>
    /^(?:next_?(?:after|since)|last_?(?:id|seq\w*))$/i.test(name),
  );
}

function missingOf({ responses }: ApiOperation): string | undefined {
  const tagged = responses.some(
    ({ status, headers }) => status.startsWith('2') && (headers.includes('etag') || headers.includes('last-modified')),
  );
  const unchanged = responses.some(({ status }) => status === '304' || status.toUpperCase() === '3XX');
  if (tagged && unchanged) return undefined;
  return [...(tagged ? [] : ['ETag header']), ...(unchanged ? [] : ['304 response'])].join(' and no ');
}
