import type { JsonObject } from '@dragoman/model';
import { Failure, failures } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../catalogue/memory-store.js';
import type { Answer, Face, Sent } from './face.support.js';
import { agent, ann, bob, createFace } from './face.support.js';

/** Every kind of error on every route, with its status. */
const faults: [string, string, string, Sent, number][] = [
  ['no credential', 'POST', '/agents', { body: agent('x') }, 401],
  ['no credential', 'PUT', '/agents/a', { body: agent('a') }, 401],
  ['no credential', 'DELETE', '/agents/a', {}, 401],
  ['no credential', 'POST', '/agents/a/restore', {}, 401],
  ['no credential', 'GET', '/agents/a/versions', {}, 401],
  ['broken JSON', 'POST', '/agents', { as: ann, body: '{' }, 400],
  ['broken JSON', 'PUT', '/agents/a', { as: ann, body: '{' }, 400],
  ['broken JSON', 'POST', '/agents/search', { body: '{' }, 400],
  ['a faulty document', 'POST', '/agents', { as: ann, body: {} }, 400],
  ['a faulty document', 'PUT', '/agents/a', { as: ann, body: {} }, 400],
  ['a faulty search', 'POST', '/agents/search', { body: { top: 'x' } }, 400],
  ['a faulty parameter', 'GET', '/agents?top=x', {}, 400],
  ['a faulty parameter', 'GET', '/agents/public?shape=x', {}, 400],
  ['a made-up cursor', 'GET', '/agents?cursor=x', {}, 400],
  ['another caller', 'PUT', '/agents/a', { as: bob, body: agent('a') }, 403],
  ['another caller', 'DELETE', '/agents/a', { as: bob }, 403],
  ['an unknown id', 'GET', '/agents/none', {}, 404],
  ['an unknown id', 'PUT', '/agents/none', { as: ann, body: agent('none') }, 404],
  ['an unknown id', 'DELETE', '/agents/none', { as: ann }, 404],
  ['an unknown path', 'GET', '/agents/a/b/c/d', {}, 404],
  ['a wrong method', 'GET', '/agents/search', {}, 405],
  ['a wrong method', 'DELETE', '/agents', { as: ann }, 405],
  ['an unacceptable type', 'GET', '/agents', { headers: { Accept: 'text/html' } }, 406],
  ['an unacceptable type', 'GET', '/agents/a', { headers: { Accept: 'image/png' } }, 406],
  ['an unacceptable type', 'POST', '/agents/search', { body: {}, headers: { Accept: 'text/csv' } }, 406],
  ['a live agent', 'POST', '/agents/a/restore', { as: ann }, 409],
  ['a stale tag', 'PUT', '/agents/a', { as: ann, body: agent('a'), headers: { 'If-Match': '"r9-x"' } }, 412],
  ['a body too large', 'POST', '/agents', { as: ann, body: agent('x', { description: 'x'.repeat(20_000) }) }, 413],
  ['a wrong body type', 'POST', '/agents', { as: ann, body: '{}', headers: { 'Content-Type': 'text/plain' } }, 415],
  ['a wrong body type', 'POST', '/agents/search', { body: '{}', headers: { 'Content-Type': 'text/xml' } }, 415],
];

async function answered(face: Face, [, method, path, sent]: (typeof faults)[number]): Promise<Answer> {
  await face.register(agent('a'));
  return face.send(method, path, sent);
}

describe('errors', () => {
  it.each(faults)('[AIDIP-ERR-02] [AIDIP-ERR-03] [AIDIP-ERR-11] %s: %s %s', async (...fault) => {
    const answer = await answered(createFace({ bodyBytes: 10_000 }), fault);
    const status = fault[4];
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    const error = answer.object.error as JsonObject;
    expect(error.code).toMatch(/^[A-Z][A-Za-z]+$/);
    expect(String(error.message).length).toBeGreaterThan(0);
    expect(answer.object).toMatchObject({
      status,
      retryable: false,
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const again = await createFace({ bodyBytes: 10_000 });
    expect((await answered(again, fault)).object.error).toMatchObject({ code: error.code });
  });

  it('[AIDIP-ERR-01] answers 400 when any required field is missing, or the JSON is invalid', async () => {
    const face = createFace();
    const whole = agent('a');
    for (const member of ['name', 'description', 'capabilities', 'endpoint', 'operations']) {
      const { [member]: left, ...without } = whole;
      const refused = await face.send('POST', '/agents', { as: ann, body: without });
      expect([member, refused.status, refused.object.code]).toEqual([member, 400, 'INVALID_INPUT']);
    }
    const broken = await face.send('POST', '/agents', { as: ann, body: '{"name": "x",}' });
    expect([broken.status, broken.object.code]).toEqual([400, 'MALFORMED_JSON']);
  });

  it('distinguishes a missing credential from an insufficient one', async () => {
    const face = createFace();
    const missing = await face.send('POST', '/agents', { body: agent('a') });
    const insufficient = await face.send('POST', '/agents', {
      as: { ...bob, scopes: ['registry:read'] },
      body: agent('a'),
    });
    expect([missing.status, insufficient.status]).toEqual([401, 403]);
    expect(missing.object.detail).not.toBe(insufficient.object.detail);
  });

  it('[AIDIP-ERR-06] answers 404 for an unknown or deleted agent', async () => {
    const face = createFace();
    await face.register(agent('a'));
    expect((await face.send('GET', '/agents/b')).object.error).toMatchObject({ code: 'NotFound' });
    await face.send('DELETE', '/agents/a', { as: ann });
    const gone = await face.send('GET', '/agents/a');
    expect([gone.status, gone.object.error]).toMatchObject([404, { code: 'NotFound' }]);
  });

  it('logs internal errors and does not show them', async () => {
    const store = createMemoryStore();
    const face = createFace({}, { store });
    await face.register(agent('a'));
    store.entries.readMany = async () => {
      throw new Error('password=hunter2 is wrong');
    };
    const answer = await face.send('GET', '/agents/a');
    expect([answer.status, answer.object.error]).toMatchObject([500, { code: 'AgentError' }]);
    expect(answer.text).not.toMatch(/hunter2|at .*\.ts|stack/);
    expect(String(face.log[0])).toContain('hunter2');
  });

  it.each([
    ['INTERNAL', 500],
    ['UPSTREAM_ERROR', 502],
    ['UNAVAILABLE', 503],
    ['UPSTREAM_TIMEOUT', 504],
  ] as const)('[AIDIP-ERR-08] answers %s with the error object too', async (code, status) => {
    const store = createMemoryStore();
    const face = createFace({}, { store });
    await face.register(agent('a'));
    store.entries.readMany = async () => {
      throw new Failure(code, { retryAfter: 2 });
    };
    for (const [method, path, body] of [
      ['GET', '/agents/a'],
      ['GET', '/agents?fields=id,tags'],
      ['POST', '/agents/search', { include_metadata: true }],
    ] as const) {
      const answer = await face.send(method, path, { body });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
      expect(answer.object).toMatchObject({ code, retry_after: 2, error: { code: failures[code].aidip } });
      expect(String((answer.object.error as JsonObject).message).length).toBeGreaterThan(0);
      expect(answer.headers.get('retry-after')).toBe('2');
    }
  });

  it('[AIDIP-META-23] answers in JSON, and reports it to clients that do not accept JSON', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const plain = await face.send('GET', '/agents/a');
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'application/json']);
    const other = await face.send('GET', '/agents/a', { headers: { Accept: 'application/ld+json' } });
    expect([other.status, other.object.code]).toEqual([406, 'NOT_ACCEPTABLE']);
  });
});
