/** PROF-LRO-02: an acknowledgment links the status. */
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';
import { leadsToStatus } from './leads-to-status.js';

/** Acknowledgments without a status link. */
export const acceptedWithoutStatusLink: Rule = {
  id: 'accepted-without-status-link',
  requirement: 'PROF-LRO-02',
  severity: 'error',
  message: '{operation} returns 202 without an operation id, a link or a Location header.',
  why: 'An agent that cannot find an accepted operation again starts it a second time.',
  help: 'Return the operation id and its status URL in Location.',
  check(api, report) {
    for (const { responses, label, pointer, kinds } of api.exposed) {
      // A read that is not ready yet is polled at its own URL.
      for (const response of kinds.read ? [] : responses) {
        if (response.status === '202' && !leadsToStatus(api, response))
          report(`${pointer}/responses/202`, { operation: label });
      }
    }
  },
  cases: {
    good: [
      { 'post /t': { responses: { '202': { description: 'Accepted', headers: { Location: {} } } } } },
      { 'get /t': { responses: { '202': { description: 'Not ready' } } } },
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
