/** PROF-LRO-05: the poll interval is documented. */

import type { Api, ApiOperation, ResponseView } from '../../api/api.js';
import { proseOf } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';
import { leadsToStatus } from './leads-to-status.js';
import { statusCase } from './status-case.js';
import { listStatusReads } from './status-reads.js';

/** Acknowledgments and status reads without a delay. */
export const pollIntervalMissing: Rule = {
  id: 'poll-interval-missing',
  requirement: 'PROF-LRO-05',
  severity: 'warning',
  varies:
    'info for a 202 without fields next to an immediate response, which some frameworks add to every operation, when a notification or an event stream of the API replaces polling, and for a status read whose text does not mention waiting; else warning',
  message: '{operation} does not say how often to poll: no Retry-After on {status}.',
  why: 'Without an interval an agent polls as fast as it can, or waits far too long.',
  help: 'Send Retry-After with 202 and until the operation is finished.',
  check(api, report) {
    // An operation that waits for the end needs no polling.
    if (api.exposed.some(({ method, path }) => method === 'get' && /\/wait$/i.test(path))) return;
    const known = new Set<ResponseView>();
    const isPushed = api.exposed.some(({ responses }) => responses.some(isEventStream));
    const reads = new Set(listStatusReads(api).map(({ pointer }) => pointer));
    for (const operation of api.exposed) {
      const { responses, label, pointer, kinds, method } = operation;
      for (const response of responses) {
        const { status, headers, description = '' } = response;
        if (interval.test(`${proseOf(operation)} ${description}`)) continue;
        // Without a status URL there is nothing to poll, which another rule reports; what is deleted is not polled.
        const accepted =
          status === '202' &&
          !kinds.read &&
          method !== 'delete' &&
          leadsToStatus(api, response) &&
          showsState(api, response) &&
          !/notification|webhook|callback|\bcreated\b/i.test(description);
        const polled = accepted || (status === '200' && reads.has(pointer));
        const isAdded = status === '202' && response.schema === undefined && responses.some(isAtOnce);
        const isQuiet =
          isAdded || isPushed || isNotified(api, operation) || !(accepted || waits.test(proseOf(operation)));
        if (!polled || headers.includes('retry-after') || known.has(response)) continue;
        // Operations share responses.
        known.add(response);
        report(`${pointer}/responses/${status}`, { operation: label, status }, isQuiet ? { severity: 'info' } : {});
      }
    }
  },
  cases: {
    good: [
      statusCase({ state: { type: 'string' } }),
      {
        'post /t': {
          description: 'Poll the operation every few seconds.',
          responses: { '202': { description: 'Accepted', headers: { Location: {} } } },
        },
      },
    ],
    bad: [
      { 'post /t': { responses: { '202': { description: 'Accepted', headers: { Location: {} } } } } },
      statusCase({}, { responses: answer(object({ state: { type: 'string' } })) }),
    ],
  },
};

/** "Poll every few seconds until it is finished." */
const interval =
  /\bpoll\w*\b[^.]{0,80}\b(?:every|each|once (?:a|per))\b[^.]{0,30}\b(?:m?s|sec(?:ond)?s?|min(?:ute)?s?|hours?)\b/i;

const waits = /\bpoll|\bprogress\b|\bstatus\b|\bstate\b|\bcomplet|\bfinish|\bwait/i;

function isEventStream({ content }: ResponseView): boolean {
  return content.some(({ type }) => /^text\/event-stream\b/i.test(type));
}

/** The caller gives an address to which the result is sent. */
function isNotified(api: Api, { value, input, parameters }: ApiOperation): boolean {
  const names = [...parameters.map(({ name }) => name), ...(input === undefined ? [] : api.properties(input).keys())];
  return value.callbacks !== undefined || names.some((name) => /callback|webhook|notif/i.test(name));
}

function isAtOnce({ status }: ResponseView): boolean {
  return /^20[014]$/.test(status);
}

/** What has a state changes it later; what is only queued, such as a message, is not polled. */
function showsState(api: Api, { schema, headers }: ResponseView): boolean {
  if (headers.some((name) => /location|operation/.test(name)) || schema === undefined) return true;
  return api
    .walk(schema)
    .some(({ name }) => /^(?:status|state|phase|progress|done)$|(?:_s|S|_S)tat(?:us|e)$/.test(name ?? ''));
}
