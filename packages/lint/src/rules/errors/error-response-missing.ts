/** PROF-ERR-01: errors are documented. */

import type { Api, ApiOperation, Parameter } from '../../api/api.js';
import { isHealthCheck } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';

const unsaid = 'documents no error that a caller can cause: neither 4xx nor default';
const refusals = 'Credentials are required, but no operation documents the response 401 or 403';

/** Operations without a documented error response. */
export const errorResponseMissing: Rule = {
  id: 'error-response-missing',
  requirement: 'PROF-ERR-01',
  severity: 'error',
  varies:
    'warning when no operation documents a refused credential, info for a read without credentials that has no inputs, or only optional texts that may be anything, where a caller can hardly cause an error, and for a link that redirects in every case',
  message: '{fault}.',
  why: 'An agent that does not know the error format cannot recognize an error.',
  help: 'Add 4XX or default with the error schema.',
  ignoresWording: true,
  check(api, report) {
    if (hidesRefusals(api)) report('/paths', { fault: refusals }, { severity: 'warning' });
    for (const operation of api.exposed) {
      const { responses, label, pointer, path } = operation;
      if (isHealthCheck(path)) continue;
      if (!responses.some(({ status }) => status === 'default' || status.startsWith('4'))) {
        report(
          `${pointer}/responses`,
          { fault: `${label} ${unsaid}` },
          takesNothing(operation) || onlyRedirects(operation) ? { severity: 'info' } : {},
        );
      }
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: { '4XX': { description: 'No' } } } },
      { 'get /t': { responses: { default: { description: 'No' } } } },
      { 'get /readiness': { responses: { '200': { description: 'Ready' } } } },
    ],
    bad: [
      { 'get /t': { security: [{ key: [] }], responses: { '404': { description: 'No' } } } },
      { 'get /t': { responses: { '200': { description: 'Done' } } } },
    ],
  },
};

/** Neither inputs nor credentials that can be wrong; an optional text such as a prefix just matches nothing. */
function takesNothing({ method, path, parameters, body, security = [] }: ApiOperation): boolean {
  const needed = security.some((each) => Object.keys(each).length > 0);
  return method === 'get' && !needed && parameters.every(isFreeText) && body === undefined && !path.includes('{');
}

function isFreeText({ required, schema, in: place }: Parameter): boolean {
  if (required || place !== 'query' || schema === undefined || !isType(schema.schema, 'string')) return false;
  return !['enum', 'pattern', 'format'].some((keyword) => schema.schema[keyword] !== undefined);
}

/** The target of the redirect depends on the error. */
function onlyRedirects({ responses }: ApiOperation): boolean {
  return responses.length > 0 && responses.every(({ status }) => status.startsWith('3'));
}

/** Errors are documented, but none that says that a credential is missing or does not suffice. */
function hidesRefusals({ operations, exposed }: Api): boolean {
  const needed = exposed.some(({ security = [] }) => security.some((each) => Object.keys(each).length > 0));
  const known = new Set(operations.flatMap(({ responses }) => responses.map(({ status }) => status.toUpperCase())));
  const isAny = [...known].some((status) => status.startsWith('4'));
  return needed && isAny && !['401', '403', '4XX', 'DEFAULT'].some((status) => known.has(status));
}
