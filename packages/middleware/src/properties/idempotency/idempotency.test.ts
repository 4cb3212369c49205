import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { addProperties, type FetchHandler } from '../../fetch.js';
import { createMemoryStore } from '../../stores/index.js';
import { createDryRun, isDryRun } from '../dry-run/index.js';
import { createIdempotency, type IdempotencyOptions } from './index.js';

interface Sent {
  key?: string;
  body?: string;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
}

/** A host that answers sequentially and counts its runs. */
function host(answers: FetchHandler | readonly (() => Response)[], options: IdempotencyOptions = {}) {
  let ran = 0;
  const handler: FetchHandler = (request, call) => {
    ran += 1;
    if (typeof answers === 'function') return answers(request, call);
    const answer = answers[Math.min(ran, answers.length) - 1];
    return answer?.() ?? Response.json({ ran }, { status: 201 });
  };
  const serve = addProperties(handler, [createIdempotency(options)]);
  const send = ({ key, body = '{}', method = 'POST', path = '/tasks', headers = {} }: Sent = {}) =>
    serve(
      new Request(`https://api.example${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...headers,
        },
        ...(method === 'GET' ? {} : { body }),
      }),
    );
  return { send, ran: () => ran };
}

describe('a repeat', () => {
  it('[PROF-WRITE-02] [PROF-WRITE-03] gets the first response again, and nothing is executed twice', async () => {
    const answer = () =>
      new Response('{"id": 9007199254740993}', {
        status: 201,
        headers: { 'content-type': 'application/json', location: '/tasks/1', 'set-cookie': 'session=1', etag: '"1"' },
      });
    const { send, ran } = host([answer]);
    const first = await send({ key: 'a' });
    const second = await send({ key: 'a' });
    expect([second.status, await second.text(), ran()]).toEqual([201, await first.text(), 1]);
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect([second.headers.get('location'), second.headers.get('etag')]).toEqual(['/tasks/1', '"1"']);
    expect(second.headers.get('set-cookie')).toBeNull();
    await send({ key: 'b' });
    await send();
    await send();
    expect(ran()).toBe(4);
  });

  it('with equal JSON in another order is the same request, and with other JSON it is not', async () => {
    const { send, ran } = host([]);
    await send({ key: 'a', body: '{"title":"Tea","tags":["x","y"]}' });
    const again = await send({ key: 'a', body: '{ "tags": ["x", "y"], "title": "Tea" }' });
    expect([again.status, again.headers.get('idempotency-replayed'), ran()]).toEqual([201, 'true', 1]);
    await expect(send({ key: 'a', body: '{"title":"Tea","tags":["y","x"]}' })).resolves.toMatchObject({ status: 409 });
  });

  it('of a read, or without a key, is left to the host', async () => {
    const { send, ran } = host([]);
    for (let at = 0; at < 2; at += 1) await send({ key: 'a', method: 'GET' });
    expect(ran()).toBe(2);
  });

  it('of a permanent rejection gets the same rejection, thrown or returned', async () => {
    const thrown = host(() => {
      throw new Failure('INVALID_INPUT', { message: 'No.', fieldErrors: [{ field: 'a', code: 'b', detail: 'c' }] });
    });
    const answered = host([() => Response.json({ error: 'no' }, { status: 422 })]);
    for (const { send, ran } of [thrown, answered]) {
      const first = await send({ key: 'a' });
      const second = await send({ key: 'a' });
      expect([second.status, ran()]).toEqual([first.status, 1]);
      const [one, two] = [await first.json(), await second.json()] as [object, object];
      expect({ ...two, trace_id: '' }).toEqual({ ...one, trace_id: '' });
    }
  });

  it('of a response above the limit gets an error that says that it was not stored', async () => {
    const { send, ran } = host([() => new Response('x'.repeat(101))], { answerBytes: 100 });
    expect(await (await send({ key: 'a' })).text()).toHaveLength(101);
    const again = await send({ key: 'a' });
    expect([again.status, ran()]).toEqual([409, 1]);
    expect(((await again.json()) as { detail: string }).detail).toContain('not stored');
  });
});

describe('a key', () => {
  it('[PROF-WRITE-08] with another request is rejected, with 409 or 422', async () => {
    for (const conflictStatus of [undefined, 422] as const) {
      const { send, ran } = host([], conflictStatus === undefined ? {} : { conflictStatus });
      await send({ key: 'a', body: '{"n":1}' });
      for (const other of [{ body: '{"n":2}' }, { path: '/tasks?x=1' }, { headers: { 'if-match': '"1"' } }]) {
        const refused = await send({ key: 'a', body: '{"n":1}', ...other });
        expect(refused.status).toBe(conflictStatus ?? 409);
        expect(await refused.json()).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', retryable: false });
      }
      expect(ran()).toBe(1);
    }
  });

  it('[PROF-WRITE-06] is unique per caller, method and path, also when the host does not identify callers', async () => {
    const { send, ran } = host([]);
    const others: Sent[] = [
      {},
      { path: '/other' },
      { method: 'PUT' },
      { headers: { authorization: 'Bearer a' } },
      { headers: { authorization: 'Bearer b' } },
    ];
    for (const other of [...others, ...others]) await send({ key: 'a', ...other });
    expect(ran()).toBe(others.length);
  });

  it('[PROF-WRITE-05] is stored for its window', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { send, ran } = host([], { windowSeconds: 60, clock: { now: () => now } });
    await send({ key: 'a' });
    now += 59_000;
    await send({ key: 'a' });
    expect(ran()).toBe(1);
    now += 2_000;
    await send({ key: 'a' });
    expect(ran()).toBe(2);
  });

  it('must be valid', async () => {
    const { send, ran } = host([]);
    for (const key of ['a b', 'x'.repeat(256)]) {
      const refused = await send({ key });
      expect(await refused.json()).toMatchObject({ status: 400, field_errors: [{ field: 'Idempotency-Key' }] });
    }
    expect(ran()).toBe(0);
  });

  it('can be required, for every POST and PATCH or for some routes', async () => {
    const every = host([], { required: true });
    expect((await every.send()).status).toBe(400);
    expect((await every.send({ method: 'PUT' })).status).toBe(201);
    const some = host([], { required: ['POST /orders/:id/refund'] });
    expect((await some.send()).status).toBe(201);
    const refused = await some.send({ path: '/orders/7/refund' });
    expect(await refused.json()).toMatchObject({ code: 'INVALID_INPUT', field_errors: [{ code: 'request/required' }] });
    expect([every.ran(), some.ran()]).toEqual([1, 1]);
  });

  it('of a body above the limit is rejected', async () => {
    const { send, ran } = host([], { bodyBytes: 10 });
    expect((await send({ key: 'a', body: '"0123456789"' })).status).toBe(413);
    expect(ran()).toBe(0);
  });
});

describe('a temporary failure', () => {
  it('[PROF-WRITE-07] is not stored: the retry runs again', async () => {
    for (const status of [401, 403, 408, 412, 429, 503]) {
      const { send, ran } = host([
        () => new Response('later', { status }),
        () => new Response('done', { status: 201 }),
      ]);
      expect((await send({ key: 'a' })).status).toBe(status);
      expect((await send({ key: 'a' })).status).toBe(201);
      expect((await send({ key: 'a' })).status).toBe(201);
      expect(ran()).toBe(2);
    }
    const { send, ran } = host(() => {
      throw new Failure('UNAVAILABLE');
    });
    await send({ key: 'a' });
    await send({ key: 'a' });
    expect(ran()).toBe(2);
  });

  it('that may have taken effect is reported as unknown, unless the host rolls back failures', async () => {
    const fails: FetchHandler = () => {
      throw new Error('lost the database');
    };
    for (const answers of [
      fails,
      [() => new Response('', { status: 500 })],
      [() => new Response('', { status: 504 })],
    ]) {
      const { send, ran } = host(answers);
      await send({ key: 'a' }).catch(() => undefined);
      expect(await (await send({ key: 'a' })).json()).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryable: false });
      expect(ran()).toBe(1);
      const undoing = host(answers, { serverErrors: 'release' });
      await undoing.send({ key: 'a' }).catch(() => undefined);
      await undoing.send({ key: 'a' }).catch(() => undefined);
      expect(undoing.ran()).toBe(2);
    }
  });
});

describe('a dry run', () => {
  it('is never mistaken for the real call', async () => {
    let done = 0;
    const handler: FetchHandler = (request) => {
      if (isDryRun(request)) return Response.json({ would_change: [] });
      done += 1;
      return Response.json({ done });
    };
    for (const properties of [
      [createDryRun(), createIdempotency()],
      [createIdempotency(), createDryRun()],
    ]) {
      done = 0;
      const serve = addProperties(handler, properties);
      const send = async (headers: Record<string, string>) =>
        (
          await serve(
            new Request('https://api.example/tasks', {
              method: 'POST',
              headers: { 'idempotency-key': 'a', ...headers },
            }),
          )
        ).json();
      expect(await send({ 'x-dry-run': 'true' })).toMatchObject({ dry_run: true });
      const real = await send({});
      expect([{ done: 1 }, expect.objectContaining({ code: 'IDEMPOTENCY_CONFLICT' })]).toContainEqual(real);
    }
  });
});

describe('the in-memory store', () => {
  it('is limited, and rejects new keys rather than forgetting old ones', async () => {
    let now = Date.UTC(2026, 0, 1);
    const store = createMemoryStore({ rows: 2 });
    const { send, ran } = host([], { store, windowSeconds: 60, clock: { now: () => now } });
    for (const key of ['a', 'b', 'a']) expect((await send({ key })).status).toBe(201);
    const late = await send({ key: 'c' });
    expect([late.status, late.headers.get('retry-after'), ran()]).toEqual([503, '60', 2]);
    now += 61_000;
    expect((await send({ key: 'c' })).status).toBe(201);
  });
});
