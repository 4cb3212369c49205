import { createHash } from 'node:crypto';
import type { Store } from '@dragoman/core/engine';
import { createMemoryStore, local } from '@dragoman/core/engine';
import type { AcquireKey, LedgerRow, LedgerStore, Route } from '@dragoman/core/http';
import { createReply, fromWebRequest } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { Ask, TestServer } from '../../server.support.js';
import { pierWeather, startTestServer } from '../../server.support.js';
import { Exchange } from '../exchange.js';
import { duration } from '../keyed-route.js';
import { createDeduplicateWrites } from './deduplicate-writes.js';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.server.close();
  server = undefined;
});

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  server = await startTestServer(options);
  const { keyFor } = server;
  return { ...server, ada: await keyFor('ada', 'registry:write'), bob: await keyFor('bob', 'registry:write') };
}

/** A document without an id: every executed registration creates another service. */
const { id: _, ...nameless } = pierWeather;
const withKey = (key: string, ask: Ask): Ask => ({ ...ask, headers: { 'idempotency-key': key, ...ask.headers } });

async function effects(store: Store): Promise<number> {
  const records = await store.audit.list({ limit: 1000, action: 'entry.create' });
  return records.filter(({ outcome }) => outcome === 'done').length;
}

/** A store whose entry writes fail on demand. */
function failingStore() {
  const store = createMemoryStore();
  const trouble: { now?: () => Error; after?: () => Error } = {};
  const change: Store['entries']['change'] = async (...parameters) => {
    if (trouble.now !== undefined) throw trouble.now();
    const changed = await store.entries.change(...parameters);
    if (trouble.after !== undefined) throw trouble.after();
    return changed;
  };
  return { store: { ...store, entries: { ...store.entries, change } }, trouble };
}

describe('a write with an Idempotency-Key', () => {
  it('[PROF-WRITE-02] [PROF-WRITE-03] is executed once; the repeat gets the first response, marked as replayed', async () => {
    const { ask, store, ada } = await start();
    const send = () => ask('POST', '/agents', withKey('k-1', { key: ada, body: nameless }));
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    for (const name of ['etag', 'location', 'content-type']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(await second.json()).toEqual(await first.json());
    expect(await effects(store)).toBe(1);
    const parallel = await Promise.all(
      [1, 2].map(() => ask('POST', '/agents', withKey('k-2', { key: ada, body: nameless }))),
    );
    expect(parallel.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await effects(store)).toBe(2);
    const other = await ask('POST', '/agents', withKey('k-3', { key: ada, body: nameless }));
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect((await ask('POST', '/agents', { key: ada, body: nameless })).status).toBe(201);
    expect(await effects(store)).toBe(4);
  });

  it('[PROF-WRITE-03] has one effect under 50 concurrent duplicates; duplicates of a running request are rejected', async () => {
    const { ask, store, ada } = await start();
    const send = () => ask('POST', '/agents', withKey('burst', { key: ada, body: nameless }));
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    const running = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status === 201).length + running.length).toBe(50);
    for (const answer of running) {
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(await answer.json()).toMatchObject({ code: 'CALL_RUNNING', retryable: true });
    }
    expect(await effects(store)).toBe(1);
    expect((await send()).headers.get('idempotency-replayed')).toBe('true');
  });

  it.each([
    ['PT24H', {}],
    ['PT2H', { 'ledger.windowSeconds': 7200 }],
  ])(
    '[PROF-WRITE-04] [PROF-WRITE-05] [PROF-WRITE-06] is described on every write: header, window %s and scope',
    async (window, flags) => {
      const { ask } = await start({ flags });
      const api = (await (await ask('GET', '/openapi.json')).json()) as Api;
      const all = Object.values(api.paths).flatMap((item) => Object.entries(item));
      const writes = all.filter(([method, operation]) => method !== 'get' && operation['x-agent']?.read_only === false);
      expect(writes.length).toBeGreaterThanOrEqual(10);
      for (const [, operation] of writes) {
        const parameter = operation.parameters?.find(({ name }) => name === 'Idempotency-Key');
        expect(parameter, operation.operationId).toMatchObject({ in: 'header', required: false });
        expect(parameter?.description, operation.operationId).toMatch(
          new RegExp(`for ${window} a repeat gets the first response, per caller and operation`),
        );
        const idempotency = { in: 'header', name: 'Idempotency-Key', window, scope: 'per caller and operation' };
        expect(operation['x-agent']?.idempotency, operation.operationId).toMatchObject(idempotency);
        expect(operation.responses['409'], operation.operationId).toBeDefined();
      }
      const reads = all.filter(([method]) => method === 'get');
      expect(reads.some(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))).toBe(
        false,
      );
    },
  );

  it('[PROF-WRITE-06] applies per caller and operation, for the length of the window', async () => {
    const { ask, store, clock, ada, bob } = await start();
    const send = (key: string) => ask('POST', '/agents', withKey('same', { key, body: nameless }));
    expect((await send(ada)).status).toBe(201);
    expect((await send(bob)).headers.get('idempotency-replayed')).toBeNull();
    const sources = { key: ada, body: { urls: ['https://a.example/card.json'], interval_seconds: 3600 } };
    expect((await ask('POST', '/sources', withKey('same', sources))).ok).toBe(true);
    clock.time += 86_400_000 - 1;
    expect((await send(ada)).headers.get('idempotency-replayed')).toBe('true');
    clock.time += 1;
    expect((await send(ada)).headers.get('idempotency-replayed')).toBeNull();
    expect(await effects(store)).toBe(3);
  });

  it('[PROF-WRITE-07] keeps final responses, successes and failures, but never a temporary failure', async () => {
    const { store, trouble } = failingStore();
    const { ask, ada } = await start({ store });
    const send = (body: unknown = nameless) => ask('POST', '/agents', withKey('k', { key: ada, body }));
    trouble.now = () => new Failure('UNAVAILABLE', { retryAfter: 1 });
    expect((await send()).status).toBe(503);
    delete trouble.now;
    const first = await send();
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect((await send()).headers.get('idempotency-replayed')).toBe('true');
    const faulty = () => ask('POST', '/agents', withKey('faulty', { key: ada, body: { name: 7 } }));
    const refused = await faulty();
    const again = await faulty();
    expect([refused.status, again.status]).toEqual([400, 400]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const { trace_id: one, ...problem } = (await refused.json()) as Record<string, unknown>;
    const { trace_id: other, ...replayed } = (await again.json()) as Record<string, unknown>;
    expect(replayed).toEqual(problem);
    expect(other).not.toBe(one);
  });

  it('[PROF-WRITE-08] rejects the key with another body, path or condition, and executes nothing', async () => {
    const { ask, store, ada } = await start();
    await ask('POST', '/agents', withKey('k', { key: ada, body: nameless }));
    const other = await ask('POST', '/agents', withKey('k', { key: ada, body: { ...nameless, version: '2.0.0' } }));
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', retryable: false });
    expect(await effects(store)).toBe(1);
    for (const id of ['one', 'two']) await ask('POST', '/agents', { key: ada, body: { ...pierWeather, id } });
    expect((await ask('DELETE', '/agents/one', withKey('d', { key: ada }))).ok).toBe(true);
    expect((await ask('DELETE', '/agents/two', withKey('d', { key: ada }))).status).toBe(409);
    expect((await ask('GET', '/agents/two', { key: ada })).status).toBe(200);
    const replayed = await ask('DELETE', '/agents/one', withKey('d', { key: ada }));
    expect([replayed.ok, replayed.headers.get('idempotency-replayed')]).toEqual([true, 'true']);
  });
});

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; description?: string }[];
  responses: Record<string, unknown>;
  'x-agent'?: Record<string, unknown>;
}
interface Api {
  paths: Record<string, Record<string, Described>>;
}

describe('a key', () => {
  it.each(['', ' ', 'two words', 'x'.repeat(256), 'naïve'])('of the form %j is rejected', async (key) => {
    const { ask, store, ada } = await start();
    const answer = await ask('POST', '/agents', withKey(key, { key: ada, body: nameless }));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ field_errors: [{ field: 'Idempotency-Key' }] });
    expect(await effects(store)).toBe(0);
  });

  it('of a dry run is not remembered, so the same key works for the real request', async () => {
    const { ask, store, ada } = await start();
    const dry = withKey('k', { key: ada, body: nameless, headers: { 'x-dry-run': 'true' } });
    expect((await ask('POST', '/agents', dry)).status).toBe(200);
    expect(await effects(store)).toBe(0);
    const real = await ask('POST', '/agents', withKey('k', { key: ada, body: nameless }));
    expect([real.status, real.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('is not used up by a temporary refusal: a missing permission or a condition', async () => {
    const { ask, ada, bob } = await start();
    await ask('POST', '/agents', { key: ada, body: pierWeather });
    const replace = (ask_: Ask) => ask('PUT', '/agents/pier-weather', withKey('k', { body: pierWeather, ...ask_ }));
    expect((await replace({ key: ada, headers: { 'if-match': '"stale"' } })).status).toBe(412);
    const again = await replace({ key: ada });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
    const foreign = await replace({ key: bob });
    expect([403, 404]).toContain(foreign.status);
  });

  it('on a read has no effect', async () => {
    const { ask } = await start();
    expect((await ask('GET', '/agents', withKey('not a valid key', {}))).status).toBe(200);
  });

  it('[PROF-WRITE-03] never stores a secret in the ledger: a repeat creates no second key and gets the response without the secret', async () => {
    const { ask, store, keyFor } = await start();
    const admin = await keyFor('root', 'admin');
    const body = { name: 'build job', scopes: ['registry:read'] };
    const send = () => ask('POST', '/keys', withKey('k', { key: admin, body }));
    const made = await send();
    const { key, ...rest } = (await made.json()) as { key: string };
    const kept = await store.ledger.find(JSON.stringify(['api', 'root', 'keys_create']), 'k');
    expect(kept?.state).toBe('settled');
    expect(JSON.stringify(kept)).not.toContain(key.slice(-12));
    const second = await send();
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([made.status, 'true']);
    expect(await second.json()).toEqual(rest);
    expect((await store.keys.list()).filter(({ name }) => name === 'build job')).toHaveLength(1);
  });

  it('remembers that a response was too large to keep', async () => {
    const { ask, store, ada } = await start({ flags: { 'ledger.answerBytes': 10 } });
    const send = () => ask('POST', '/agents', withKey('k', { key: ada, body: nameless }));
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(409);
    expect(await effects(store)).toBe(1);
  });
});

describe('a write with an unknown outcome', () => {
  it.each([
    ['the database is lost while saving', () => new Failure('UNAVAILABLE', { outcomeUnknown: true })],
    ['an internal error follows the change', () => new Error('broken')],
  ])('is never silently executed a second time: %s', async (_name, error) => {
    const { store, trouble } = failingStore();
    const { ask, ada, clock } = await start({ store });
    const send = () => ask('POST', '/agents', withKey('k', { key: ada, body: nameless }));
    trouble.after = error;
    expect((await send()).status).toBeGreaterThanOrEqual(500);
    delete trouble.after;
    expect(await (await send()).json()).toMatchObject({ code: 'CALL_RUNNING' });
    clock.time += 31_000;
    const repeat = await send();
    expect(repeat.status).toBe(409);
    const detail = expect.stringContaining('after it had stored: entry.create ');
    expect(await repeat.json()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryable: false, detail });
    expect(await effects(store)).toBe(1);
  });

  it.each([
    ['a registration', '/agents', nameless],
    ['an import', '/imports', { items: [{ document: nameless }] }],
  ])('is executed by the repeat when nothing was stored: %s', async (_name, path, body) => {
    const { store, trouble } = failingStore();
    const { ask, ada, clock } = await start({ store });
    const send = () => ask('POST', path, withKey('k', { key: ada, body }));
    const abandoned: LedgerRow[] = [];
    const begin = store.ledger.begin;
    store.ledger.begin = (row, now) => {
      abandoned.push(row);
      return begin(row, now);
    };
    // The server is gone before it stores anything: its row stays as it is.
    trouble.now = () => new Failure('UNAVAILABLE', { outcomeUnknown: true });
    store.ledger.release = async () => undefined;
    store.ledger.settle = async () => undefined;
    await send();
    delete trouble.now;
    expect(abandoned).toMatchObject([{ state: 'sent', trace: { after: expect.any(Number) } }]);
    expect(await (await send()).json()).toMatchObject({ code: 'CALL_RUNNING' });
    clock.time += 31_000;
    expect([200, 201, 207]).toContain((await send()).status);
    expect(await effects(store)).toBe(1);
  });

  it('is executed again when it imports documents with ids, after a cut-off and after a temporary failure', async () => {
    const { store, trouble } = failingStore();
    const { ask, ada, clock } = await start({ store });
    const body = { items: [{ document: pierWeather }] };
    const send = (key: string) => ask('POST', '/imports', withKey(key, { key: ada, body }));
    trouble.now = () => new Failure('UNAVAILABLE');
    expect((await send('k')).status).toBe(207);
    delete trouble.now;
    expect((await send('k')).status).toBe(200);
    const settle = store.ledger.settle;
    store.ledger.settle = async () => undefined;
    expect((await send('l')).status).toBe(200);
    store.ledger.settle = settle;
    clock.time += 31_000;
    const repeated = await send('l');
    expect(await repeated.json()).toMatchObject({ summary: { unchanged: 1 } });
    expect(await effects(store)).toBe(1);
  });

  it('is executed again when it replaces the whole resource, which is harmless', async () => {
    const { store, trouble } = failingStore();
    const { ask, ada } = await start({ store });
    await ask('POST', '/agents', { key: ada, body: pierWeather });
    const send = () => ask('PUT', '/agents/pier-weather', withKey('k', { key: ada, body: pierWeather }));
    trouble.after = () => new Failure('UNAVAILABLE', { outcomeUnknown: true });
    expect((await send()).status).toBe(503);
    delete trouble.after;
    expect((await send()).status).toBe(200);
  });

  it('gets its response although the ledger fails afterwards, and a repeat reports an unknown outcome', async () => {
    const memory = createMemoryStore();
    const settle: LedgerStore['settle'] = () => Promise.reject(new Failure('UNAVAILABLE'));
    const store = { ...memory, ledger: { ...memory.ledger, settle } };
    const { ask, ada, clock, log } = await start({ store });
    const send = () => ask('POST', '/agents', withKey('k', { key: ada, body: nameless }));
    expect((await send()).status).toBe(201);
    expect(log().some(({ during }) => during === 'ledger')).toBe(true);
    expect(await (await send()).json()).toMatchObject({ code: 'CALL_RUNNING' });
    clock.time += 31_000;
    expect(await (await send()).json()).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(await effects(store)).toBe(1);
  });
});

describe('the fingerprint of a request', () => {
  /** The ledger record of a request with this body to a route with or without a secret input. */
  async function fingerprintOf(body: string, takesSecret: boolean): Promise<string> {
    const seen: string[] = [];
    const acquireKey: AcquireKey = async ({ fingerprint }) => {
      seen.push(fingerprint);
      return { answer: { status: 204, headers: {} } };
    };
    const request = fromWebRequest(
      new Request('http://127.0.0.1/x', { method: 'POST', body, headers: { 'idempotency-key': 'k' } }),
    );
    const describe = { operationId: 'x', tag: '', summary: '', description: '', responses: {} };
    const handle = async () => createReply(null);
    const route: Route = {
      method: 'POST',
      path: '/x',
      budget: 'write',
      access: 'admin',
      takesSecret,
      describe,
      handle,
    };
    const exchange = new Exchange({ request, target: '/x', clientAddress: '127.0.0.1', certificate: undefined });
    Object.assign(exchange, { match: { path: '/x', route, allow: ['POST'], params: {} }, caller: local });
    const step = createDeduplicateWrites({
      acquireKey,
      audit: createMemoryStore().audit,
      bodyBytes: 1000,
      answerSize: 1000,
    });
    expect((await step(exchange, handle)).status).toBe(204);
    expect(new TextDecoder().decode(await exchange.request.bytes(1000))).toBe(body);
    return seen[0] ?? '';
  }

  it('differs between bodies, and does not reveal a secret to an attacker who can hash', async () => {
    const plain = await fingerprintOf('{"secret":"1234"}', false);
    const slow = await fingerprintOf('{"secret":"1234"}', true);
    const facts = JSON.stringify(['POST', '/x', '', null, 'text/plain;charset=UTF-8']);
    expect(plain).toBe(createHash('sha256').update(`${facts}{"secret":"1234"}`).digest('hex'));
    expect(slow).not.toBe(plain);
    expect(await fingerprintOf('{"secret":"1234"}', true)).toBe(slow);
    expect(await fingerprintOf('{"secret":"1235"}', true)).not.toBe(slow);
  });
});

describe('a duration', () => {
  it.each([
    [86_400, 'PT24H'],
    [5400, 'PT90M'],
    [90, 'PT90S'],
  ])('of %i seconds is written %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});
