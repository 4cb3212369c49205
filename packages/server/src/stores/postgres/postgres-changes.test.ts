/** Changes of other nodes: marks, notifications, and connections that are lost. */
import type { Store } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleDraft, sampleKey, sampleTime } from '../../../../core/src/catalogue/store.support.js';
import { openPostgresStore } from './open-postgres-store.js';
import { requirePostgres } from './require-postgres.support.js';
import { startTcpProxy } from './tcp-proxy.support.js';

const postgres = await requirePostgres();
const patient = { timeout: 15_000 };

describe.skipIf(!postgres.reachable)('changes of another node', () => {
  let schema: string;
  const stores: Store[] = [];
  const open = async (url = postgres.url) => {
    const store = await openPostgresStore({ url, schema, clock: systemClock });
    stores.push(store);
    return store;
  };

  beforeEach(() => {
    schema = postgres.newSchema();
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await postgres.dropSchema(schema);
  });

  it('are in the marks as soon as they are committed; the use of a key is no change', async () => {
    const [one, other] = [await open(), await open()];
    const marks = async () => (await other.changes?.marks())?.keys;
    await one.keys.add(sampleKey('a'), sampleDraft());
    const added = (await marks()) ?? 0;
    await one.keys.touch('a', sampleTime(60));
    expect(await marks()).toBe(added);
    await one.keys.update('a', { revokedAt: sampleTime(90) }, sampleDraft());
    expect(await marks()).toBeGreaterThan(added);
  });

  it('are notified to the listeners of the same schema only', async () => {
    const [one, other] = [await open(), await open()];
    const heard: unknown[] = [];
    const listening = other.changes?.listen((part) => heard.push(part));
    await vi.waitFor(() => expect(heard).toEqual([undefined]), patient);
    await postgres.execute("SELECT pg_notify('dragoman_changes', 'another_schema keys')");
    await one.keys.add(sampleKey('a'), sampleDraft());
    await vi.waitFor(() => expect(heard).toEqual([undefined, 'keys']), patient);
    await listening?.stop();
  });

  it('may have been missed when the connection was lost, so that the listener is called after the next one', async () => {
    const { hostname, port } = new URL(postgres.url);
    const proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) });
    const through = Object.assign(new URL(postgres.url), { host: `127.0.0.1:${proxy.port}` }).href;
    const store = await open(through);
    const heard: unknown[] = [];
    const listening = store.changes?.listen((part) => heard.push(part));
    await vi.waitFor(() => expect(heard).toHaveLength(1), patient);
    proxy.cut('refuse');
    proxy.restore();
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(1), patient);
    await listening?.stop();
    await proxy.close();
  });
});
