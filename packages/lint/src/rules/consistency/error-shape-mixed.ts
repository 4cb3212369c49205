/** PROF-CONS-04: one error shape. */

import type { Api, Problem, SchemaNode } from '../../api/api.js';
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
  varies: 'info for a shape that has all fields of the common one and more, else warning',
  message: 'Errors have {count} shapes; this one has {fields}.',
  why: 'An agent handles errors by their fields; it cannot handle a shape that it does not expect.',
  help: 'Use one schema for all errors, including those of the framework.',
  check(api, report) {
    // The report of a health check is not an error.
    const problems = api.problems.filter(({ operation }) => !isHealthCheck(operation.path));
    const shapes = groupBy(problems, (problem) => shapeOf(api, problem));
    const [most, ...others] = [...shapes].sort(([, one], [, other]) => other.length - one.length);
    const common = most?.[1][0]?.schema;
    for (const [shape, same] of others.slice(0, 20)) {
      const schema = same[0]?.schema;
      if (schema === undefined) continue;
      const isMore = common !== undefined && extendsShape(api, schema, common);
      report(schema.at, { count: shapes.size, fields: shape }, isMore ? { severity: 'info' } : {});
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
              content: {
                'application/json': { schema: object({ code: { type: 'string' }, text: { type: 'string' } }) },
              },
            },
            '422': {
              description: 'No',
              content: {
                'application/json': {
                  schema: {
                    allOf: [
                      object({ code: { type: 'string' }, text: { type: 'string' } }),
                      object({ fields: { type: 'array' } }),
                    ],
                  },
                },
              },
            },
          },
        },
      },
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

/** True when everything that the common shape always has is there too: clients that know that one can read it. */
function extendsShape(api: Api, schema: SchemaNode, common: SchemaNode): boolean {
  const [own, known] = [api.properties(schema), api.properties(common)];
  const { required } = common.schema;
  const needed = Array.isArray(required) && required.length > 1 ? required.map(String) : [...known.keys()];
  // One field, such as a message, is not a shape.
  if (needed.length < 2) return false;
  return needed.every((name) => {
    const [mine, theirs] = [own.get(name), known.get(name)];
    return mine !== undefined && theirs !== undefined && typesOf(mine.schema).join() === typesOf(theirs.schema).join();
  });
}

/** Names and types of the fields, sorted; undefined when the schema lists none. */
function shapeOf(api: Api, { schema }: Problem): string | undefined {
  if (schema === undefined) return undefined;
  const fields = [...api.properties(schema)].map(
    ([name, node]) => `${name}: ${typesOf(node.schema).join('|') || 'any'}`,
  );
  return fields.length === 0 ? undefined : fields.sort().join(', ');
}
