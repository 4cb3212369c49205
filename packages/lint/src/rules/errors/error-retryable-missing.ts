/** PROF-ERR-03: failures say whether to try again. */
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule.js';
import { object } from '../../rule-cases.js';
import { hasProblemField, listShapes, problemCase } from './problem-fields.js';

/** Failures without a flag for retrying. */
export const errorRetryableMissing: Rule = {
  id: 'error-retryable-missing',
  requirement: 'PROF-ERR-03',
  severity: 'warning',
  message: 'Failures do not say with a boolean whether the call may be sent again.',
  why: 'An agent that reads it off the status retries what cannot succeed and gives up what would.',
  help: 'Add retryable: true only when the same request may succeed and does no harm.',
  check(api, report) {
    for (const schema of listShapes(api)) {
      const flag = hasProblemField(api, schema, api.settings.names.retryable);
      if (flag === undefined || !isType(flag.schema, 'boolean')) report(schema.at);
    }
  },
  cases: {
    good: [
      problemCase(object({ retryable: { type: 'boolean' } })),
      problemCase(object({ isRetryable: { type: 'boolean' } })),
    ],
    bad: [problemCase(object({ title: { type: 'string' } }))],
  },
};
