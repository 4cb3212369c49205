/** PROF-LRO-01: long work is acknowledged at once. */
import type { Rule } from '../../rule.js';

/** Slow operations that answer when they are done. */
export const longRunningBlocking: Rule = {
  id: 'long-running-blocking',
  requirement: 'PROF-LRO-01',
  severity: 'warning',
  message: '{operation} looks like long work and does not answer with 202.',
  why: 'A request that stays open runs into the agent’s time limit, and is sent again.',
  help: 'Answer 202 with an operation id and the address of its status.',
  check(api, report) {
    for (const { kinds, responses, label, pointer } of api.exposed) {
      if (kinds.slow && !responses.some(({ status }) => status === '202')) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [{ 'post /report': { operationId: 'report_export', responses: { '202': { description: 'Accepted' } } } }],
    bad: [{ 'post /report': { operationId: 'report_export' } }],
  },
};
