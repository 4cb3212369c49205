/** PROF-CONS-04: one error shape. */

import type { Api, Problem } from '../../api/api.js';
import { isHealthCheck } from '../../api/operation-facts.js';
import { typesOf } from '../../api/schema-facts.js';
import { groupBy } from '../../rule-model/group-by.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';

/** Errors that differ from the most common shape. */
export const errorShapeMixed: Rule = {
  id: 'error-shape-mixed',
  requirement: 'PROF-CONS-04',
  severity: 'warning',
  message: 'Errors have {count} shapes; this one has {fields}.',
  why: 'An agent handles errors by their fields; it cannot handle a shape that it does not expect.',
  help: 'Use one schema for all errors, including those of the framework.',
  check(api, report) {
    // The report of a health check is not an error.
    const problems = api.problems.filter(({ operation }) => !isHealthCheck(operation.path));
    const shapes = groupBy(problems, (problem) => shapeOf(api, problem));
    const [, ...others] = [...shapes].sort(([, one], [, other]) => other.length - one.length);
    for (const [shape, same] of others.slice(0, 20)) {
      const at = same[0]?.schema?.at;
      if (at !== undefined) report(at, { count: shapes.size, fields: shape });
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          responses: {
            '400': {
              description: 'No',
              content: { 'application/json': { schema: object({ code: { type: 'string' } }) } },
            },
            '404': {
              description: 'No',
              content: { 'application/json': { schema: object({ code: { type: 'string' } }) } },
            },
          },
        },
      },
    ],
    bad: [
      {
        'get /t': {
          responses: {
            '400': {
              description: 'No',
              content: { 'application/json': { schema: object({ code: { type: 'string' } }) } },
            },
            '404': {
              description: 'No',
              content: { 'application/json': { schema: object({ error: { type: 'string' } }) } },
            },
          },
        },
      },
    ],
  },
};

/** Names and types of the fields, sorted; undefined when the schema lists none. */
function shapeOf(api: Api, { schema }: Problem): string | undefined {
  if (schema === undefined) return undefined;
  const fields = [...api.properties(schema)].map(
    ([name, node]) => `${name}: ${typesOf(node.schema).join('|') || 'any'}`,
  );
  return fields.length === 0 ? undefined : fields.sort().join(', ');
}
