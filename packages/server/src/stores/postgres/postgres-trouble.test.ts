/** Tests the PostgreSQL store when the database disappears, returns, rejects, or is not the expected one. */
import type { Store } from '@dragoman/core/engine';
import { verifyAudit } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { always, sampleContext, sampleDraft, sampleEntry } from '../../../../core/src/catalogue/store.support.js';
import { StoreOpenError } from '../store-open-error.js';
import { openPostgresStore } from './open-postgres-store.js';
import { requirePostgres } from './require-postgres.support.js';
import type { TcpProxy } from './tcp-proxy.support.js';
import { startTcpProxy } from './tcp-proxy.support.js';

const postgres = await requirePostgres();
const clock = systemClock;
const unavailable = { code: 'UNAVAILABLE', retryAfter: expect.any(Number) };

function create(store: Store, id: string) {
  return store.entries.change(id, always(sampleEntry(id)), sampleContext());
}

describe.skipIf(!postgres.reachable)('PostgreSQL that disappears and returns', () => {
  const schema = postgres.newSchema();
  let proxy: TcpProxy;
  let store: Store;

  beforeAll(async () => {
    const address = new URL(postgres.url);
    proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
    address.host = `127.0.0.1:${proxy.port}`;
    store = await openPostgresStore({ url: address.href, schema, clock, poolSize: 4, connectTimeoutMs: 500 });
  });

  afterAll(async () => {
    await store.close();
    await proxy.close();
    await postgres.dropSchema(schema);
  });

  it('rejects reads and writes as unavailable while it is gone, and recovers automatically', async () => {
    await create(store, 'before');
    proxy.cut('refuse');
    await expect(store.ping()).rejects.toMatchObject(unavailable);
    await expect(store.entries.read('before')).rejects.toMatchObject(unavailable);
    await expect(create(store, 'during')).rejects.toMatchObject(unavailable);
    await expect(store.keys.countUsable('')).rejects.toMatchObject(unavailable);
    proxy.restore();
    expect((await store.entries.read('before'))?.revision).toBe(1);
    expect(await store.entries.read('during')).toBeUndefined();
    expect((await create(store, 'during')).stored?.revision).toBe(1);
  });

  it.each(['BEGIN', 'FOR UPDATE', '.entries WHERE', 'INSERT INTO', 'audit_points SET', 'COMMIT'])(
    'loses no acknowledged write and keeps one chain when it is disconnected at %s',
    async (statement) => {
      // Without capitals, so that no id looks like the statement to the proxy.
      const ids = (part: string) => Array.from({ length: 10 }, (_, index) => `${part}-${statement.length}-${index}`);
      await Promise.all(ids('before').map((id) => create(store, id)));
      proxy.cutAfter(statement);
      const settled = await Promise.allSettled(ids('cut').map((id) => create(store, id)));
      for (const result of settled) expect(result).toMatchObject({ status: 'rejected', reason: unavailable });
      await Promise.all(ids('after').map((id) => create(store, id)));
      expect(await store.entries.readMany([...ids('before'), ...ids('after')])).toHaveLength(20);
      expect(await store.entries.readMany(ids('cut'))).toHaveLength(statement === 'COMMIT' ? 10 : 0);
      expect((await verifyAudit(store.audit)).ok).toBe(true);
    },
  );

  it('never reports an unanswered commit as done', async () => {
    await store.ping();
    proxy.cutAfter('COMMIT');
    await expect(create(store, 'unknown')).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringContaining('unknown'),
    });
    // The server did receive it: a second attempt finds the result of the first instead of duplicating it.
    const again = await store.entries.change(
      'unknown',
      (current) => {
        expect(current?.revision).toBe(1);
        return undefined;
      },
      sampleContext(),
    );
    expect(again.stored?.revision).toBe(1);
    expect((await verifyAudit(store.audit)).ok).toBe(true);
  });

  it('rejects as unavailable when the server ends its sessions', async () => {
    await Promise.all([store.keys.list(), store.keys.list(), store.keys.list()]);
    const ended = await postgres.execute(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dragoman' AND query LIKE $1`,
      [`%${schema}%`],
    );
    expect(ended.length).toBeGreaterThan(0);
    // Each of the ended connections may still fail one call, none may fail two.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await store.ping().catch((error: unknown) => expect(error).toMatchObject(unavailable));
    }
    await store.ping();
  });
});

describe.skipIf(!postgres.reachable)('PostgreSQL that does not respond in time', () => {
  it('gives up on an unresponsive connection, and on a lock that another session keeps', async () => {
    const schema = postgres.newSchema();
    const address = new URL(postgres.url);
    const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) });
    address.host = `127.0.0.1:${proxy.port}`;
    const timeouts = { statementTimeoutMs: 200, answerTimeoutMs: 400, connectTimeoutMs: 400 };
    const store = await openPostgresStore({ url: address.href, schema, clock, poolSize: 2, ...timeouts });
    const locked = await openPostgresStore({ url: postgres.url, schema, clock, ...timeouts });
    proxy.stall();
    await expect(store.ping()).rejects.toMatchObject(unavailable);
    proxy.restore();
    await store.ping();
    const keeper = postgres.execute(
      `BEGIN; SELECT * FROM ${schema}.audit_points FOR UPDATE; SELECT pg_sleep(1.5); COMMIT`,
    );
    await waitForLock(schema);
    await expect(create(locked, 'waits')).rejects.toMatchObject(unavailable);
    await keeper;
    expect((await create(locked, 'waits')).stored?.revision).toBe(1);
    await store.close();
    await locked.close();
    await proxy.close();
    await postgres.dropSchema(schema);
  });
});

async function waitForLock(schema: string) {
  for (;;) {
    const found = await postgres.execute(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE $1",
      [`%${schema}%`],
    );
    if (found.length > 0) return;
  }
}

describe.skipIf(!postgres.reachable)('several nodes on one PostgreSQL', () => {
  it('may start at once on an empty database, and keep one chain', async () => {
    const schema = postgres.newSchema();
    const nodes = await Promise.all(
      Array.from({ length: 5 }, () => openPostgresStore({ url: postgres.url, schema, clock, poolSize: 2 })),
    );
    const secrets = await Promise.all(nodes.map((node) => node.secret('cursor')));
    expect(new Set(secrets).size).toBe(1);
    await Promise.all(
      nodes.flatMap((node, number) =>
        Array.from({ length: 40 }, (_, index) =>
          index % 4 === 0
            ? node.audit.append(sampleDraft())
            : create(node, index % 2 ? 'shared' : `own-${number}-${index}`),
        ),
      ),
    );
    const [node] = nodes;
    expect((await node?.entries.read('shared'))?.revision).toBe(100);
    expect(node && (await verifyAudit(node.audit))).toMatchObject({ ok: true, checked: 200 });
    await Promise.all(nodes.map((one) => one.close()));
    await postgres.dropSchema(schema);
  });
});

describe('an unusable PostgreSQL address', () => {
  async function refusal(url: string): Promise<StoreOpenError> {
    const error = await openPostgresStore({ url, clock, connectTimeoutMs: 500 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreOpenError);
    return error as StoreOpenError;
  }

  it('is rejected without showing the password when the server does not respond', async () => {
    const { message, help } = await refusal('postgres://someone:hush@127.0.0.1:1/none');
    expect(message).toBe('PostgreSQL at 127.0.0.1:1/none does not respond.');
    expect(help).toMatch(/running and reachable/);
    expect(message + help).not.toContain('hush');
  });

  it('is rejected when it is not a URL', async () => {
    expect((await refusal('not an address')).help).toContain('postgres://');
  });

  it.skipIf(!postgres.reachable)('is rejected when the database does not exist', async () => {
    const url = new URL(postgres.url);
    url.pathname = '/no_such_database_here';
    expect((await refusal(url.href)).message).toContain('no database of this name');
  });
});
