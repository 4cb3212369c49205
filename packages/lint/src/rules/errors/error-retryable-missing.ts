/** PROF-ERR-03: errors say whether they are retryable. */
import type { SchemaNode } from '../../api/api.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';
import { hasProblemField, listShapes, problemCase } from './problem-fields.js';

/** Errors without a retry flag. */
export const errorRetryableMissing: Rule = {
  id: 'error-retryable-missing',
  requirement: 'PROF-ERR-03',
  severity: 'warning',
  varies:
    'info for an error that is only used with 422, or with 400 and named after validation, which no retry makes valid',
  message: 'Error responses have no boolean that says whether the call may be retried.',
  why: 'An agent that guesses from the status retries calls that cannot succeed, and gives up on those that would.',
  help: 'Add retryable; set it to true only when the same request may succeed and does no harm.',
  check(api, report) {
    const others = new Set(
      api.problems.flatMap(({ schema, response }) =>
        schema && !isInvalid(response.status, schema) ? [schema.pointer] : [],
      ),
    );
    for (const schema of listShapes(api)) {
      const flag = hasProblemField(api, schema, api.settings.names.retryable);
      if (flag === undefined || !isType(flag.schema, 'boolean')) {
        report(schema.at, {}, others.has(schema.pointer) ? {} : { severity: 'info' });
      }
    }
  },
  cases: {
    good: [
      problemCase(object({ retryable: { type: 'boolean' } })),
      problemCase(object({ isRetryable: { type: 'boolean' } })),
    ],
    bad: [
      problemCase(object({ title: { type: 'string' } })),
      problemCase(object({ title: { type: 'string' } }), '409'),
    ],
  },
};

/** The request is wrong, and stays so. Many servers use 400 for everything else too, so the name has to say it. */
function isInvalid(status: string, { pointer, at }: SchemaNode): boolean {
  return status === '422' || (status === '400' && /validation|invalid/i.test(`${pointer} ${at}`));
}
