/** Tests what makes a finding an error (a caller fails or is misled) or a warning (a careful maintainer changes it). */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lintDocument } from './linting/lint-document.js';
import { answer, body, buildCase, object } from './rule-model/rule-cases.js';

function severitiesOf(rule: string, given: JsonObject): string[] {
  const bytes = new TextEncoder().encode(JSON.stringify(buildCase(given)));
  const found = lintDocument(bytes).findings.filter((each) => each.rule === rule);
  return [...new Set(found.map(({ severity }) => severity))];
}

const text = { type: 'string' };
const number = { type: 'integer' };
const done = { '200': { description: 'Done' } };

function inPath(name: string, schema: JsonObject = text): JsonObject {
  return { name, in: 'path', required: true, schema };
}

function inQuery(...names: string[]): JsonObject[] {
  return names.map((name) => ({ name, in: 'query', schema: text }));
}

function refuse(status: string, description: string, content?: JsonObject): JsonObject {
  return { [status]: { description, ...(content && { content }) } };
}

function json(media: JsonObject): JsonObject {
  return { 'application/json': media };
}

function fields(count: number): JsonObject {
  return object(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, text])));
}

const beehives = { type: 'array', items: object({ id: text, created_at: text }) };

describe('an error', () => {
  it.each<[string, string, string, JsonObject]>([
    [
      'error-unstructured',
      'error',
      'a refusal that does not say what is wrong',
      { 'post /hives': { requestBody: body(object({ queen: text })), responses: refuse('400', 'Bad request') } },
    ],
    [
      'error-unstructured',
      'warning',
      'a refusal that names the input',
      {
        'post /hives': { requestBody: body(object({ queen: text })), responses: refuse('400', 'The queen is unknown') },
      },
    ],
    [
      'error-unstructured',
      'warning',
      'a refusal with an example',
      { 'post /hives': { responses: refuse('422', 'No', json({ example: { error: 'Too cold' } })) } },
    ],
    [
      'error-unstructured',
      'info',
      'a described text',
      { 'post /hives': { responses: refuse('400', 'No', { 'text/plain': { schema: text } }) } },
    ],
    [
      'error-response-missing',
      'info',
      'a response with a success flag and an error',
      {
        'post /dig': {
          requestBody: body(object({ depth: number })),
          responses: answer(object({ success: {}, error: text })),
        },
      },
    ],
    [
      'error-response-missing',
      'info',
      'a search for any word',
      { 'get /plants/{term}': { parameters: [inPath('term')], responses: answer({ type: 'array', items: text }) } },
    ],
    [
      'error-response-missing',
      'error',
      'an item by its name',
      { 'get /plants/{name}': { parameters: [inPath('name')], responses: answer(object({ height: number })) } },
    ],
    ['error-response-missing', 'info', 'an action without input', { 'post /pump/stop': { responses: done } }],
    [
      'response-schema-missing',
      'warning',
      'a response that an example shows',
      { 'get /tides': { responses: { '200': { description: 'Tides', content: json({ example: [{ height: 3 }] }) } } } },
    ],
    [
      'response-schema-missing',
      'info',
      'what callers have stored',
      {
        'get /presets/{name}': { parameters: [inPath('name')], responses: answer({ type: 'object' }) },
        'put /presets/{name}': { parameters: [inPath('name')], requestBody: body({ type: 'object' }), responses: done },
      },
    ],
    [
      'summary-duplicate',
      'error',
      'a summary copied from another thing',
      {
        'delete /tents/{id}': { summary: 'Delete a tent', parameters: [inPath('id')] },
        'delete /stoves/{id}': { summary: 'Delete a tent', parameters: [inPath('id')] },
      },
    ],
    [
      'summary-duplicate',
      'warning',
      'two lists of one thing',
      { 'get /tents': { summary: 'List tents' }, 'get /camps/{id}/tents': { summary: 'List tents' } },
    ],
    [
      'summary-duplicate',
      'info',
      'PUT and POST of one path',
      { 'put /tents/{id}': { summary: 'Pitch a tent' }, 'post /tents/{id}': { summary: 'Pitch a tent' } },
    ],
    [
      'accepted-without-status-link',
      'info',
      'work on something whose status can be read',
      {
        'post /ovens/{oven}/bake': {
          description: 'Bakes in the background.',
          responses: { '202': { description: 'OK' } },
        },
        'get /ovens/{oven}/status': { responses: answer(object({ status: text })) },
      },
    ],
    [
      'write-without-security',
      'error',
      'an update of a stored thing',
      { 'put /tents/{id}': { parameters: [inPath('id')], responses: done } },
    ],
  ])('%s is %s for %s', (rule, severity, _, given) => {
    expect(severitiesOf(rule, given)).toEqual([severity]);
  });

  it('is not reported for a change of a password that asks for the old one', () => {
    const change = { requestBody: body(object({ old_password: text, new_password: text })), responses: done };
    expect(severitiesOf('write-without-security', { 'patch /me/secret-word': change })).toEqual([]);
  });
});

describe('a warning', () => {
  it.each<[string, string, string, JsonObject]>([
    [
      'offset-pagination',
      'info',
      'a list with filters that continue after an entry',
      { 'get /logs': { parameters: inQuery('page', 'id[gt]'), responses: answer(beehives) } },
    ],
    [
      'offset-pagination',
      'warning',
      'a log',
      { 'get /logs': { parameters: inQuery('page'), responses: answer(beehives) } },
    ],
    [
      'offset-pagination',
      'info',
      'a catalogue',
      { 'get /hives': { parameters: inQuery('page'), responses: answer(beehives) }, 'post /hives': {} },
    ],
    [
      'order-undocumented',
      'info',
      'an order of the choice of the caller',
      { 'get /hives': { parameters: inQuery('page', 'orderby.name'), responses: answer(beehives) } },
    ],
    [
      'order-undocumented',
      'warning',
      'pages without an order',
      { 'get /hives': { parameters: inQuery('page', 'order_id'), responses: answer(beehives) } },
    ],
    [
      'risk-metadata-missing',
      'info',
      'the DELETE of one thing',
      { 'delete /hives/{id}': { parameters: [inPath('id')] } },
    ],
    ['risk-metadata-missing', 'warning', 'a POST that deletes', { 'post /deleteHive': { operationId: 'deleteHive' } }],
    [
      'risk-metadata-missing',
      'info',
      'the DELETE of everything, which another rule reports as an error',
      { 'delete /hives': {}, 'get /hives': { responses: answer(beehives) } },
    ],
    [
      'input-object-open',
      'info',
      'an object that requires all its members',
      { 'post /hives': { requestBody: body(object({ queen: text }, { required: ['queen'] })) } },
    ],
    [
      'input-object-open',
      'warning',
      'an optional member',
      { 'post /hives': { requestBody: body(object({ queen: text, color: text })) } },
    ],
    [
      'input-array-unbounded',
      'info',
      'a program on the machine of the caller',
      {
        servers: [{ url: 'http://localhost:9000' }],
        'post /frames': { requestBody: body({ type: 'array', items: fields(2) }) },
      },
    ],
    [
      'response-too-wide',
      'info',
      'a computed result',
      { 'post /routes/plan': { summary: 'Calculate a tour', responses: answer({ type: 'array', items: fields(40) }) } },
    ],
    [
      'identifier-format-mixed',
      'info',
      'a number that a path takes as text',
      {
        'get /hives/{id}': { parameters: [inPath('id')] },
        'get /notes': { responses: answer(object({ hive_id: number })) },
      },
    ],
    [
      'identifier-format-mixed',
      'warning',
      'a text that a path takes as a number',
      {
        'get /hives/{id}': { parameters: [inPath('id', number)] },
        'get /notes': { responses: answer(object({ hive_id: text })) },
      },
    ],
    [
      'retry-after-missing',
      'info',
      'the time of the reset in another header',
      { 'get /t': { responses: { '429': { description: 'Slow down', headers: { 'X-RateLimit-Reset': {} } } } } },
    ],
    [
      'description-missing',
      'info',
      'a body that explains itself',
      {
        'post /hives': {
          summary: 'Add a hive',
          requestBody: body(object({ queen: { ...text, description: 'The race of the queen' } })),
        },
      },
    ],
    ['purpose-missing', 'info', 'a read without inputs', { 'get /tides': { description: 'Lunar data' } }],
    [
      'response-field-untyped',
      'info',
      'a shape that depends on something',
      { 'get /t': { responses: answer(object({ reading: { description: 'Depends on the sensor.' } })) } },
    ],
    [
      'server-not-https',
      'info',
      'an example of an address',
      {
        servers: [{ url: 'http://hives.beekeepers.dev', description: 'Replace it with your own server' }],
        'get /t': {},
      },
    ],
    ['deprecation-headers-missing', 'warning', 'an end', { 'get /t': { deprecated: true, responses: done } }],
  ])('%s is %s for %s', (rule, severity, _, given) => {
    expect(severitiesOf(rule, given)).toEqual([severity]);
  });
});
