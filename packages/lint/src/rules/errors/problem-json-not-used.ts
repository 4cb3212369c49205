/** PROF-ERR-01: errors are Problem Details. */
import type { Api, Problem, SchemaNode } from '../../api/api.js';
import { reportsState } from '../../api/operation-facts.js';
import { isJsonType } from '../../api/read-responses.js';
import { isScalar } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** Errors in another media type. */
export const problemJsonNotUsed: Rule = {
  id: 'problem-json-not-used',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  varies:
    'warning for a bare text or number; info for one that an example shows, for an object or a list, without a schema, or prescribed by another protocol, and for the report of a health check',
  message: 'The error response {status} is {types}, not application/problem+json.',
  why: 'Clients already know Problem Details (RFC 9457); other formats need custom code.',
  help: 'Use application/problem+json with type, title and status.',
  check(api, report) {
    // Operations that return images or files share the errors of the others.
    const reported = new Set<string>();
    const isJson = ({ response }: Problem) => response.content.some(({ type }) => isJsonType(type));
    const [json, others]: [Problem[], Problem[]] = [[], []];
    for (const problem of api.problems) (isJson(problem) ? json : others).push(problem);
    for (const problem of [...json, ...others]) {
      const { response, schema } = problem;
      const types = response.content.map(({ type }) => type);
      if (types.length === 0 || types.some((type) => /^application\/problem\+json/i.test(type))) continue;
      if (reported.has(response.pointer)) continue;
      reported.add(response.pointer);
      const severity = isShapeless(api, schema) && !reportsState(problem) && !isProtocol(problem) ? 'warning' : 'info';
      report(response.pointer, { status: response.status, types: types.join(', ') }, { severity });
    }
  },
  cases: {
    good: [{ 'get /t': { responses: { '400': { description: 'No', content: { 'application/problem+json': {} } } } } }],
    bad: [{ 'get /t': { responses: { '400': { description: 'No', content: { 'application/json': {} } } } } }],
  },
};

/** A payment challenge has the body that its protocol prescribes, and so have errors of the protocols that they name. */
function isProtocol({ response, operation }: Problem): boolean {
  if (response.status === '402' && /\bx402\b|\bL402\b|\bchallenge\b/i.test(response.description ?? '')) return true;
  const said = `${response.description ?? ''} ${operation.responses.flatMap(({ content }) => content.map(({ type }) => type)).join(' ')} ${JSON.stringify(response.content[0]?.value ?? '').slice(0, 2_000)}`;
  return /\b(?:OAuth|OpenID|SCIM|JSON-?RPC|FHIR|OData)\b/i.test(said);
}

/** A bare text, which says neither what is wrong nor why in a way that a program reads; a missing schema is reported as such. */
function isShapeless(api: Api, schema: SchemaNode | undefined): boolean {
  return (
    schema !== undefined &&
    isScalar(schema.schema) &&
    schema.schema.example === undefined &&
    api.properties(schema).size === 0
  );
}
