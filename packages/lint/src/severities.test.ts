/** Tests the severities that rules give to findings which are true and seldom matter. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lintDocument } from './linting/lint-document.js';
import { answer, buildCase, object } from './rule-model/rule-cases.js';

function severitiesOf(rule: string, given: JsonObject): string[] {
  const bytes = new TextEncoder().encode(JSON.stringify(buildCase(given)));
  return lintDocument(bytes)
    .findings.filter((each) => each.rule === rule)
    .map(({ severity }) => severity);
}

describe('idempotency-key-missing', () => {
  it.each([
    ['post /notes/{id}/send', { summary: 'Send a text message' }],
    ['post /payments', { summary: 'Create a payment' }],
    ['post /cards/{id}/charges', { description: 'Charge a card.' }],
    ['post /letters', { operationId: 'send_letter' }],
  ])('is an error for %s with an action that pays or sends a message that costs money', (operation, texts) => {
    expect(severitiesOf('idempotency-key-missing', { [operation]: texts })).toEqual(['error']);
  });

  it.each([
    ['post /notes/{id}/send', { summary: 'Send a reminder email' }],
    ['post /notes/{id}/send_email/', { operationId: 'notes_send_email_create' }],
    ['post /members', { summary: 'Add a member', description: 'Adds a member and sends an email to this address.' }],
    ['post /campaigns/{id}/test-sms', { summary: 'Send a test SMS' }],
    ['post /steps/email/', { operationId: 'steps_email_create', description: 'Email step view' }],
    ['post /devices/sms/', { operationId: 'devices_sms_create', description: 'View for SMS devices' }],
    ['post /links/redeem_token/', { description: 'Redeem a login token' }],
    ['post /plans/{id}/send/', { operationId: 'plans_send_create', description: 'Trigger this plan now' }],
    ['post /payment-methods', { summary: 'Create a payment method' }],
    ['post /email/price', { summary: 'Email price' }],
  ])('is info for %s, where a repetition costs nothing or only a word is about money', (operation, texts) => {
    expect(severitiesOf('idempotency-key-missing', { [operation]: texts })).toEqual(['info']);
  });
});

describe('other rules', () => {
  it.each<[string, string, JsonObject]>([
    [
      'description-missing',
      'a summary of two sentences',
      { 'post /locks/drop': { summary: 'Drops a lock. All tasks that wait for this lock are started.' } },
    ],
    [
      'response-schema-missing',
      'a map that an example shows',
      { 'get /t': { responses: answer(object({ colors: { type: 'object', example: { red: '#f00' } } })) } },
    ],
    [
      'error-retryable-missing',
      'an error named after validation that is only used with 400',
      {
        'get /t': {
          responses: {
            '400': {
              description: 'Bad',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/ValidationError' } } },
            },
          },
        },
        components: { schemas: { ValidationError: object({ title: { type: 'string' } }) } },
      },
    ],
    [
      'dry-run-missing',
      'a creation whose summary mentions a later deletion',
      {
        'post /locks/grant': {
          operationId: 'LockGrant',
          summary:
            'LockGrant creates a lock. All keys of an expired lock will be deleted, with a delete event for each.',
        },
      },
    ],
    [
      'rate-limit-undocumented',
      'a placeholder host without credentials',
      { servers: [{ url: 'https://tasks.example.com' }], 'get /t': {} },
    ],
    [
      'safe-method-with-write-words',
      'a summary that says something else than the name',
      { 'get /links/pay/invoice': { operationId: 'pay-invoice-2', summary: 'Bolt11' } },
    ],
    [
      'response-schema-missing',
      'a deletion whose example is empty',
      {
        'delete /t/{id}': {
          responses: {
            '200': { description: 'Gone', content: { 'application/json': { examples: { a: { value: '' } } } } },
          },
        },
      },
    ],
    ['response-schema-missing', 'a read of any collection', { 'get /{collection}': { responses: answer({}) } }],
    [
      'response-field-untyped',
      'the result of any command',
      { 'get /t': { responses: answer(object({ result: {} })) } },
    ],
    [
      'page-size-unbounded',
      'a list of what the caller names',
      {
        'get /t': {
          parameters: [{ name: 'house', in: 'query', required: true, schema: { type: 'string' } }],
          responses: answer({ type: 'array', items: object({ created_at: { type: 'string' } }) }),
        },
        'post /t': {},
      },
    ],
    [
      'write-without-security',
      'a program on the machine of the caller',
      { servers: [{ url: 'http://localhost:8080' }], 'delete /t/{id}': {} },
    ],
    ['risk-metadata-missing', 'an item of a cart', { 'delete /carts/{id}/items/{item}': {} }],
    [
      'parameter-undescribed',
      'a constant',
      { 'get /t': { parameters: [{ name: 'kind', in: 'query', schema: { type: 'string', enum: ['task'] } }] } },
    ],
    [
      'server-not-public',
      'a server that is described as local',
      { servers: [{ url: 'http://localhost:8080', description: 'Local endpoint' }], 'get /t': {} },
    ],
    [
      'operation-duplicate',
      'paths that name different things',
      {
        'post /cards': { description: 'Adds a card to the customer.' },
        'post /accounts': { description: 'Adds a card to the customer.' },
      },
    ],
    [
      'array-items-missing',
      'empty items of a field for any values',
      { 'get /t': { responses: answer(object({ results: { type: 'array', items: {} } })) } },
    ],
    [
      'example-quoted',
      'a field that is only received',
      { 'get /t': { responses: answer(object({ n: { type: 'integer', example: '3' } })) } },
    ],
    [
      'response-description-empty',
      'a status that says enough',
      { 'get /t': { responses: { '200': { description: '' } } } },
    ],
  ])('%s is info for %s', (rule, _, given) => {
    expect(severitiesOf(rule, given)).toEqual(['info']);
  });

  it.each<[string, string, JsonObject]>([
    ['response-description-empty', 'a conflict', { 'get /t': { responses: { '409': { description: '' } } } }],
    [
      'example-invalid',
      'a format, which not every server checks',
      { 'get /t': { responses: answer(object({ at: { type: 'string', format: 'date-time', example: 'today' } })) } },
    ],
    [
      'operation-duplicate',
      'a path that has every name of the other',
      {
        'get /v1/my/tasks': { description: 'Lists the tasks of the caller.' },
        'get /v2/tasks': { description: 'Lists the tasks of the caller.' },
      },
    ],
  ])('%s is a warning for %s', (rule, _, given) => {
    expect(severitiesOf(rule, given)).toEqual(['warning']);
  });

  it('reports no duplicate where two kinds of things have the same action', () => {
    const described = { description: 'Sets the policy of the specified resource.' };
    const given = { 'post /disks/{id}/policy': described, 'post /images/{id}/policy': described };
    expect(severitiesOf('operation-duplicate', given)).toEqual([]);
  });

  it('counts the limit of a JSON filter as a page size', () => {
    const filter = { name: 'filter', in: 'query', content: { 'application/json': { schema: filterSchema } } };
    const given = { 'get /t': { parameters: [filter], responses: answer({ type: 'array' }) } };
    expect(severitiesOf('page-size-unbounded', given)).toEqual([]);
  });

  it('accepts a security requirement that only names its scheme', () => {
    expect(severitiesOf('write-without-security', { 'delete /t': { security: ['basicAuth'] } })).toEqual([]);
  });
});

const filterSchema = object({ limit: { type: 'integer', default: 10, maximum: 100 } });
