/**
 * Malformed input over real sockets against the real server. The response is always a clear error, the server keeps
 * answering other callers, and nothing is stored.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import type { RawRequest } from './raw-request.js';
import { sendBytes, sendRaw } from './raw-request.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const megabyte = 1024 * 1024;
let folder: string;
let server: ServerProcess;

const send = (path: string, request?: RawRequest) => sendRaw(server.port, path, request);
const post = (path: string, body: unknown) => send(path, { method: 'POST', body: JSON.stringify(body) });
const postText = (path: string, body: string | Uint8Array) => send(path, { method: 'POST', body });
const pathOf = (id: string) => `/agents/${encodeURIComponent(id)}`;
const remove = async (id: string) => expect((await send(pathOf(id), { method: 'DELETE' })).status).toBe(204);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-hostile-'));
  server = await startServerProcess({
    cwd: folder,
    env: { DRAGOMAN_STORE_PATH: join(folder, 'hostile.db'), DRAGOMAN_LIMITS_REQUEST_SECONDS: '2' },
  });
  // The first requests load modules, which is not the memory that a body costs.
  await send('/agents');
  expect((await post('/agents', {})).status).toBe(400);
});
afterAll(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  expect((await send('/healthz')).status).toBe(200);
  const list = await send('/agents?top=0&status=active,inactive,deprecated');
  expect(list.headers['x-total-count']).toBe('0');
});

describe('bodies', () => {
  /** Peak memory use in bytes; available on Linux only. */
  const peakMemory = () => {
    const status = process.platform === 'linux' ? readFileSync(`/proc/${server.pid}/status`, 'utf8') : '';
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  };
  function* fifty(frame: (chunk: Buffer) => Iterable<string | Uint8Array>) {
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    for (let sent = 0; sent < 50 * megabyte; sent += chunk.byteLength) yield* frame(chunk);
  }
  const head = (length: string) =>
    `POST /agents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${length}\r\nConnection: close\r\n\r\n`;

  it('with a declared length of 50 MB are rejected', async () => {
    const before = peakMemory();
    const answer = await sendBytes(
      server.port,
      (function* () {
        yield head(`Content-Length: ${50 * megabyte}`);
        yield* fifty((chunk) => [chunk]);
      })(),
    );
    expect(answer.statuses).toEqual([413]);
    expect(answer.text).toContain('PAYLOAD_TOO_LARGE');
    // What is read and discarded is garbage for a while; a kept body would cost all of it.
    expect(peakMemory() - before).toBeLessThan(45 * megabyte);
  });

  it('of 50 MB in chunks are aborted at the limit', async () => {
    const before = peakMemory();
    const answer = await sendBytes(
      server.port,
      (function* () {
        yield head('Transfer-Encoding: chunked');
        yield* fifty((chunk) => [`${chunk.byteLength.toString(16)}\r\n`, chunk, '\r\n']);
      })(),
    );
    expect(answer.statuses).toEqual([413]);
    expect(answer.sent).toBeLessThan(50 * megabyte);
    expect(peakMemory() - before).toBeLessThan(32 * megabyte);
  });

  it.each([
    ['arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['unclosed arrays', '['.repeat(500_000)],
  ])('with 10,000 levels of %s are rejected', async (_kind, nested) => {
    for (const path of ['/agents', '/agents/search', '/imports', '/sources']) {
      expect((await postText(path, nested)).status).toBe(400);
    }
    expect(
      (await postText('/agents', JSON.stringify(agentDocument('deep')).replace('{', `{"x":${nested},`))).status,
    ).toBe(400);
  });

  it.each([
    ['empty', ''],
    ['truncated', '{"name": "x"'],
    ['followed by a second document', '{} {}'],
    ['with a trailing comma', '{"name": "x",}'],
    ['with a comment', '{} // x'],
    ['single quotes', "{'name': 'x'}"],
    ['NaN', '{"name": NaN}'],
    ['a number out of range', '{"name": 1e999}'],
    ['a raw control character', '{"name": "a\u0001b"}'],
    ['with an unpaired surrogate', '{"name": "\\ud800"}'],
    ['with a duplicate member', '{"name": "a", "name": "b"}'],
    ['a number', '7'],
    ['null', 'null'],
    ['an array', '[]'],
  ])('that are malformed are rejected: %s', async (_what, text) => {
    const answer = await postText('/agents', text);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json']);
  });

  it.each([
    ['a stray continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('in invalid UTF-8 (%s) are rejected', async (_what, bytes) => {
    const text = JSON.stringify(agentDocument('utf')).slice(0, -1);
    const body = Buffer.concat([Buffer.from(`${text},"x":`), Buffer.from(bytes), Buffer.from('}')]);
    expect((await postText('/agents', body)).json).toMatchObject({ status: 400, code: 'MALFORMED_JSON' });
  });

  it('of another type or encoding are rejected', async () => {
    const body = JSON.stringify(agentDocument('typed'));
    const as = (headers: Record<string, string>) => send('/agents', { method: 'POST', body, headers });
    expect((await as({ 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await as({ 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await as({ 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  it('with __proto__ members are rejected, and no prototype is polluted', async () => {
    const whole = JSON.stringify(agentDocument('proto'));
    for (const member of [
      '"__proto__":{"status":"x"}',
      '"\\u005f_proto__":{}',
      '"x":{"__proto__":{"visibility":"private"}}',
    ]) {
      expect((await postText('/agents', whole.replace('{', `{${member},`))).status).toBe(400);
    }
    const kept = await postText(
      '/agents',
      whole.replace('{', '{"constructor":{"prototype":{"polluted":true}},"toString":1,'),
    );
    expect(kept.status).toBe(201);
    expect((await send('/agents/proto')).json).toMatchObject({
      toString: 1,
      constructor: { prototype: { polluted: true } },
    });
    await remove('proto');
  });
});

describe('schemas', () => {
  const withInputs = (inputs: unknown, more: Record<string, unknown> = {}) =>
    post('/agents', agentDocument('schema', { inputs, ...more }));

  it.each([
    ['a cycle of references', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['a reference to itself', { $ref: '#' }],
    ['a remote reference', { $ref: 'https://schemas.example.com/order.json' }],
    ['a remote reference to this machine', { type: 'object', properties: { a: { $ref: 'http://127.0.0.1:1/x' } } }],
    ['a reference to a file', { type: 'object', properties: { a: { $ref: 'file:///etc/passwd' } } }],
    ['a dangling reference', { $ref: '#/$defs/missing' }],
    ['an invalid type', { type: 'strnig' }],
    ['required as a string', { type: 'object', required: 'text' }],
  ])('with %s are rejected with the location', async (_what, inputs) => {
    const answer = await withInputs(inputs);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json.field_errors)).toContain('/inputs');
  });

  it('with 100,000 properties are rejected', async () => {
    const properties = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [n.toString(36), {}]));
    expect((await withInputs({ properties })).status).toBe(400);
  });

  it.each(['^(a+)+$', '^(a|a)*$', '^([a-z]+)*\\d$', '(.*a){25}'])(
    'with the pattern %s and an example with catastrophic backtracking do not block the server',
    async (pattern) => {
      const inputs = { type: 'object', properties: { text: { type: 'string', pattern } } };
      const examples = [{ input: { text: `${'a'.repeat(50_000)}!` }, output: {} }];
      const operations = [{ name: 'match', description: 'Matches.', inputs, outputs: { type: 'object' }, examples }];
      const slow = post('/agents', agentDocument('schema', { operations }));
      const others = Array.from({ length: 10 }, () => send('/healthz'));
      const { status } = await slow;
      expect((await Promise.all(others)).every((answer) => answer.status === 200)).toBe(true);
      expect([201, 400]).toContain(status);
      if (status === 201) await remove('schema');
    },
  );
});

describe('ids and paths', () => {
  it('rejects an id of 10 KB in a body and in a path', async () => {
    const id = 'x'.repeat(10_240);
    expect((await post('/agents', agentDocument(id, { name: 'Long' }))).json).toMatchObject({
      status: 400,
      field_errors: [{ field: 'id' }],
    });
    expect((await send(`/agents/${id}`)).status).toBe(414);
  });

  it.each([
    'a/b',
    '../x',
    '..',
    '.',
    'emoji-🧭-é',
    '100%25',
    '%2e%2e',
    'a?b#c',
    'a b',
    'search',
    'public',
    'ﬁ',
    '-',
    'a\\b',
    'a;b=c',
    '//',
  ])('rejects the id %j, or stores it exactly and only under its own path', async (id) => {
    const { status, json, headers } = await post('/agents', agentDocument(id));
    if (status === 400) {
      expect(json.field_errors).toMatchObject([{ field: 'id' }]);
      return;
    }
    expect([status, headers.location]).toEqual([201, pathOf(id)]);
    expect((await send(pathOf(id))).json).toMatchObject({ id });
    await remove(id);
    expect((await send(pathOf(id))).status).toBe(404);
  });

  it.each([
    { what: '/agents/%zz', path: '/agents/%zz' },
    { what: '/agents/%', path: '/agents/%' },
    { what: '/agents/%E0%A4', path: '/agents/%E0%A4' },
    { what: '/agents/%ff', path: '/agents/%ff' },
    { what: '/agents/%00', path: '/agents/%00' },
    { what: '/agents/..%2f..%2fetc%2fpasswd', path: '/agents/..%2f..%2fetc%2fpasswd' },
    { what: '/agents/%2e%2e', path: '/agents/%2e%2e' },
    { what: '/agents/%2e%2e/healthz', path: '/agents/%2e%2e/healthz' },
    { what: '/agents/../healthz', path: '/agents/../healthz' },
    { what: '/agents/./search', path: '/agents/./search' },
    { what: '/agents//', path: '/agents//' },
    { what: '//healthz', path: '//healthz' },
    { what: '/healthz/', path: '/healthz/' },
    { what: '/healthz%00', path: '/healthz%00' },
    { what: '/agents/x/versions/-1', path: '/agents/x/versions/-1' },
    { what: '/agents/x/versions/1e9', path: '/agents/x/versions/1e9' },
    { what: '/agents/x/versions/99999999999999999999', path: '/agents/x/versions/99999999999999999999' },
    { what: '/agents?top=-1', path: '/agents?top=-1' },
    { what: '/agents?top=1e3', path: '/agents?top=1e3' },
    { what: '/agents?skip=99999999999', path: '/agents?skip=99999999999' },
    { what: '/agents?nonsense=1', path: '/agents?nonsense=1' },
    { what: 'a filter of 3,000 characters', path: `/agents?capability=${'x'.repeat(3_000)}` },
    { what: 'a thousand parameters', path: `/agents?${'tag=a&'.repeat(1_000)}` },
  ])('answers $what with problem details', async ({ path }) => {
    const answer = await send(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json.trace_id).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('batches and concurrent writes', () => {
  it('accepts only the first of two documents with one id in a batch', async () => {
    const items = ['first', 'second'].map((description) => ({ document: agentDocument('twice', { description }) }));
    const answer = await post('/imports', { items });
    expect(answer.status).toBe(207);
    expect(answer.json).toMatchObject({
      results: [{ status: 201 }, { status: 409, error: { code: 'CONFLICT' } }],
      summary: { created: 1, failed: 1 },
    });
    expect((await send('/agents/twice')).json).toMatchObject({ description: 'first' });
    await remove('twice');
  });

  it('rejects a document of a million descriptions with one error', async () => {
    const many = `[${'0,'.repeat(1_000_000)}0]`;
    const answer = await postText('/imports', `{"items":[{"document":${many}},{"document":${many.slice(0, 101)}0]}]}`);
    expect(answer.status).toBe(207);
    expect(answer.text.length).toBeLessThan(100_000);
    expect(answer.json.results).toMatchObject([
      { index: 0, status: 400, error: { code: 'INVALID_INPUT' } },
      ...Array(51).fill({ index: 1 }),
    ]);
  });

  it('accepts one of twenty conditional writes of the same version', async () => {
    const { headers } = await post('/agents', agentDocument('contested'));
    const write = (n: number, more: Record<string, string>) =>
      send('/agents/contested', {
        method: 'PUT',
        body: JSON.stringify(agentDocument('contested', { description: `Writer ${n}.` })),
        headers: more,
      });
    const guarded = await Promise.all(
      Array.from({ length: 20 }, (_, n) => write(n, { 'If-Match': String(headers.etag) })),
    );
    const winners = guarded.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(guarded.filter(({ status }) => status === 412)).toHaveLength(19);
    expect((await send('/agents/contested')).json).toMatchObject({ description: `Writer ${winners[0]}.` });
    const free = await Promise.all(Array.from({ length: 20 }, (_, n) => write(100 + n, {})));
    expect(free.every(({ status }) => status === 200)).toBe(true);
    expect((await send('/agents/contested')).headers.etag).toMatch(/^"r22-/);
    await remove('contested');
  });
});

describe('malformed HTTP requests', () => {
  const smuggled = 'GET /agents HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
  const start = 'POST /agents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';

  it.each([
    ['both lengths', `${start}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['two lengths', `${start}Content-Length: 5\r\nContent-Length: 60\r\n\r\n{}   ${smuggled}`],
    ['a negative length', `${start}Content-Length: -5\r\n\r\n${smuggled}`],
    ['a length with a sign', `${start}Content-Length: +5\r\n\r\n{}   ${smuggled}`],
    ['an unknown transfer coding', `${start}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
    ['an invalid chunk size', `${start}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['a blank before the colon', `${start}Content-Length : 5\r\n\r\n{}   ${smuggled}`],
    ['a folded header', `${start}X-A: 1\r\n Content-Length: 5\r\n\r\n${smuggled}`],
    ['lines that end in LF', 'GET /agents HTTP/1.1\nHost: 127.0.0.1\n\n'],
    ['no host', 'GET /agents HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET /agents HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
    ['a foreign host', 'GET /agents HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
    ['no method', ' /agents HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['an invalid version', 'GET /agents HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n'],
    ['a NUL in a header', 'GET /agents HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: a\0b\r\n\r\n'],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03hello'],
  ])('are rejected and the connection is closed: %s', async (_what, text) => {
    const { statuses } = await sendBytes(server.port, [Buffer.from(text, 'latin1')]);
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect([400, 403, 408, 421, 501, 505]).toContain(status);
  });

  it.each([
    ['no host', /Host header/, ''],
    ['two hosts', /more than one Host header/, 'Host: 127.0.0.1\r\nhost: 127.0.0.1\r\n'],
  ])('get a clear error when they have %s', async (_what, words, hosts) => {
    for (const begin of ['GET /agents HTTP/1.1', 'POST /agents/x/mcp HTTP/1.1\r\nContent-Length: 0']) {
      const { statuses, text } = await sendBytes(server.port, [`${begin}\r\n${hosts}Connection: close\r\n\r\n`]);
      expect([statuses, text]).toEqual([[400], expect.stringContaining('"code":"INVALID_INPUT"')]);
      expect(text).toMatch(words);
    }
  });

  it('with thousands of headers, a huge header or an endless URL are rejected', async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`x-${n}`, 'y']));
    expect([400, 431]).toContain((await send('/agents', { headers: many })).status);
    expect((await send('/agents', { headers: { 'x-large': 'y'.repeat(200_000) } })).status).toBe(431);
    expect((await send(`/agents?q=${'y'.repeat(10_000)}`)).status).toBe(414);
  });

  it.each([
    ['a head', 'GET /agents HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: '],
    ['a body', `${start}Content-Length: 100000\r\n\r\n{"id":"`],
  ])('that send %s endlessly slowly are aborted', async (_what, first) => {
    const trickle = async function* () {
      yield first;
      for (let n = 0; n < 600; n += 1) {
        await sleep(100);
        yield 'x';
      }
    };
    const { statuses, sent } = await sendBytes(server.port, trickle());
    expect(sent).toBeLessThan(first.length + 400);
    for (const status of statuses) expect([400, 408]).toContain(status);
  });

  it('that end in the middle of their body do no harm', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const leaving = new AbortController();
        const sent = fetch(`${server.url}/agents`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: new ReadableStream({
            start: (controller) => controller.enqueue(Buffer.from('{"id":"left",')),
          }),
          signal: leaving.signal,
          duplex: 'half',
        } as RequestInit).catch(() => undefined);
        await sleep(20);
        leaving.abort();
        await sent;
      }),
    );
  });
});
