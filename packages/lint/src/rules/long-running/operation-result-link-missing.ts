/** PROF-LRO-04: finished work points to its result. */
import type { Rule } from '../../rule.js';
import { body, object } from '../../rule-cases.js';
import { statusCase } from './status-case.js';
import { listStatusReads } from './status-reads.js';

/** Status reads without a way to the result. */
export const operationResultLinkMissing: Rule = {
  id: 'operation-result-link-missing',
  requirement: 'PROF-LRO-04',
  severity: 'info',
  message: '{operation} does not say where the finished result is.',
  why: 'Work that is done and cannot be found was for nothing.',
  help: 'Add result, result_url or links.',
  check(api, report) {
    for (const { output, responses, label, pointer } of listStatusReads(api)) {
      if (output === undefined || responses.some(({ status, value }) => status === '303' || value.links !== undefined))
        continue;
      const linked = api
        .walk(output)
        .some(({ name }) => /result|resource|output|_?links?$|url$|response$/i.test(name ?? ''));
      if (!linked) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [
      statusCase({ state: { type: 'string' }, result_url: {} }),
      // A state that callers set is not that of work.
      {
        ...statusCase({ state: { type: 'string' } }),
        'patch /jobs/{id}': { requestBody: body(object({ state: { type: 'string' } })) },
      },
    ],
    bad: [statusCase({ state: { type: 'string' } })],
  },
};
