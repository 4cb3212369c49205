/** PROF-LRO-06: unfinished operations can be canceled. */
import type { Rule } from '../../rule-model/rule.js';
import { statusCase } from './status-case.js';
import { listStatusReads, stopsWork } from './status-reads.js';

/** Long-running operations without cancellation. */
export const operationCancelMissing: Rule = {
  id: 'operation-cancel-missing',
  requirement: 'PROF-LRO-06',
  severity: 'info',
  message: 'The work that {operation} reports on cannot be canceled.',
  why: 'An agent that started the wrong operation should be able to stop it.',
  help: 'Offer DELETE or a cancel operation on the status resource.',
  check(api, report) {
    for (const { path, label, pointer } of listStatusReads(api)) {
      if (!api.operations.some((other) => stopsWork(other, path))) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [{ ...statusCase({ state: { type: 'string' } }), 'post /jobs/{id}/cancel': {} }],
    bad: [statusCase({ state: { type: 'string' } })],
  },
};
