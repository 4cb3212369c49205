/**
 * Third-party descriptions over HTTP: each problem is reported with its code, and no description has an effect beyond
 * the document.
 */
import type { UpstreamRequest } from '@dragoman/core/engine';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { startTestServer, type TestServerOptions } from './server.support.js';

const info = { title: 'Pier', version: '1.0' };
const servers = [{ url: 'https://pier.example' }];
const responses = { '204': { description: 'Done.' } };

interface Imported {
  status: number;
  code?: unknown;
  outcome?: unknown;
  operations?: unknown;
  findings: string[];
}

/** Sends one description and reads the result; no response may be an internal error. */
async function importOne(given: string | JsonValue, options: TestServerOptions = {}, report = true): Promise<Imported> {
  const { ask } = await startTestServer(options);
  const isText = typeof given === 'string';
  const answer = await ask('POST', '/imports', {
    body: isText ? given : { items: [{ document: given }], report },
    ...(isText ? { headers: { 'content-type': 'application/yaml' } } : {}),
  });
  expect(answer.status).toBeLessThan(500);
  const body = (await answer.json()) as JsonObject;
  const [item = body] = (body.results ?? []) as JsonObject[];
  const { outcome, operations } = item;
  const error = (item.error ?? item) as JsonObject;
  const listed = [...((item.findings ?? []) as JsonObject[]), ...((error.field_errors ?? []) as JsonObject[])];
  const findings = [...new Set(listed.map(({ code }) => String(code)))];
  return { status: answer.status, code: error.code, outcome, operations, findings };
}

describe('a third-party OpenAPI document', () => {
  it.each<[string, JsonValue, string]>([
    ['of a future version', { openapi: '4.0.0', info, paths: {} }, 'openapi/version'],
    ['of Swagger 1.2', { swagger: '1.2', info, paths: {} }, 'openapi/version'],
    ['without an operation', { openapi: '3.1.0', info, paths: {} }, 'openapi/no-operations'],
  ])('%s is rejected with the reason', async (_, document, code) => {
    const answer = await importOne(document);
    expect(answer.outcome).not.toBe('created');
    expect(answer.findings).toContain(code);
  });

  it('that is truncated is rejected with the location', async () => {
    const { ask } = await startTestServer();
    const whole = JSON.stringify({ openapi: '3.1.0', info, servers, paths: { '/a': { get: { responses } } } });
    const answer = await ask('POST', '/imports', {
      body: whole.slice(0, -20),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'MALFORMED_JSON', retryable: false });
  });

  it('above the size limit is rejected as too large, with the limit', async () => {
    const document = { openapi: '3.1.0', info: { ...info, description: 'x'.repeat(17 * 1024 * 1024) }, paths: {} };
    const { ask } = await startTestServer();
    const answer = await ask('POST', '/imports', { body: { items: [{ document }] } });
    expect(answer.status).toBe(413);
    const problem = (await answer.json()) as { code: string; detail: string };
    expect(problem.code).toBe('PAYLOAD_TOO_LARGE');
    expect(problem.detail).toContain('16777216');
  });

  it('in YAML keeps its anchors and merges, and runs none of its tags', async () => {
    const anchored = await importOne(
      'openapi: 3.1.0\ninfo: { title: Pier, version: "1" }\nservers: [{ url: https://pier.example }]\npaths:\n' +
        '  /a: { get: &get { operationId: readA, responses: { "204": { description: Done. } } } }\n' +
        '  /b: { get: { <<: *get, operationId: readB } }\n',
    );
    expect([anchored.outcome, anchored.operations]).toEqual(['created', 2]);
    const tagged = await importOne('openapi: !!js/function "function () { process.exit(1) }"\npaths: {}\n');
    expect(tagged.status).toBe(400);
    const levels = Array.from({ length: 30 }, (_, at) => `  a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]\n`);
    const bomb = await importOne(`openapi: 3.1.0\nx-bomb:\n  a0: &a0 [x, x]\n${levels.join('')}paths: {}\n`);
    expect(bomb.status).toBe(400);
  });

  it('that refers to files and metadata addresses is read without them, and nothing is fetched', async () => {
    const sent: UpstreamRequest[] = [];
    const upstream = {
      send: async (request: UpstreamRequest) => {
        sent.push(request);
        throw new Error('nothing may be sent');
      },
      close: async () => undefined,
    };
    const answering = (ref: string) => ({
      get: { responses: { '200': { description: 'x', content: { 'application/json': { schema: { $ref: ref } } } } } },
    });
    const paths = {
      '/file': answering('file:///etc/passwd'),
      '/metadata': answering('http://169.254.169.254/latest/meta-data'),
      '/near': answering('../secret.yaml#/a'),
    };
    const answer = await importOne({ openapi: '3.1.0', info, servers, paths }, { overrides: { upstream } });
    expect([answer.outcome, answer.operations]).toEqual(['created', 3]);
    expect(answer.findings).toContain('openapi/reference-not-followed');
    expect(sent).toEqual([]);
  });

  it('with 30,000 paths gives as many operations as an entry may have, and reports how many are left out', async () => {
    const paths = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`/p${at}`, { get: { responses } }]));
    const answer = await importOne({ openapi: '3.1.0', info, servers, paths }, {}, false);
    expect([answer.outcome, answer.operations]).toEqual(['created', 10_000]);
    expect(answer.findings).toEqual(['openapi/operations-beyond-limit']);
  }, 240_000);

  it('with two operations of one id keeps both, under different names', async () => {
    const get = { operationId: 'read', responses };
    const answer = await importOne({ openapi: '3.1.0', info, servers, paths: { '/a': { get }, '/b': { get } } });
    expect([answer.outcome, answer.operations]).toEqual(['created', 2]);
    expect(answer.findings).toContain('openapi/operation-id-repeated');
  });

  it('with schemas that no validator accepts is read, and they are reported', async () => {
    const schema = { type: 'nonsense', pattern: '(((', enum: 'x', properties: [] };
    const content = { 'application/json': { schema } };
    const paths = { '/a': { get: { responses: { '200': { description: 'x', content } } } } };
    const answer = await importOne({ openapi: '3.1.0', info, servers, paths });
    expect(answer.outcome).toBe('created');
    expect(answer.findings).toContain('openapi/schema-keyword');
  });
});

describe('a third-party card', () => {
  const card = {
    name: 'Tug desk',
    description: 'Answers for tugs.',
    version: '1.0.0',
    supportedInterfaces: [{ url: 'https://tugs.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'tug', name: 'Tug', description: 'Says where tugs are.', tags: ['tugs'] }],
  };

  it.each<[string, JsonObject, string]>([
    [
      'of a future version',
      {
        ...card,
        supportedInterfaces: [{ url: 'https://tugs.example', protocolBinding: 'JSONRPC', protocolVersion: '9.0' }],
      },
      'a2a/version-unknown',
    ],
    ['without skills', { ...card, skills: [] }, 'a2a/no-skills'],
    ['with parts of other kinds', { ...card, skills: 7 }, 'a2a/no-skills'],
  ])('%s is rejected with the reason', async (_, document, code) => {
    const answer = await importOne(document);
    expect(answer.outcome).not.toBe('created');
    expect(answer.findings).toContain(code);
  });

  it('is rejected unsigned where signatures are required, and accepted where they are not', async () => {
    const refused = await importOne(card, { flags: { 'a2a.signatures': 'demand' } });
    expect(refused.outcome).not.toBe('created');
    expect(refused.findings).toContain('a2a/unsigned');
    expect((await importOne(card)).outcome).toBe('created');
  });
});
