/** Tests that errors and warnings need evidence in the document: the same finding without it is info. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lintDocument } from './linting/lint-document.js';
import { answer, body, buildCase, object } from './rule-model/rule-cases.js';
import { problemCase } from './rules/errors/problem-fields.js';

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

const paged = { parameters: [{ name: 'page', in: 'query', schema: text }], responses: answer({ type: 'array' }) };

function asks(parameter: JsonObject): JsonObject {
  return { 'get /t': { parameters: [{ in: 'query', schema: text, ...parameter }] } };
}

function optional(responses: JsonObject): JsonObject {
  return { parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }], responses };
}

function growing(name: string): JsonObject {
  const list = answer({ type: 'array', items: object({ created_at: text }) });
  return { [`get /${name}`]: { responses: list }, [`post /${name}`]: {} };
}

function refuse(status: string, schema = object({ state: text })): JsonObject {
  return { [status]: { description: 'No', content: { 'application/json': { schema } } } };
}

/** Two errors of the first shape, and one of the second. */
function shapes(common: JsonObject, other: JsonObject): JsonObject {
  return {
    'get /t': { responses: { ...refuse('400', common), ...refuse('403', common), ...refuse('404', other) } },
  };
}

describe('severities by evidence', () => {
  it.each<[string, string, string, JsonObject]>([
    ['description-missing', 'error', 'no summary either', { 'get /t/{id}': {} }],
    ['description-missing', 'warning', 'no summary of an operation that takes nothing', { 'get /t': {} }],
    ['description-missing', 'warning', 'a change in few words', { 'put /t/{id}': { summary: 'Update a task' } }],
    ['description-missing', 'info', 'the deletion of one thing', { 'delete /t/{id}': { summary: 'Delete a task' } }],
    ['description-missing', 'info', 'a plain list', { 'get /t': { summary: 'List tasks' } }],
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
    ['error-retryable-missing', 'info', 'errors without any flag', fails('400', '500', '503')],
    [
      'error-retryable-missing',
      'warning',
      'an error next to another with a flag',
      { ...fails('500'), ...problemCase(object({ title: text, retryable: { type: 'boolean' } }), '400', 'get /u') },
    ],
    ['error-code-missing', 'warning', 'a status with many causes', problemCase(object({ message: text }), '422')],
    ['error-code-missing', 'info', 'a status that says all', problemCase(object({ message: text }), '404')],
    ['error-shape-mixed', 'warning', 'other fields', shapes(object({ code: text }), object({ error: text }))],
    [
      'error-shape-mixed',
      'info',
      'fields of the common shape only',
      shapes(object({ code: text, text, more: text }), object({ code: text, text })),
    ],
    [
      'error-shape-mixed',
      'info',
      'alternatives for the same field',
      shapes(object({ error: object({ code: text }) }), object({ error: { oneOf: [object({ code: text })] } })),
    ],
    ['problem-json-not-used', 'info', 'a health check', { 'get /health': { responses: refuse('503') } }],
    ['problem-json-not-used', 'info', 'an object', { 'get /t': { responses: refuse('503') } }],
    ['problem-json-not-used', 'warning', 'a text', { 'get /t': { responses: refuse('503', text) } }],
    ['field-errors-unnamed', 'warning', 'an error of 400 only', fails('400')],
    ['field-errors-unnamed', 'info', 'an error of all statuses', fails('400', '404')],
    [
      'response-too-wide',
      'info',
      'entries of one thing',
      { 'get /t/{hash}': { responses: answer({ type: 'array', items: fields(40) }) } },
    ],
    ['response-too-wide', 'info', 'one object', { 'get /t/{id}': { responses: answer(fields(40)) } }],
    ['response-too-wide', 'info', 'one very wide object', { 'get /t/{id}': { responses: answer(fields(80)) } }],
    [
      'response-too-wide',
      'warning',
      'a list under another name',
      { 'get /t/{id}/log': { responses: answer(object({ lines: { type: 'array', items: fields(30) } })) } },
    ],
    ['dry-run-missing', 'info', 'a thing with parts', { 'delete /boards/{id}': {}, 'post /boards/{id}/cards': {} }],
    ['dry-run-missing', 'info', 'a bulk deletion', { 'post /boards/bulk-delete': {} }],
    [
      'dry-run-missing',
      'warning',
      'a deletion that is marked as a risk',
      { 'delete /users/{id}': { 'x-agent': { risk: { irreversible: true } } } },
    ],
    [
      'dangerous-operation-uncontrolled',
      'info',
      'a thing with parts',
      { 'delete /boards/{id}': {}, 'post /boards/{id}/cards': {} },
    ],
    [
      'dangerous-operation-uncontrolled',
      'info',
      'a thing that can be protected',
      { 'delete /boards/{id}': {}, 'post /boards/{id}/cards': {}, 'post /boards/{id}/actions/change_protection': {} },
    ],
    [
      'dangerous-operation-uncontrolled',
      'info',
      'a deletion that is refused for what is in use',
      { 'delete /users/{id}': { description: 'Deletes a user. You cannot delete a user who has open tasks.' } },
    ],
    [
      'dangerous-operation-uncontrolled',
      'info',
      'a list of things that remain',
      { 'delete /batches/{id}': {}, 'post /batches/{id}/add': {}, 'post /batches/{id}/remove': {} },
    ],
    ['risk-metadata-missing', 'info', 'a connection', { 'delete /account': { summary: 'Disconnect an account' } }],
    ['offset-pagination', 'info', 'a list that the API does not change', { 'get /t': paged }],
    ['offset-pagination', 'info', 'a list that the API adds to', { 'get /t': paged, 'post /t': {} }],
    ['offset-pagination', 'warning', 'events that the API adds', { 'get /events': paged, 'post /events': {} }],
    ['page-size-unbounded', 'warning', 'a list of a kind that accumulates', growing('tasks')],
    ['page-size-unbounded', 'info', 'a list of another kind', growing('clusters')],
    ['error-response-missing', 'info', 'a public read with optional inputs', { 'get /t': optional(silent) }],
    ['error-response-missing', 'info', 'a receiver of events', { 'post /mail-webhook/event': { responses: silent } }],
    ['write-without-security', 'info', 'a mock', { info: { title: 'Tasks (mock)', version: '1' }, 'put /t': {} }],
    ['response-schema-missing', 'info', 'a redirect', { 'get /t': { responses: { ...silent, '302': silent['200'] } } }],
    ['conditional-read-missing', 'info', 'an item named by its hash', { 'get /tx/{tx-hash}': reads('400', 'Refused') }],
    [
      'not-found-undocumented',
      'warning',
      'a read',
      { 'get /t/{id}': reads('404', 'No'), 'get /u/{id}': reads('400', 'No') },
    ],
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
    ['parameter-undescribed', 'info', 'a word that fits many things', asks({ name: 'value' })],
    ['parameter-undescribed', 'info', 'an abbreviation', asks({ name: 'grp' })],
    ['parameter-undescribed', 'warning', 'a repeated name', asks({ name: 'board_level', description: 'Board level' })],
    ['parameter-undescribed', 'info', 'words that say what to send', asks({ name: 'address_line_two' })],
    [
      'array-items-missing',
      'info',
      'one of several alternatives',
      { 'post /t': { requestBody: body(object({ color: { oneOf: [text, { type: 'array', items: {} }] } })) } },
    ],
    ['parameter-undescribed', 'info', 'an example', asks({ name: 'value', example: 'red' })],
    ['description-too-long', 'info', 'a little more', { 'get /t': { description: 'Find tasks. '.repeat(115) } }],
    ['description-too-long', 'info', 'more', { 'get /t': { description: 'Find tasks. '.repeat(145) } }],
    ['description-too-long', 'warning', 'much more', { 'get /t': { description: 'Find tasks. '.repeat(160) } }],
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
