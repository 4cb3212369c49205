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
    'warning when another error of the API has such a flag; else info, because the status is enough for most callers',
  message: 'Error responses have no boolean that says whether the call may be retried.',
  why: 'An agent that guesses from the status retries calls that cannot succeed, and gives up on those that would.',
  help: 'Add retryable; set it to true only when the same request may succeed and does no harm.',
  check(api, report) {
    const shapes = listShapes(api);
    const without = shapes.filter((schema) => !hasFlag(api, schema));
    const severity = without.length < shapes.length ? 'warning' : 'info';
    for (const schema of without) {
      report(schema.at, {}, severity === 'warning' && isError(api, schema) ? {} : { severity: 'info' });
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
      problemCase(object({ title: { type: 'string' } }), '503'),
    ],
  },
};

function hasFlag(api: Api, schema: SchemaNode): boolean {
  const flag = hasProblemField(api, schema, api.settings.names.retryable);
  return flag !== undefined && isType(flag.schema, 'boolean');
}

/** A response without text and code, such as a login that is referred to by mistake, is not the shape of errors. */
function isError(api: Api, schema: SchemaNode): boolean {
  const names = api.walk(schema).flatMap(({ name }) => name ?? []);
  return (
    names.length === 0 || names.some((name) => /err|messag|msg|detail|title|code|reason|fault|problem/i.test(name))
  );
}
