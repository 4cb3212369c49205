/** Tests that the structure of an operation decides on the level of its findings. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lintDocument } from './linting/lint-document.js';
import { answer, body, buildCase, object } from './rule-model/rule-cases.js';

const text = { type: 'string' };
const id = { name: 'id', in: 'path', required: true, schema: text };
const two = object({ species: text, depth: text });
const refuse = (status: string, description: string, schema?: JsonObject) => ({
  [status]: { description, ...(schema === undefined ? {} : { content: { 'application/json': { schema } } }) },
});

function severitiesOf(rule: string, given: JsonObject): string[] {
  const bytes = new TextEncoder().encode(JSON.stringify(buildCase(given)));
  return lintDocument(bytes)
    .findings.filter((each) => each.rule === rule)
    .map(({ severity }) => severity);
}

describe('a level', () => {
  it.each<[string, string[], string, JsonObject]>([
    [
      'parameter-untyped',
      ['warning'],
      'an input that only a text describes',
      {
        'get /tides': { parameters: [{ name: 'datum', in: 'query', description: 'mllw or msl', schema: {} }] },
      },
    ],
    [
      'parameter-untyped',
      ['error'],
      'an input without a word',
      { 'get /tides': { parameters: [{ name: 'datum', in: 'query', schema: {} }] } },
    ],
    [
      'parameter-untyped',
      ['info'],
      'the level at which a recursion ends',
      {
        'post /finds': { requestBody: body(object({ and: { type: 'array', items: object({ and: {} }) } })) },
      },
    ],
    [
      'description-missing',
      ['info'],
      'an operation of a described path',
      {
        paths: { '/reefs/{id}': { description: 'One reef with its corals.', parameters: [id], get: {} } },
      },
    ],
    [
      'success-response-missing',
      ['info'],
      'a GET that is only refused',
      { 'get /mcp': { responses: refuse('405', 'Use POST') } },
    ],
    [
      'success-response-missing',
      ['error'],
      'a write that only documents a 405',
      { 'post /reefs': { responses: refuse('405', 'Invalid input') } },
    ],
    [
      'success-response-missing',
      ['info'],
      'the response of another service',
      { 'put /relay': { responses: refuse('default', 'The proxied response') } },
    ],
    [
      'write-without-security',
      ['info'],
      'a document that declares to need none',
      { security: [], 'post /reefs': { summary: 'Create a reef' } },
    ],
    [
      'write-without-security',
      ['warning'],
      'an operation that declares to need none',
      {
        security: [{ key: [] }],
        'post /reefs': { summary: 'Create a reef', security: [] },
      },
    ],
    [
      'retry-after-missing',
      ['info'],
      'a device that is not connected',
      { 'get /buoys': { responses: refuse('503', 'Buoy offline') } },
    ],
    [
      'retry-after-missing',
      ['warning'],
      'an overloaded service',
      { 'get /buoys': { responses: refuse('503', 'Overloaded, try again later') } },
    ],
    [
      'retry-after-missing',
      ['info'],
      'a limit of open dives',
      { 'post /dives': { responses: refuse('429', 'Maximum concurrent dives reached') } },
    ],
    ['risk-metadata-missing', ['info'], 'a DELETE', { 'delete /reefs/{id}': { summary: 'Delete a reef permanently' } }],
    [
      'risk-metadata-missing',
      ['warning'],
      'a POST that deletes',
      { 'post /reefs/delete': { summary: 'Delete a reef' } },
    ],
    [
      'problem-json-not-used',
      ['info'],
      'a text with an example',
      { 'get /reefs': { responses: refuse('400', 'No', { ...text, example: 'Unknown reef' }) } },
    ],
    ['error-shape-mixed', [], 'one error shape', { 'get /reefs': { responses: refuse('400', 'No', two) } }],
    [
      'deprecation-headers-missing',
      ['info'],
      'an internal operation',
      {
        'get /reefs': { deprecated: true, 'x-internal': true, responses: answer(two) },
      },
    ],
    [
      'example-invalid',
      [],
      'an example under a type that does not exist',
      {
        'post /reefs': { requestBody: body({ type: 'any', example: 'coral' }) },
      },
    ],
    [
      'example-invalid',
      ['info'],
      'a boolean of a text in the query',
      {
        'get /reefs': { parameters: [{ name: 'deep', in: 'query', schema: { ...text, example: false } }] },
      },
    ],
    [
      'error-unstructured',
      [],
      'a broken reference',
      {
        'get /reefs': { responses: refuse('422', 'No', { $ref: '#/components/schemas/Nothing' }) },
      },
    ],
    ['safe-method-with-write-words', ['info'], 'what something is for', { 'get /permits-for-approve': {} }],
    [
      'server-not-https',
      [],
      'a private address below nip.io',
      { servers: [{ url: 'http://reef.10.0.0.7.nip.io' }], 'get /reefs': {} },
    ],
    ['conditional-read-missing', ['info'], 'a read', { 'get /reefs/{id}': { responses: answer(two) } }],
    [
      'input-object-open',
      ['info'],
      'a body with one member',
      { 'post /reefs': { requestBody: body(object({ name: text })) } },
    ],
    [
      'description-restates-name',
      ['info'],
      'one word that is new',
      {
        'post /reefs/{id}/tokens': { operationId: 'createToken', description: 'Creates a token for divers.' },
      },
    ],
  ])('of %s is %j for %s', (rule, expected, _, given) => {
    expect(severitiesOf(rule, given)).toEqual(expected);
  });
});
