/** PROF-CONS-04: one error shape. */

import type { Api, Problem, SchemaNode } from '../../api/api.js';
import { reportsState } from '../../api/operation-facts.js';
import { isType, typesOf } from '../../api/schema-facts.js';
import { groupBy } from '../../rule-model/group-by.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';

/** Errors that differ from the most common shape. */
export const errorShapeMixed: Rule = {
  id: 'error-shape-mixed',
  requirement: 'PROF-CONS-04',
  severity: 'warning',
  varies:
    'info for a shape that shares two fields, or one object, with the most frequent shape or has only fields of it, for OAuth errors (error, error_description) and those of JSON-RPC, for the most frequent shape with further fields, where the response says whose shape it has, and for the state of a process that other operations return as a success; else warning',
  message: 'Errors have {count} shapes; this one has {fields}.',
  why: 'An agent handles errors by their fields; it cannot handle a shape that it does not expect.',
  help: 'Use one schema for all errors, including those of the framework.',
  check(api, report) {
    const problems = api.problems.filter((problem) => !reportsState(problem) && !isSuccess(problem));
    const shapes = groupBy(problems, (problem) => shapeOf(api, problem));
    const [most, ...others] = [...shapes].sort(([, one], [, other]) => other.length - one.length);
    const common = most?.[1][0]?.schema;
    for (const [shape, same] of others.slice(0, 20)) {
      const schema = same[0]?.schema;
      if (schema === undefined) continue;
      const isNear =
        same.every((problem) => isResource(api, problem)) ||
        same.every(({ response }) => borrowed.test(response.description ?? '')) ||
        api.properties(schema).has('jsonrpc') ||
        (common !== undefined &&
          (sharesFields(api, schema, common) ||
            extendsShape(api, schema, common) ||
            isPartOf(api, schema, common) ||
            [schema, common].some((each) => api.properties(each).has('error_description'))));
      report(schema.at, { count: shapes.size, fields: shape }, isNear ? { severity: 'info' } : {});
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

/** Some authors describe the success as the default response. */
function isSuccess({ response, schema, operation }: Problem): boolean {
  return response.status === 'default' && schema !== undefined && schema.pointer === operation.output?.pointer;
}

/** A failed login returns the login flow, which a GET also returns, and the caller continues with it. */
function isResource({ exposed }: Api, { schema, operation }: Problem): boolean {
  return exposed.some(
    ({ method, output, pointer }) =>
      method === 'get' && pointer !== operation.pointer && output !== undefined && output.pointer === schema?.pointer,
  );
}

/** "Error in the Anthropic shape": clients of another provider's API expect it. */
const borrowed = /\b(?:in|of) the \S+ (?:\S+ )?(?:shape|format|envelope)\b|\b(?:shape|format) of \S+|\w-compatible\b/i;

/** Every field of the frequent shape, and the invalid inputs next to them. */
function extendsShape(api: Api, schema: SchemaNode, common: SchemaNode): boolean {
  const own = api.properties(schema);
  return [...api.properties(common)].every(([name, node]) => {
    const same = own.get(name);
    return same !== undefined && isSameType(node, same);
  });
}

/** A shape with some fields of the frequent one, which requires no other: an error of the first shape is one of the second. */
function isPartOf(api: Api, schema: SchemaNode, common: SchemaNode): boolean {
  const required = Array.isArray(common.schema.required) ? common.schema.required.map(String) : [];
  const own = api.properties(schema);
  return extendsShape(api, common, schema) && required.every((name) => own.has(name)) && required.length > 0;
}

/** Two fields in common, such as code and message, or one object: clients that know one shape can read the other. */
function sharesFields(api: Api, one: SchemaNode, other: SchemaNode): boolean {
  const known = api.properties(other);
  const shared = [...api.properties(one)].filter(([name, node]) => {
    const same = known.get(name);
    return same !== undefined && isSameType(node, same);
  });
  return shared.length > 1 || shared.some(([, { schema }]) => !isType(schema, 'string'));
}

/** A field without a type, such as one with alternatives, can hold what the other holds. */
function isSameType(one: SchemaNode, other: SchemaNode): boolean {
  const [own, known] = [typesOf(one.schema), typesOf(other.schema)];
  return own.length === 0 || known.length === 0 || own.join() === known.join();
}

/** Names and types of the fields, sorted; undefined when the schema lists none. */
function shapeOf(api: Api, { schema }: Problem): string | undefined {
  if (schema === undefined) return undefined;
  const fields = [...api.properties(schema)].map(
    ([name, node]) => `${name}: ${typesOf(node.schema).join('|') || 'any'}`,
  );
  return fields.length === 0 ? undefined : fields.sort().join(', ');
}
