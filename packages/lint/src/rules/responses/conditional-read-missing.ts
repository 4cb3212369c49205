/** PROF-RESP-05: reads support conditional requests. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { pagingScheme } from '../../api/operation-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Reads without 304 support. */
export const conditionalReadMissing: Rule = {
  id: 'conditional-read-missing',
  requirement: 'PROF-RESP-05',
  severity: 'warning',
  varies:
    'warning for items with many fields, where the document shows that callers keep responses: another operation has ETag, Last-Modified, If-None-Match or 304, or a text asks to poll or to cache; info in other documents, for smaller items, for lists, for responses without a schema, for values that change all the time, for content that is identified by its hash and never changes, and for operations that the text calls deprecated',
  message: '{operation} documents no {missing}, so callers read unchanged data again.',
  why: 'Agents read the same resource repeatedly; a 304 response costs almost nothing.',
  help: 'Send ETag (or Last-Modified), return 304 for a matching If-None-Match, and document both.',
  check(api, report) {
    const isKept = api.once(keepsResponses);
    for (const operation of api.exposed) {
      const { kinds, label, pointer, method } = operation;
      if (method !== 'get' || !(kinds.item || kinds.list) || isRedirect(operation) || isFeed(api, operation)) continue;
      if (isNeverStored(operation)) continue;
      const missing = missingOf(operation);
      if (missing !== undefined)
        report(
          pointer,
          { operation: label, missing },
          { severity: isKept && isWorthKeeping(api, operation) ? 'warning' : 'info' },
        );
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

/** The author thinks of callers that keep what they have read; a small API is seldom read often enough. */
function keepsResponses({ exposed, root }: Api): boolean {
  const intro = isJsonObject(root.info) ? String(root.info.description ?? '').slice(0, 20_000) : '';
  if (caches.test(intro)) return true;
  return exposed.some(
    ({ parameters, responses, description = '' }) =>
      parameters.some(({ name }) => /^if-(?:none-match|modified-since|match)$/i.test(name)) ||
      responses.some(
        ({ status, headers }) => status === '304' || headers.some((name) => /^(?:etag|last-modified)$/.test(name)),
      ) ||
      caches.test(description.slice(0, 2_000)),
  );
}

const caches =
  /\bE-?tags?\b|\bconditional (?:get|read|request)|\bif-none-match\b|\bcache (?:the|this|these|responses?|results?)\b/i;

/** Nobody reads it twice: it cannot change, or it is about to go. */
function isFixed({ path, summary = '', description = '' }: ApiOperation): boolean {
  return (
    /\{[\w-]*hash\}\/?$/i.test(path) || /\bdeprecat/i.test(`${summary.slice(0, 300)} ${description.slice(0, 300)}`)
  );
}

/** From this many fields on, a response that says "unchanged" saves something. */
const fewFields = 15;

/** One object with many fields, which stays the same for a while; without listed fields it may be anything. */
function isWorthKeeping(api: Api, operation: ApiOperation): boolean {
  const { kinds, output } = operation;
  if (kinds.list || output === undefined || api.leaves(output) <= fewFields) return false;
  if (isFixed(operation) || isLive(operation) || pagingScheme(api, operation) !== undefined) return false;
  return !api.walk(output).some(({ name = '' }) => used.test(name));
}

const live = new Set(
  (
    'ping health status price rate quote ticker offer balance estimate availability progress queue queued position metric stat ' +
    'statistic live realtime random'
  ).split(' '),
);

/** What has a timeout is polled; `last_used_at` changes whenever the thing is used, so the whole seldom stays the same. */
const used =
  /^timeout(?:_|[A-Z])|(?:^|_)last_?(?:used|seen|active|accessed|login|contact|heartbeat|ping|sync(?:ed)?)|last(?:Used|Seen|Active|Accessed|Login|Contact|Heartbeat|Ping|Sync)/;

/** Each read returns something else, so that there is nothing to keep. */
function isLive({ path, id = '', summary = '', description = '' }: ApiOperation): boolean {
  if (/\bpoll(?:s|ed|ing)?\b/i.test(`${summary} ${description.slice(0, 500)}`)) return true;
  const last = literalSegments(path).at(-1) ?? '';
  return [last, id, summary].some((text) => tokensOf(text.slice(0, 200)).some((word) => live.has(word)));
}

function missingOf({ responses }: ApiOperation): string | undefined {
  const tagged = responses.some(
    ({ status, headers }) => status.startsWith('2') && (headers.includes('etag') || headers.includes('last-modified')),
  );
  const unchanged = responses.some(({ status }) => status === '304' || status.toUpperCase() === '3XX');
  if (tagged && unchanged) return undefined;
  return [...(tagged ? [] : ['ETag header']), ...(unchanged ? [] : ['304 response'])].join(' and no ');
}
