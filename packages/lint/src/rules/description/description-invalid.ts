/** PROF-DESC-01: the description is the single source of truth, so it must be valid. */
import type { Rule } from '../../rule-model/rule.js';
import { findFaults } from './document-faults.js';

/** Errors in the document itself. */
export const descriptionInvalid: Rule = {
  id: 'description-invalid',
  requirement: 'PROF-DESC-01',
  severity: 'error',
  message: 'The document is not valid OpenAPI: {fault}.',
  why: 'Tools are generated from the document; whatever a generator cannot read is missing for the agent.',
  help: 'Fix the document at this location; see the OpenAPI specification.',
  ignoresWording: true,
  check(api, report) {
    for (const { pointer, fault, fix } of api.once(findFaults))
      report(pointer, { fault }, fix === undefined ? {} : { fix });
  },
  cases: {
    good: [
      { 'get /{+path}': { parameters: [{ name: 'path', in: 'path', required: true, schema: { type: 'string' } }] } },
      { servers: [{ url: 'https://{region}.tasks.dev', variables: { region: { default: 'eu' } } }], 'get /t': {} },
      { 'get /t/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] } },
    ],
    bad: [
      { 'get /t/{id}': {} },
      { 'get /t': { responses: { '200': { $ref: '#/components/responses/Nowhere' } } } },
      { 'get /t': { responses: { '200': {} } } },
      { info: { title: 'No version' } },
      { 'get /t': { parameters: [{ name: 'id', in: 'somewhere' }] } },
      { 'get /t': { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] } },
      { 'get /t/{id': {} },
      { 'get /t/${id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] } },
      { servers: [{ url: 'https://{region}.tasks.dev' }], 'get /t': {} },
      { 'get /t/{id}': { parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }] } },
      {
        'post /t': {
          requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['a', 'b', 'a'] } } } },
        },
      },
    ],
  },
};
