/** PROF-ERR-03: errors say whether they are retryable. */
import type { Api, SchemaNode } from '../../api/api.js';
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
    'warning for a shape that is used with a status after which a repetition may succeed (408, 409, 423, 425, 429, 5xx, default); info for others, for google.rpc.Status, whose codes say it, and for a shape without any text or code',
  message: 'Error responses have no boolean that says whether the call may be retried.',
  why: 'An agent that guesses from the status retries calls that cannot succeed, and gives up on those that would.',
  help: 'Add retryable; set it to true only when the same request may succeed and does no harm.',
  check(api, report) {
    const others = new Set(
      api.problems.flatMap(({ schema, response }) => (schema && mayPass.test(response.status) ? [schema.pointer] : [])),
    );
    for (const schema of listShapes(api)) {
      const flag = hasProblemField(api, schema, api.settings.names.retryable);
      if (flag === undefined || !isType(flag.schema, 'boolean')) {
        report(
          schema.at,
          {},
          others.has(schema.pointer) && isError(api, schema) && !/rpc\.?status$/i.test(schema.pointer)
            ? {}
            : { severity: 'info' },
        );
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

/** Statuses after which the same request of the same caller may succeed. */
const mayPass = /^(?:408|409|423|425|429|5..|default)$/i;

/** A response without text and code, such as a login that is referred to by mistake, is not the shape of errors. */
function isError(api: Api, schema: SchemaNode): boolean {
  const names = api.walk(schema).flatMap(({ name }) => name ?? []);
  return (
    names.length === 0 || names.some((name) => /err|messag|msg|detail|title|code|reason|fault|problem/i.test(name))
  );
}
