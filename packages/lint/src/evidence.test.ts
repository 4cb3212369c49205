/** Tests that errors and warnings need evidence in the document: the same finding without it is info. */
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
const silent = { '200': { description: 'OK' } };
const id = { name: 'id', in: 'path', required: true, schema: text };

function fields(count: number): JsonObject {
  return object(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, text])));
}

function fails(...statuses: string[]): JsonObject {
  const schema = { $ref: '#/components/schemas/Fault' };
  const failure = { description: 'Failed', content: { 'application/json': { schema } } };
  const errors = { type: 'array', items: object({ message: text }) };
  return {
    'get /t': { responses: Object.fromEntries(statuses.map((status) => [status, failure])) },
    components: { schemas: { Fault: object({ errors, title: text }) } },
  };
}

function reads(status: string, description: string): JsonObject {
  return { parameters: [id], responses: { ...answer(object({ id: text })), [status]: { description } } };
}

describe('severities by evidence', () => {
  it.each<[string, string, string, JsonObject]>([
    ['description-missing', 'error', 'a short summary', { 'get /t': { summary: 'List tasks' } }],
    [
      'description-missing',
      'info',
      'a full sentence',
      { 'get /t': { summary: 'List all tasks that are due in one week' } },
    ],
    ['response-schema-missing', 'error', 'a read', { 'get /t': { summary: 'List tasks', responses: silent } }],
    ['response-schema-missing', 'info', 'a page', { 'get /t': { summary: 'Show the login page', responses: silent } }],
    ['response-schema-missing', 'info', 'a trigger', { 'get /t/sync_by_key': { responses: silent } }],
    ['response-schema-missing', 'info', 'a callback', { 'get /t/callback': { responses: silent } }],
    ['safe-method-with-write-words', 'error', 'an action', { 'get /jobs/{id}/cancel': {} }],
    ['safe-method-with-write-words', 'info', 'a callback', { 'get /oauth/callback': { summary: 'Create a session' } }],
    [
      'safe-method-with-write-words',
      'info',
      'a verb that is a collection',
      { 'get /run/schema': { operationId: 'run_schema' }, 'delete /run/{id}': {} },
    ],
    ['error-retryable-missing', 'warning', '503', fails('503')],
    ['error-retryable-missing', 'info', '500', fails('400', '500')],
    [
      'error-retryable-missing',
      'warning',
      '500 of an API that is about retries',
      { ...fails('500'), info: { title: 'T', version: '1', description: 'Retry with the same key.' } },
    ],
    ['field-errors-unnamed', 'warning', 'an error of 400 only', fails('400')],
    ['field-errors-unnamed', 'info', 'an error of all statuses', fails('400', '404')],
    [
      'response-too-wide',
      'info',
      'entries of one thing',
      { 'get /t/{hash}': { responses: answer({ type: 'array', items: fields(40) }) } },
    ],
    ['response-too-wide', 'info', 'one object', { 'get /t/{id}': { responses: answer(fields(40)) } }],
    ['response-too-wide', 'warning', 'one very wide object', { 'get /t/{id}': { responses: answer(fields(80)) } }],
    [
      'response-too-wide',
      'warning',
      'a list under another name',
      { 'get /t/{id}/log': { responses: answer(object({ lines: { type: 'array', items: fields(30) } })) } },
    ],
    ['dry-run-missing', 'info', 'a thing with parts', { 'delete /boards/{id}': {}, 'post /boards/{id}/cards': {} }],
    ['dry-run-missing', 'warning', 'a bulk deletion', { 'post /boards/bulk-delete': {} }],
    [
      'dry-run-missing',
      'info',
      'a deletion that a token confirms',
      { 'put /accounts/all/delete': { requestBody: body(object({ token: text })) } },
    ],
    [
      'parameter-undescribed',
      'info',
      'a known name',
      { 'get /t': { parameters: [{ name: 'email', in: 'query', schema: text }] } },
    ],
    ['description-too-long', 'info', 'a little more', { 'get /t': { description: 'Find tasks. '.repeat(115) } }],
    ['description-too-long', 'warning', 'much more', { 'get /t': { description: 'Find tasks. '.repeat(150) } }],
    [
      'description-restates-name',
      'warning',
      'the name only',
      { 'put /t': { operationId: 'update_t', description: 'Update any attributes of an existing t.' } },
    ],
    [
      'description-restates-name',
      'info',
      'two words of its own',
      { 'post /shipment': { operationId: 'shipment', description: 'Notify marketplace of a shipment' } },
    ],
    [
      'server-not-public',
      'info',
      'an API that nobody offers',
      { servers: [{ url: 'http://localhost:1' }], 'get /t': {} },
    ],
    [
      'server-not-public',
      'warning',
      'a server that is called production',
      { servers: [{ url: 'http://localhost:1', description: 'Production server' }], 'get /t': {} },
    ],
    [
      'retry-after-missing',
      'info',
      'a delay in the body',
      {
        'get /t': {
          responses: {
            '429': {
              description: 'Slow down',
              content: { 'application/json': { schema: object({ retry_after_seconds: { type: 'integer' } }) } },
            },
          },
        },
      },
    ],
    [
      'accepted-without-status-link',
      'info',
      'an item that the caller names',
      {
        'post /thumbs': {
          requestBody: body(object({ id: text })),
          responses: { '202': { description: 'Accepted' } },
        },
        'get /thumbs/{id}': { parameters: [id], responses: answer(object({ entry: object({ status: text }) })) },
      },
    ],
    [
      'write-without-security',
      'info',
      'a check',
      { 'post /users/validate-email': { summary: 'Check whether an address is registered' } },
    ],
  ])('%s is %s for %s', (rule, severity, _, given) => {
    expect(new Set(severitiesOf(rule, given))).toEqual(new Set([severity]));
  });
});

describe('counter-evidence', () => {
  it.each<[string, string, JsonObject]>([
    [
      'not-found-undocumented',
      'another status says that there is no such item',
      { 'get /t/{id}': reads('404', 'Not found'), 'get /u/{id}': reads('400', 'The user does not exist') },
    ],
    [
      'offset-pagination',
      'one mode of the offset is a cursor',
      {
        'get /t': {
          parameters: [
            {
              name: 'offset',
              in: 'query',
              schema: object({ cr: { type: 'integer', description: '**Cursor** mode' } }),
            },
          ],
          responses: answer({ type: 'array' }),
        },
      },
    ],
    [
      'money-without-currency',
      'the unit of another amount is a part of one currency',
      {
        'get /t': {
          responses: answer(
            object({ fee: { type: 'integer' }, burned: { type: 'integer', description: 'Burned funds (micro tez)' } }),
          ),
        },
      },
    ],
    [
      'description-restates-name',
      'the words are of another script',
      {
        'post /cards': {
          operationId: 'cards',
          summary: '카드 등록',
          description: '고객이 자신의 카드를 서버에 등록해두고 cards 결제할 때 쓴다.',
        },
      },
    ],
    [
      'write-without-security',
      'a refresh token is sent',
      { 'post /users/renew': { parameters: [{ name: 'refresh-token', in: 'header', schema: text }] } },
    ],
  ])('%s reports nothing when %s', (rule, _, given) => {
    expect(severitiesOf(rule, given)).toEqual([]);
  });
});
