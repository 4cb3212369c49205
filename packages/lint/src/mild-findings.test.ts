/** Tests that true findings of little weight are info, and that nothing is reported where the document already has it. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lintDocument } from './linting/lint-document.js';
import { answer, body, buildCase, object } from './rule-model/rule-cases.js';

function severitiesOf(rule: string, given: JsonObject): string[] {
  const bytes = new TextEncoder().encode(JSON.stringify(buildCase(given)));
  return lintDocument(bytes)
    .findings.filter((each) => each.rule === rule)
    .map(({ severity }) => severity);
}

const text = { type: 'string' };
const id = { name: 'id', in: 'path', required: true, schema: text };
const accepted = { '202': { description: 'Accepted' } };

function refuse(status: string, description = 'No', schema?: JsonObject): JsonObject {
  const content = schema === undefined ? {} : { content: { 'application/json': { schema } } };
  return { [status]: { description, ...content } };
}

function fields(count: number): JsonObject {
  return object(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, text])));
}

function served(more: JsonObject): JsonObject {
  return { servers: [{ url: 'https://api.tasks.io' }], 'get /t': { responses: answer(fields(2)) }, ...more };
}

function sends(schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { 'post /orders': { requestBody: body(schema), ...more } };
}

const list = { type: 'array', items: text };
const key = { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } };

describe('the weight of a finding', () => {
  it.each<[string, string, string, JsonObject]>([
    [
      'accepted-without-status-link',
      'info',
      'an id of the caller that a GET reads',
      {
        'post /transfers': { requestBody: body(object({ transferId: text, amount: text })), responses: accepted },
        'get /transfers/{id}': { parameters: [id], responses: accepted },
      },
    ],
    [
      'accepted-without-status-link',
      'info',
      'a callback with the result',
      {
        'post /transfers': { responses: accepted },
        'put /transfers/{id}': { parameters: [id], description: 'The callback that reports the result.' },
      },
    ],
    ['accepted-without-status-link', 'info', 'no way to the result', { 'post /transfers': { responses: accepted } }],
    [
      'accepted-without-status-link',
      'warning',
      'no way to a result that a text promises for later',
      {
        'post /transfers': {
          requestBody: body(fields(2)),
          description: 'The transfer is queued.',
          responses: accepted,
        },
      },
    ],
    [
      'write-without-security',
      'info',
      'a result that is only computed from the request',
      {
        'post /construction/combine': {
          summary: 'Create a transaction from signatures',
          responses: answer(object({ signed: text })),
        },
      },
    ],
    [
      'write-without-security',
      'error',
      'a combination that can be read afterwards',
      {
        'post /playlists/combine': { summary: 'Create a playlist', responses: answer(object({ id: text })) },
        'get /playlists/{id}': { parameters: [id], responses: answer(fields(2)) },
      },
    ],
    [
      'problem-json-not-used',
      'info',
      'the body of a payment challenge',
      { 'get /t': { responses: refuse('402', 'Payment required (x402 challenge)', object({ accepts: list })) } },
    ],
    [
      'response-schema-missing',
      'info',
      'an acknowledgement',
      { 'post /invites/{id}': { parameters: [id], responses: answer({ type: 'object', properties: {} }) } },
    ],
    [
      'description-restates-name',
      'info',
      'a restriction that the name does not have',
      {
        'get /users/{id}/tokens': {
          operationId: 'getTokens',
          parameters: [id],
          description: 'You can only see your own tokens',
        },
      },
    ],
    [
      'page-size-unbounded',
      'info',
      'a lookup by one of several keys',
      {
        'post /policies': {},
        'get /policies': {
          description: 'Finds policies. If no parameters are provided, an error is returned.',
          parameters: [{ name: 'number', in: 'query', schema: text }],
          responses: answer({ type: 'array', items: object({ created_at: text }) }),
        },
      },
    ],
    [
      'callback-unauthenticated',
      'info',
      'a callback with the headers of the caller',
      {
        'post /sync': {
          requestBody: body(object({ callback: object({ url: text, headers: object({ Authorization: text }) }) })),
          callbacks: { done: { '{$request.body#/callback/url}': { post: {} } } },
        },
      },
    ],
    [
      'error-response-missing',
      'info',
      'a read without inputs whose scheme is called none',
      { 'get /routes': { security: [{ none: [] }], responses: answer(fields(2)) } },
    ],
    [
      'error-unstructured',
      'error',
      'a body that a caller can correct',
      { 'post /t': { requestBody: body(fields(2)), responses: refuse('422') } },
    ],
    ['error-unstructured', 'warning', 'a refused read', { 'get /t': { responses: refuse('422') } }],
    ['error-unstructured', 'warning', 'a refused credential', { 'get /t': { responses: refuse('401') } }],
    ['error-unstructured', 'warning', 'one thing that is not there', { 'get /t/{id}': { responses: refuse('404') } }],
    [
      'error-unstructured',
      'warning',
      'several things of which one is not there',
      { 'get /t/{id}/u/{name}': { responses: refuse('404') } },
    ],
    [
      'problem-json-not-used',
      'info',
      'a text',
      { 'get /t': { responses: refuse('400', 'No', object({ error: text })) } },
    ],
    ['problem-json-not-used', 'warning', 'a bare text', { 'get /t': { responses: refuse('400', 'No', text) } }],
    [
      'conditional-read-missing',
      'info',
      'a wide item next to one with an ETag',
      {
        'get /t/{id}': { responses: answer(fields(20)) },
        'put /u/{id}': { parameters: [{ name: 'If-Match', in: 'header', schema: text }] },
      },
    ],
    ['conditional-read-missing', 'info', 'a wide item', { 'get /t/{id}': { responses: answer(fields(20)) } }],
    ['conditional-read-missing', 'info', 'a small item', { 'get /t/{id}': { responses: answer(fields(9)) } }],
    ['conditional-read-missing', 'info', 'a rate', { 'get /rates/{id}': { responses: answer(fields(20)) } }],
    ['rate-limit-undocumented', 'info', 'a public server without keys', served({})],
    ['rate-limit-undocumented', 'warning', 'a provider with keys', served(key)],
    ['input-array-unbounded', 'warning', 'the body itself', sends({ type: 'array', items: fields(2) })],
    ['input-array-unbounded', 'info', 'an optional member', sends(object({ tags: list, name: text }))],
    [
      'input-array-unbounded',
      'warning',
      'what the path names',
      sends(object({ orders: list, name: text }, { required: ['orders'] })),
    ],
    [
      'input-object-open',
      'info',
      'a schema that responses have too',
      {
        ...sends({ $ref: '#/components/schemas/A' }, { responses: answer({ $ref: '#/components/schemas/A' }) }),
        components: { schemas: { A: fields(3) } },
      },
    ],
    [
      'page-size-unbounded',
      'info',
      'a list that only an id narrows',
      {
        'get /issuers': {
          parameters: [{ name: 'publicIssuerId', in: 'query', schema: text }],
          responses: answer({ type: 'array', items: object({ createdAt: text }) }),
        },
        'post /issuers': {},
      },
    ],
    [
      'dangerous-operation-uncontrolled',
      'info',
      'a refusal that a status describes',
      { 'delete /users/{id}': { responses: refuse('400', 'The user cannot be deleted because tasks are open') } },
    ],
    [
      'dangerous-operation-uncontrolled',
      'info',
      'a thing that is only shared',
      { 'delete /files/{id}': {}, 'post /files/{id}/shares': {} },
    ],
    ['risk-metadata-missing', 'info', 'a setting', { 'delete /profile/avatar': { summary: 'Clear the picture' } }],
    [
      'idempotency-key-missing',
      'info',
      'transactions that the caller signs',
      {
        'post /payments': { summary: 'Buy items', description: 'Returns an ordered list of transactions to execute.' },
      },
    ],
    ['idempotency-key-missing', 'info', 'a mock', { 'post /mocks/payments': { summary: 'Create a mock payment' } }],
    [
      'summary-duplicate',
      'warning',
      'two forms of one path',
      {
        'put /parties/{id}': { summary: 'Return a party', description: 'Returns it.' },
        'put /parties/{id}/{part}': { summary: 'Return a party', description: 'Returns it.' },
      },
    ],
    ['example-missing', 'info', 'an object without properties', sends({ type: 'object' })],
    [
      'example-missing',
      'info',
      'fields that formats and patterns describe',
      sends(object({ at: { type: 'string', format: 'date' }, slot: { type: 'string', pattern: '^\\d{2}$' } })),
    ],
    [
      'response-field-untyped',
      'info',
      'a format',
      { 'get /t': { responses: answer(object({ rank: { format: 'integerOrNull' } })) } },
    ],
    [
      'response-schema-missing',
      'info',
      'an acknowledgment',
      {
        'post /t': { responses: answer({ $ref: '#/components/schemas/Unit' }) },
        components: { schemas: { Unit: { type: 'object' } } },
      },
    ],
    [
      'error-response-missing',
      'info',
      'a fault of the caller under 500',
      { 'get /t/{id}': { responses: refuse('500', 'The id is null or does not exist') } },
    ],
    [
      'deprecation-headers-missing',
      'info',
      'a date in the text',
      { 'get /t': { deprecated: true, description: '[Sunset] 31.12.2023' } },
    ],
    ['tool-text-budget', 'info', 'a little more', { 'get /t': { description: 'Finds the tasks. '.repeat(180) } }],
    [
      'description-restates-name',
      'info',
      'the read of one item',
      {
        'get /t/{id}': { operationId: 'get_t', description: 'Get a t by its id' },
      },
    ],
  ])('%s is %s for %s', (rule, severity, _, given) => {
    expect(new Set(severitiesOf(rule, given))).toEqual(new Set([severity]));
  });
});

describe('what the document already has', () => {
  it.each<[string, string, JsonObject]>([
    [
      'field-errors-unnamed',
      'the schema of the success lists failures of the work',
      {
        'post /t': {
          responses: {
            ...answer({ $ref: '#/components/schemas/Sweep' }),
            ...refuse('400', 'Invalid', { $ref: '#/components/schemas/Sweep' }),
          },
        },
        components: { schemas: { Sweep: object({ errors: { type: 'array', items: object({ message: text }) } }) } },
      },
    ],
    [
      'not-found-undocumented',
      'a list with pages is read under an id',
      {
        'get /t/{id}': { parameters: [id], responses: { ...answer(fields(2)), ...refuse('404') } },
        'get /events/{id}': {
          parameters: [id, { name: 'cursor', in: 'query', schema: text }],
          responses: { ...answer(object({ found: list, next: text })), ...refuse('400') },
        },
      },
    ],
    [
      'array-items-missing',
      'a member of a schema takes any value',
      {
        'get /t': {
          responses: answer(object({ type: text, pattern: text, $ref: text, enum: { type: 'array', items: {} } })),
        },
      },
    ],
    [
      'purpose-missing',
      'the same description is reported as one that repeats the name',
      { 'post /schemas': { operationId: 'create_schema', description: 'Create schema' } },
    ],
    [
      'example-invalid',
      'the description explains the value',
      {
        'get /t': {
          responses: answer(
            object({
              key: { type: 'string', format: 'uuid', example: 'key1', description: 'The sandbox uses `key1`.' },
            }),
          ),
        },
      },
    ],
  ])('%s reports nothing when %s', (rule, _, given) => {
    expect(severitiesOf(rule, given).filter((severity) => severity !== 'info')).toEqual([]);
  });

  it('names the part of a tool that is the largest, and the largest tools', () => {
    const bytes = new TextEncoder().encode(
      JSON.stringify(buildCase({ 'get /t': { operationId: 't_find', description: 'Finds the tasks. '.repeat(300) } })),
    );
    const [found] = lintDocument(bytes).findings.filter(({ rule }) => rule === 'tool-text-budget');
    expect(found?.message).toMatch(/Most of it is the description: \d+\.$/);
    const names = Array.from({ length: 30 }, (_, at) => `f${at}`);
    const parameters = names.map((name) => ({ name, in: 'query', description: 'Filter. '.repeat(20), schema: text }));
    const many = new TextEncoder().encode(JSON.stringify(buildCase({ 'get /t': { parameters } })));
    const [second] = lintDocument(many).findings.filter(({ rule }) => rule === 'tool-text-budget');
    expect(second?.message).toMatch(/Most of it is its 30 parameters: \d+\.$/);
  });

  it('reports a response that operations of Swagger 2.0 share once', () => {
    const responses = { '200': { description: 'Done' }, '400': { $ref: '#/responses/Bad' } };
    const paths = { '/a': { get: { responses } }, '/b': { get: { responses, produces: ['application/json'] } } };
    const info = { title: 'Tasks', version: '1' };
    const given = { swagger: '2.0', info, paths, responses: { Bad: { description: 'Bad' } } };
    const { findings } = lintDocument(new TextEncoder().encode(JSON.stringify(given)));
    expect(findings.filter(({ rule }) => rule === 'error-unstructured')).toHaveLength(1);
  });
});
