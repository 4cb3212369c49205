/** PROF-LRO-02: an acknowledgement says where to look. */
import type { Rule } from '../../rule.js';
import { object } from '../../rule-cases.js';
import { leadsToStatus } from './leads-to-status.js';

/** Acknowledgements that lead nowhere. */
export const acceptedWithoutStatusLink: Rule = {
  id: 'accepted-without-status-link',
  requirement: 'PROF-LRO-02',
  severity: 'error',
  message: '{operation} answers 202 without an operation id, a link or a Location header.',
  why: 'Work that was accepted and cannot be found again is started once more.',
  help: 'Return the id of the operation and its address in Location.',
  check(api, report) {
    for (const { responses, label, pointer, kinds } of api.exposed) {
      // A read that is not ready yet is asked again at its own address.
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
