/** PROF-LRO-02: an acknowledgment links the status. */
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findProperty } from '../../api/operation-facts.js';
import { sentencesOf } from '../../api/words.js';
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
  severity: 'error',
  varies:
    'info when the operation also answers at once, says that the work is done, changes what a GET at its path, at the item that its path starts with, or at the item that the caller names in the body, returns with a status, or deletes an item that a GET at its path reads, else error',
  message: '{operation} returns 202 without an operation id, a link or a Location header.',
  why: 'An agent that cannot find an accepted operation again starts it a second time.',
  help: 'Return the operation id and its status URL in Location.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { responses, label, pointer, kinds } = operation;
      if (isNotice(operation)) continue;
      // A read that is not ready yet is polled at its own URL.
      for (const response of kinds.read ? [] : responses) {
        if (response.status !== '202' || leadsToStatus(api, response)) continue;
        const isDone =
          isReadAgain(api, operation) ||
          done.test(response.description ?? '') ||
          responses.some(({ status }) => /^20[014]$/.test(status));
        report(`${pointer}/responses/202`, { operation: label }, isDone ? { severity: 'info' } : {});
      }
    }
  },
  cases: {
    good: [
      { 'post /t': { responses: { '202': { description: 'Accepted', headers: { Location: {} } } } } },
      { 'get /t': { responses: { '202': { description: 'Not ready' } } } },
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
  const { method, path, input } = operation;
  const reads = api.once(listReads);
  // `POST /previews` with an id of the caller, next to `GET /previews/{id}`.
  if (method === 'post' && input !== undefined && findProperty(api, input, ['id', 'name', 'key']) !== undefined) {
    const item = [...reads.keys()].find(
      (each) => each.startsWith(`${path}/{`) && /^\{[^{}]*\}$/.test(each.slice(path.length + 1)),
    );
    if (item !== undefined && hasStatus(api, reads.get(item))) return true;
  }
  // `POST /connectors/{id}/auth` changes the status of the connector that a GET returns.
  const above = path.replace(/\/[^{}]+$/, '');
  if (above !== path && above.endsWith('}') && hasStatus(api, reads.get(above))) return true;
  if (!['put', 'patch', 'delete'].includes(method)) return false;
  // After a deletion, the item is no longer found at its URL.
  if (method === 'delete') return path.endsWith('}') && reads.has(path);
  return hasStatus(api, reads.get(path));
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
