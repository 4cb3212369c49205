/** PROF-LRO-02: an acknowledgment links the status. */
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, ResponseView } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findProperty } from '../../api/operation-facts.js';
import { sentencesOf, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';
import { leadsToStatus } from './leads-to-status.js';

/** Descriptions of a 202 that report a result. */
const done =
  /\b(?:succe\w+|completed?|finished|(?:delet|updat|creat|deactivat|activat|remov|publish|sav|add|stor)ed)\b/i;

/** Acknowledgments without a status link. */
export const acceptedWithoutStatusLink: Rule = {
  id: 'accepted-without-status-link',
  requirement: 'PROF-LRO-02',
  severity: 'warning',
  varies:
    'info for events, measurements and messages that are only ingested, when no text or name mentions further work; when the operation can also respond at once, says that the work is done, or deletes an item that a GET at its path reads; when a GET at its path, or at the item that its path starts with, returns a status that it changes; when a GET reads the item under the id that the caller sends, or the status under an id of the path; when another operation is the callback with the result; for a call without inputs, which starts the same work again; or when only a name or the method suggests that the work goes on; warning where a text says so',
  message: '{operation} returns 202 without an operation id, a link or a Location header.',
  why: 'An agent that cannot find an accepted operation again starts it a second time.',
  help: 'Return the operation id and its status URL in Location.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { responses, label, pointer, kinds } = operation;
      if (isNotice(operation) || isJsonObject(operation.value.callbacks)) continue;
      // A read that is not ready yet is polled at its own URL.
      for (const response of kinds.read ? [] : responses) {
        if (response.status !== '202' || leadsToStatus(api, response)) continue;
        const evidence = goesOn(operation, response);
        const isDone =
          evidence === undefined ||
          takesNothing(operation) ||
          hasStatusOfPath(api, operation) ||
          isReadAgain(api, operation) ||
          isNamedByCaller(api, operation) ||
          hasCallback(api, operation) ||
          done.test(response.description ?? '') ||
          responses.some(({ status }) => /^20[014]$/.test(status));
        const severity = isDone || evidence === 'name' ? 'info' : 'warning';
        report(`${pointer}/responses/202`, { operation: label }, { severity });
      }
    }
  },
  cases: {
    good: [
      { 'post /t': { responses: { '202': { description: 'Accepted', headers: { Location: {} } } } } },
      { 'get /t': { responses: { '202': { description: 'Not ready' } } } },
      {
        'post /t': {
          responses: { '202': { description: 'Accepted' } },
          callbacks: { done: { '{$request.body#/url}': { post: { responses: {} } } } },
        },
      },
      { 'post /orders/on-change': { responses: { '202': { description: 'Accepted' } } } },
      {
        'post /t': {
          responses: {
            '202': { description: 'Ok', content: { 'application/json': { schema: object({ operation_id: {} }) } } },
          },
        },
      },
    ],
    bad: [{ 'post /t': { responses: { '202': { description: 'Accepted' } } } }],
  },
};

/** Words about work whose result comes later. */
const later =
  /\b(?:(?:en)?queued?|background|asynchronous(?:ly)?|async|in progress|processing|scheduled|job|long[- ]running|poll\w*|being \w+ed|will be \w+ed|(?:has|have) (?:been )?(?:started|initiated|triggered|begun))\b/i;

/** What is only taken in: events, measurements and messages are not asked for again. */
const intake =
  /^(?:events?|logs?|metrics?|telemetry|traces?|spans?|measurements?|readings?|samples?|signals?|pings?|heartbeats?|beacons?|clicks?|impressions?|messages?|notifications?|ingest(?:ion)?|track(?:ing)?|collect|page_?views?|identify|conversions?|feedback|commands?)$/i;

/** How the document shows that the outcome of the work matters: a text says that it goes on, or a name suggests it. */
function goesOn(operation: ApiOperation, { description = '' }: ResponseView): 'text' | 'name' | undefined {
  const { method, path, id, summary, description: prose = '' } = operation;
  const segments = literalSegments(path);
  const said = later.test(`${summary ?? ''}. ${prose.slice(0, 2_000)}. ${description}`);
  const isIntake = [...segments, tokensOf(id ?? '')[0] ?? '', tokensOf(summary ?? '')[0] ?? ''].some((word) =>
    intake.test(word),
  );
  if (isIntake && !(said && operation.kinds.batch)) return undefined;
  // A DELETE of a whole collection is work on many things.
  const isWork = working.test(`${segments.at(-1) ?? ''} ${id ?? ''}`) || (method === 'delete' && !path.endsWith('}'));
  return said ? 'text' : isWork ? 'name' : undefined;
}

const working =
  /(?:export|import|generat|build|provision|migrat|sync|render|transcod|backup|restor|deploy|reindex|analy|scan|crawl|train|purge|archiv|verif|transfer)/i;

/** "Update all prices": nothing belongs to the caller, who has nothing to ask for. */
function takesNothing({ path, parameters, body }: ApiOperation): boolean {
  return body === undefined && parameters.length === 0 && !path.includes('{');
}

/** A notice that somebody else sends here: 202 says that it arrived, and there is no work to follow. */
function isNotice({ path, summary, description }: ApiOperation): boolean {
  const last = literalSegments(path).at(-1) ?? '';
  return (
    /^(?:on[-_A-Z]|notif|callback|webhook|ack)/.test(last) ||
    /\b(?:webhook|notification)\b/i.test(`${summary ?? ''} ${sentencesOf(description ?? '')[0] ?? ''}`) ||
    // The result is delivered instead of read.
    /\bcallback/i.test(`${summary ?? ''} ${description?.slice(0, 2_000) ?? ''}`)
  );
}

/** What is updated is read at the same path, with its status; what is deleted is not found there any more. */
function isReadAgain(api: Api, operation: ApiOperation): boolean {
  const { method, path } = operation;
  const reads = api.once(listReads);
  // `POST /lookups/{id}`: the result is read at the same path.
  if (method === 'post' && reads.has(path) && (path.endsWith('}') || isSameResult(operation, reads.get(path))))
    return true;
  // `POST /connectors/{id}/auth` changes the status of the connector that a GET returns.
  const above = path.replace(/\/[^{}]+$/, '');
  if (above !== path && above.endsWith('}') && hasStatus(api, reads.get(above))) return true;
  if (!['put', 'patch', 'delete'].includes(method)) return false;
  // After a deletion, the item is no longer found at its URL.
  if (method === 'delete') return path.endsWith('}') && reads.has(path);
  return hasStatus(api, reads.get(path));
}

/** `POST /exports/{uuid}/parts/{part}` next to `GET /exports/{uuid}/status`: the caller has the id to ask with. */
function hasStatusOfPath(api: Api, { path }: ApiOperation): boolean {
  const names = [...path.matchAll(/\{[^{}]+\}/g)].map(([name]) => name);
  return [...api.once(listReads)].some(
    ([other, output]) => names.some((name) => other.includes(name)) && hasStatus(api, output),
  );
}

/** `POST /agents/{agent}/install` answers with the job that a GET at its path returns. */
function isSameResult({ responses }: ApiOperation, read: ApiOperation['output']): boolean {
  return responses.some(
    ({ status, schema }) => status === '202' && schema !== undefined && schema.pointer === read?.pointer,
  );
}

/** `POST /transfers` with a transferId of the caller, next to `GET /transfers/{id}`. */
function isNamedByCaller(api: Api, { method, path, input }: ApiOperation): boolean {
  if (method !== 'post' || input === undefined) return false;
  const kind = tokensOf(literalSegments(path).at(-1) ?? '').at(-1);
  const isChosen = (name: string) => {
    const words = tokensOf(name);
    if (words.length === 1) return /^(?:id|name|key)$/i.test(name);
    return words.at(-1) === 'id' && [kind, 'request'].includes(words.at(-2));
  };
  const reads = [...api.once(listReads).keys()];
  return (
    [...api.properties(input).keys()].some(isChosen) &&
    reads.some((each) => each.startsWith(`${path}/{`) && /^\{[^{}]*\}$/.test(each.slice(path.length + 1)))
  );
}

/** `PUT /transfers/{id}`, whose text says that it is the callback with the result of the POST. */
function hasCallback({ exposed }: Api, { path }: ApiOperation): boolean {
  return exposed.some(
    ({ path: other, summary = '', description = '' }) =>
      (other === path || other.startsWith(`${path}/{`)) &&
      /\bcallback\b/i.test(`${summary}. ${description.slice(0, 500)}`),
  );
}

function hasStatus(api: Api, read: ApiOperation['output']): boolean {
  if (read === undefined) return false;
  const names = ['status', 'state'];
  // `{"entry": {"status": …}}`: one object in an envelope.
  const [only, ...others] = api.properties(read).values();
  const inner = others.length === 0 && only !== undefined && findProperty(api, only, names) !== undefined;
  return inner || findProperty(api, read, names) !== undefined;
}

function listReads({ exposed }: Api): ReadonlyMap<string, ApiOperation['output']> {
  return new Map(exposed.flatMap(({ method, path, output }) => (method === 'get' ? [[path, output]] : [])));
}
