/** PROF-LRO-06: unfinished work can be stopped. */
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';
import { statusCase } from './status-case.js';
import { listStatusReads } from './status-reads.js';

const stops = new Set(['cancel', 'stop', 'abort', 'terminate']);

/** Long work that cannot be stopped. */
export const operationCancelMissing: Rule = {
  id: 'operation-cancel-missing',
  requirement: 'PROF-LRO-06',
  severity: 'info',
  message: 'Work that {operation} reports on cannot be cancelled.',
  why: 'An agent that started the wrong work should be able to stop it.',
  help: 'Offer DELETE or a cancel operation on the status resource.',
  check(api, report) {
    for (const { path, label, pointer } of listStatusReads(api)) {
      const stoppable = api.operations.some(
        (other) =>
          other.path.startsWith(path) &&
          (other.method === 'delete' ||
            tokensOf(`${other.path.slice(path.length)} ${other.id ?? ''}`).some((word) => stops.has(word))),
      );
      if (!stoppable) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [{ ...statusCase({ state: { type: 'string' } }), 'post /jobs/{id}/cancel': {} }],
    bad: [statusCase({ state: { type: 'string' } })],
  },
};
