/** PROF-ERR-04: every wrong field is told at once. */
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule.js';
import { object } from '../../rule-cases.js';
import { problemCase } from './problem-fields.js';

/** Validation failures without a list. */
export const fieldErrorsMissing: Rule = {
  id: 'field-errors-missing',
  requirement: 'PROF-ERR-04',
  severity: 'warning',
  message: 'The failure {status} has no list of what was wrong.',
  why: 'One fault per answer means one call per fault.',
  help: 'Add field_errors: [{field, code, detail}] with every fault.',
  check(api, report) {
    for (const { schema, response } of api.problems) {
      if (schema === undefined || !/^(?:400|422)$/.test(response.status)) continue;
      const listed = api.walk(schema).some((node) => isType(node.schema, 'array'));
      if (!listed) report(response.pointer, { status: response.status });
    }
  },
  cases: {
    good: [problemCase(object({ field_errors: { type: 'array', items: object({ field: {} }) } }))],
    bad: [
      problemCase(object({ title: { type: 'string' } })),
      problemCase(object({ title: { type: 'string' } }), '422'),
    ],
  },
};
