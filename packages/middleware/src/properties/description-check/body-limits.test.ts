import { describe, expect, it } from 'vitest';
import { serveWith } from '../rejecting.support.js';
import { createDescriptionCheck } from './description-check.js';

const properties = { harbor: { type: 'string' }, berth: { type: 'integer' }, draft: { type: 'number' } };

interface Case {
  schema: object;
  required?: boolean;
  parameters?: readonly object[];
}

/** True when a JSON body passes the check of an operation. */
async function accepts({ schema, required = true, parameters = [] }: Case, body: unknown): Promise<boolean> {
  const operation = {
    operationId: 'visit_change',
    parameters: [...parameters, { name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { required, content: { 'application/json': { schema } } },
    responses: { '204': { description: 'Changed' } },
  };
  const description = {
    openapi: '3.1.0',
    info: { title: 'Harbors', version: '1' },
    paths: { '/visits/{id}': { patch: operation } },
  };
  const serve = serveWith(async () => new Response('ran'), [createDescriptionCheck({ description })]);
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
  return serve(new Request('https://host.example/visits/v', { method: 'PATCH', headers, ...text })).then(
    () => true,
    () => false,
  );
}

const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };

describe('createDescriptionCheck, rules of the whole body', () => {
  it.each([
    ['required inputs', []],
    ['an optional header', [key]],
  ])('counts the members of a body next to %s', async (_, parameters) => {
    const least = { schema: { type: 'object', minProperties: 1, properties }, parameters };
    expect(await accepts(least, {})).toBe(false);
    expect(await accepts(least, { berth: 1 })).toBe(true);
    expect(await accepts(least, { unknown: 1 })).toBe(true);
    const two = { schema: { type: 'object', allOf: [{ minProperties: 2 }], properties }, parameters };
    expect(await accepts(two, { berth: 1 })).toBe(false);
    expect(await accepts(two, { berth: 1, draft: 2 })).toBe(true);
    const most = { schema: { type: 'object', maxProperties: 1, properties }, parameters };
    expect(await accepts(most, { berth: 1 })).toBe(true);
    expect(await accepts(most, { berth: 1, draft: 2 })).toBe(false);
  });

  it('applies every rule to an optional body that is sent', async () => {
    const optional = {
      schema: { type: 'object', minProperties: 1, required: ['harbor'], properties },
      required: false,
    };
    expect(await accepts(optional, undefined)).toBe(true);
    expect(await accepts(optional, {})).toBe(false);
    expect(await accepts(optional, { berth: 1 })).toBe(false);
    expect(await accepts(optional, { harbor: 'Vigo' })).toBe(true);
  });

  it('applies conditions to members that share their name with a parameter', async () => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'string' }, harbor: { type: 'string' } },
      anyOf: [{ required: ['id'] }, { required: ['harbor'] }],
    };
    expect(await accepts({ schema }, {})).toBe(false);
    expect(await accepts({ schema }, { id: 'x' })).toBe(true);
  });
});
