/** PROF-ERR-01: errors have a schema. */
import type { Severity } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, Problem, ResponseView } from '../../api/api.js';
import { isReceiver, onlyRedirects, reportsState } from '../../api/operation-facts.js';
import { isJsonType } from '../../api/read-responses.js';
import { singular, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Errors without a JSON schema. */
export const errorUnstructured: Rule = {
  id: 'error-unstructured',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  varies:
    'error for 400, 409 and 422 of a POST, PUT or PATCH with a body, which have several causes that the caller can correct, unless an example shows the error or the description names the input that is wrong; info for 406, health checks, links that redirect a browser, receivers of events, described texts, and where the description says that there is no body; warning for other statuses and requests, whose cause is almost clear',
  message: 'The error response {status} {fault}.',
  why: 'An error text for people does not say what to fix or whether to retry.',
  help: 'Describe it as application/problem+json with type, title, status, code and retryable.',
  check(api, report) {
    for (const problem of api.problems) {
      const { schema, response, operation } = problem;
      // A response to HEAD has no body.
      const isBlank = schema !== undefined && Object.keys(schema.schema).every((keyword) => keyword === 'title');
      if ((schema !== undefined && !isBlank) || operation.method === 'head' || isShapedInSwagger(api, problem))
        continue;
      if (hasOutsideSchema(problem) || isShapedElsewhere(api, problem)) continue;
      const fault = isBlank ? 'has an empty schema' : 'has no JSON schema';
      report(response.pointer, { status: response.status, fault }, { severity: severityOf(api, problem) });
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
    bad: [
      { 'get /t': { responses: { '400': { description: 'No' } } } },
      { 'get /t': { responses: { '400': { description: 'No', content: { 'application/json': { schema: {} } } } } } },
    ],
  },
};

/** Statuses with several causes, of which only the body of the error says what to correct. */
const correctable = /^(?:400|409|422)$/;

/** Of a request with a body, any member can be wrong; of another one there is little to correct. */
function severityOf(api: Api, problem: Problem): Severity {
  const { response } = problem;
  // A caller that accepts no JSON gets 406.
  if (response.status === '406' && response.content.length === 0) return 'info';
  // The status of a probe is all that is read.
  if (reportsState(problem)) return 'info';
  // A browser shows the error as a page, and a service that reports events only reads the status.
  if (onlyRedirects(problem.operation) || isReceiver(problem.operation)) return 'info';
  if (isDescribedText(response) || /^\W*no (?:body|content)\W*$/i.test(response.description ?? '')) return 'info';
  const { method, body } = problem.operation;
  const isOpen =
    correctable.test(response.status) &&
    body !== undefined &&
    ['post', 'put', 'patch'].includes(method) &&
    !namesInput(api, problem);
  return isOpen && !hasExample(response) ? 'error' : 'warning';
}

/** A text that the document describes or shows is meant to be one. */
function isDescribedText({ content }: ResponseView): boolean {
  return (
    content.length > 0 &&
    content.every(
      ({ type, value }) => /^text\//i.test(type) && (isJsonObject(value.schema) || value.example !== undefined),
    )
  );
}

/** An example shows what a schema would say. */
function hasExample({ content }: ResponseView): boolean {
  return content.some(({ type, value }) => isJsonType(type) && (value.example ?? value.examples) !== undefined);
}

/** "Invalid hash" of a request with a hash: the description says what to correct. */
function namesInput(api: Api, { operation, response }: Problem): boolean {
  const { parameters, input } = operation;
  const said = new Set(tokensOf(response.description ?? '').map(singular));
  const members = input === undefined ? [] : [...api.properties(input).keys()];
  return [...parameters.map(({ name }) => name), ...members].some((name) => {
    const words = tokensOf(name).map(singular);
    const [last = ''] = words.slice(-1);
    // An id is named by what it is the id of.
    return words.length > 0 && (last === 'id' ? words.every((word) => said.has(word)) : said.has(last));
  });
}

/** A schema in another document, which is not read here, or a reference that does not resolve, which has its own finding. */
function hasOutsideSchema({ response }: Problem): boolean {
  return response.content.some(
    ({ type, value: { schema } }) => isJsonType(type) && isJsonObject(schema) && typeof schema.$ref === 'string',
  );
}

/** An object with fields is described, though as `application/octet-stream` or another type that the file does not have. */
function isShapedElsewhere({ follow }: Api, { response }: Problem): boolean {
  return response.content.some(({ type, value, pointer }) => {
    if (isJsonType(type) || /^text\//i.test(type)) return false;
    const schema = follow({ value: value.schema ?? null, pointer: `${pointer}/schema` })?.value;
    return isJsonObject(schema?.properties);
  });
}

/** In Swagger 2.0 the types of an operation are those of its success; an object with fields is JSON all the same. */
function isShapedInSwagger({ given, follow }: Api, { response }: Problem): boolean {
  return (
    given !== undefined &&
    response.content.some(({ value, pointer }) => {
      const schema = follow({ value: value.schema ?? null, pointer: `${pointer}/schema` })?.value;
      return isJsonObject(schema?.properties) || Array.isArray(schema?.allOf);
    })
  );
}
