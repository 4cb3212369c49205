/** PROF-ERR-01: errors have a schema. */
import { isJsonObject } from '@dragoman/model';
import type { Api, Problem } from '../../api/api.js';
import { isJsonType } from '../../api/read-responses.js';
import type { Rule } from '../../rule-model/rule.js';

/** Errors without a JSON schema. */
export const errorUnstructured: Rule = {
  id: 'error-unstructured',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  message: 'The error response {status} has no JSON schema.',
  why: 'An error text for people does not say what to fix or whether to retry.',
  help: 'Describe it as application/problem+json with type, title, status, code and retryable.',
  ignoresWording: true,
  check(api, report) {
    for (const problem of api.problems) {
      const { schema, response, operation } = problem;
      // A response to HEAD has no body.
      if (schema !== undefined || operation.method === 'head' || isShapedInSwagger(api, problem)) continue;
      if (hasOutsideSchema(problem)) continue;
      report(response.pointer, { status: response.status });
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          responses: { '400': { description: 'No', content: { 'application/json': { schema: { type: 'object' } } } } },
        },
      },
      {
        'get /t': {
          responses: {
            '409': {
              description: 'No',
              content: { 'application/vnd.api+json': { schema: { $ref: 'https://example.org/error.json' } } },
            },
          },
        },
      },
      { 'head /t': { responses: { '404': { description: 'No' } } } },
    ],
    bad: [{ 'get /t': { responses: { '400': { description: 'No' } } } }],
  },
};

/** A schema in another document, which is not read here. */
function hasOutsideSchema({ response }: Problem): boolean {
  return response.content.some(
    ({ type, value: { schema } }) =>
      isJsonType(type) && isJsonObject(schema) && typeof schema.$ref === 'string' && !schema.$ref.startsWith('#'),
  );
}

/** In Swagger 2.0 the types of an operation are those of its success; an object with fields is JSON all the same. */
function isShapedInSwagger({ given, follow }: Api, { response }: Problem): boolean {
  return (
    given !== undefined &&
    response.content.some(({ value, pointer }) =>
      isJsonObject(follow({ value: value.schema ?? null, pointer: `${pointer}/schema` })?.value.properties),
    )
  );
}
