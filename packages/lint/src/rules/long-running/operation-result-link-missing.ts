/** PROF-LRO-04: a finished operation links its result. */
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';
import { statusCase } from './status-case.js';
import { listStatusReads } from './status-reads.js';

/** Status reads without a link to the result. */
export const operationResultLinkMissing: Rule = {
  id: 'operation-result-link-missing',
  requirement: 'PROF-LRO-04',
  severity: 'info',
  message: '{operation} does not say where the result is.',
  why: 'A finished operation is useless if its result cannot be found.',
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
      // A status that callers set is not the status of an operation.
      {
        ...statusCase({ state: { type: 'string' } }),
        'patch /jobs/{id}': { requestBody: body(object({ state: { type: 'string' } })) },
      },
    ],
    bad: [statusCase({ state: { type: 'string' } })],
  },
};
