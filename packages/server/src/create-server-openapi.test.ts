/** An OpenAPI document through a whole server: imported as YAML, called as plain HTTP, exported as OpenAPI again. */
import type { UpstreamRequest, UpstreamResponse } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lintWithRedocly } from './description/lint.support.js';
import { startTestServer } from './server.support.js';

const berths = `
openapi: 3.0.3
info:
  title: Berths
  version: '1.4'
  description: Books berths in a harbour.
  license: { name: MIT, url: https://opensource.org/license/mit }
servers: [{ url: https://berths.example/v1 }]
security: [{ key: [] }]
paths:
  /berths:
    get:
      operationId: listBerths
      summary: List the berths of a harbour
      tags: [berths]
      security: []
      parameters:
        - { name: harbour, in: query, required: true, schema: { type: string } }
        - { name: sizes, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: integer } } }
      responses:
        '200':
          description: The berths.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Berth' } } } }
  /berths/{id}/bookings:
    post:
      operationId: bookBerth
      summary: Book a berth
      tags: [berths]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [from]
              properties:
                from: { type: string, format: date }
                id: { type: string, description: Your own reference. }
                nights: { type: integer, minimum: 1 }
      responses:
        '201': { description: Booked., content: { application/json: { schema: { $ref: '#/components/schemas/Berth' } } } }
        '409': { description: The berth is taken. }
  /report:
    get:
      operationId: report
      summary: Read the report of the day
      security: []
      responses:
        '200': { description: The report., content: { text/csv: { schema: { type: string } } } }
components:
  schemas:
    Berth:
      type: object
      required: [id]
      properties:
        id: { type: string }
        beside: { $ref: '#/components/schemas/Berth' }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Berth-Key }
`;

function answering(answers: Record<string, [string, string]>) {
  const sent: UpstreamRequest[] = [];
  const send = async (request: UpstreamRequest): Promise<UpstreamResponse> => {
    sent.push(request);
    const [mediaType, text] = answers[new URL(request.url).pathname] ?? ['application/json', '{}'];
    const body = new Blob([text]).stream();
    return { status: 200, headers: {}, mediaType, body, attempts: 1, origin: new URL(request.url).origin };
  };
  return { sent, upstream: { send, close: async () => undefined } };
}

async function withBerths(answers: Record<string, [string, string]> = {}) {
  const { sent, upstream } = answering(answers);
  const server = await startTestServer({ overrides: { upstream } });
  const answer = await server.ask('POST', '/imports', {
    body: berths,
    headers: { 'content-type': 'application/yaml' },
  });
  const { results } = (await answer.json()) as { results: JsonObject[] };
  return { ...server, sent, result: results[0] ?? {}, id: String(results[0]?.id) };
}

describe('an OpenAPI document', () => {
  it('is imported as YAML with a report of what was read and left out', async () => {
    const { result } = await withBerths();
    expect(result).toMatchObject({ status: 201, outcome: 'created', operations: 3 });
    const findings = result.findings as JsonObject[];
    expect(findings).toContainEqual(expect.objectContaining({ code: 'openapi/input-renamed', severity: 'info' }));
  });

  it('is called as described: query styles, forms, text', async () => {
    const { ask, id, sent } = await withBerths({
      '/v1/berths': ['application/json', '[{"id":"A1"}]'],
      '/v1/report': ['text/csv', 'a,b\n1,2\n'],
    });
    const listed = await ask('POST', `/agents/${id}/invoke/listBerths`, { body: { harbour: 'Łeba', sizes: [8, 12] } });
    expect(await listed.json()).toEqual([{ id: 'A1' }]);
    expect(sent[0]).toMatchObject({
      method: 'GET',
      url: 'https://berths.example/v1/berths?harbour=%C5%81eba&sizes=8%7C12',
    });
    const report = await ask('POST', `/agents/${id}/invoke/report`, { body: {} });
    expect(await report.json()).toBe('a,b\n1,2\n');
    expect(sent[1]?.headers.accept).toBe('text/csv, application/json;q=0.9');
  });

  it('sends the stored credential where the operation requires one, and nowhere else', async () => {
    const { ask, id, sent } = await withBerths();
    const booking = { id: 'A/1', body_id: 'x', from: '2026-05-01' };
    const without = await ask('POST', `/agents/${id}/invoke/bookBerth`, { body: booking });
    expect([without.status, ((await without.json()) as JsonObject).code]).toEqual([403, 'FORBIDDEN']);
    const stored = await ask('POST', `/agents/${id}/credentials`, {
      body: { kind: 'api_key', name: 'berths', secret: { in: 'header', name: 'X-Berth-Key', value: 'secret-1' } },
    });
    expect(stored.status).toBe(201);
    const booked = await ask('POST', `/agents/${id}/invoke/bookBerth`, { body: booking });
    expect(booked.status).toBe(200);
    const [call] = sent;
    expect(call).toMatchObject({
      method: 'POST',
      url: 'https://berths.example/v1/berths/A%2F1/bookings',
      credential: { headers: { 'x-berth-key': 'secret-1' } },
    });
    expect(Buffer.from(call?.bytes ?? []).toString()).toBe('from=2026-05-01&id=x');
    await ask('POST', `/agents/${id}/invoke/report`, { body: {} });
    expect(sent[1]).not.toHaveProperty('credential');
  });

  it('rejects invalid inputs before anything is sent', async () => {
    const { ask, id, sent } = await withBerths();
    const answer = await ask('POST', `/agents/${id}/invoke/listBerths`, { body: { sizes: 'all', other: 1 } });
    expect(answer.status).toBe(400);
    expect(sent).toEqual([]);
  });

  it('is exported as OpenAPI 3.1 without Redocly findings', async () => {
    const { ask, id } = await withBerths();
    const answer = await ask('GET', `/agents/${id}/openapi.json`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(await lintWithRedocly(text)).toEqual([]);
    const { paths } = JSON.parse(text) as { paths: JsonObject };
    expect(Object.keys(paths)).toContain(`/agents/${id}/invoke/list_berths`);
    const again = await ask('GET', `/agents/${id}/openapi.json`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect((await ask('GET', '/agents/nobody/openapi.json')).status).toBe(404);
  });

  it('gives a REST API to services of other protocols', async () => {
    const { ask } = await startTestServer();
    const card = {
      id: 'pier',
      name: 'Pier weather',
      description: 'Forecasts wind.',
      capabilities: ['weather'],
      endpoint: 'https://w.example/x',
      operations: [
        {
          name: 'forecast',
          description: 'Forecasts.',
          inputs: {
            type: 'object',
            properties: { at: { $ref: '#/definitions/at' } },
            definitions: { at: { type: 'string' } },
          },
          outputs: { type: 'object' },
        },
      ],
    };
    expect((await ask('POST', '/agents', { body: card })).status).toBe(201);
    const text = await (await ask('GET', '/agents/pier/openapi.json')).text();
    expect(await lintWithRedocly(text)).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({
      paths: { '/agents/pier/invoke/forecast': { post: { operationId: 'forecast' } } },
    });
  });

  it('is curated, and reports every problem of the selection at once', async () => {
    const { ask } = await withBerths();
    const document = {
      openapi: '3.0.0',
      info: { title: 'x', version: '1' },
      paths: { '/a': { get: { responses: {} } }, '/b': { post: { responses: {} } } },
    };
    const taken = await ask('POST', '/imports', {
      body: {
        report: true,
        items: [{ document, curation: { include: ['method:get'], server: 'https://x.example', id: 'x-api' } }],
      },
    });
    expect(await taken.json()).toMatchObject({ results: [{ id: 'x-api', operations: 1 }] });
    const faulty = await ask('POST', '/imports', {
      body: {
        items: [
          {
            document,
            curation: { include: [], exclude: ['colour:red'], max: 0, server: 'ftp://x', id: '../x', odd: 1 },
          },
        ],
      },
    });
    expect(faulty.status).toBe(400);
    expect(((await faulty.json()) as { field_errors: unknown[] }).field_errors).toHaveLength(6);
  });

  it('in invalid YAML is rejected with its location', async () => {
    const { ask } = await startTestServer();
    const answer = await ask('POST', '/imports', {
      body: 'openapi: 3.0.0\npaths: [1\n',
      headers: { 'content-type': 'application/yaml' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/line \d+, column \d+/);
  });
});
