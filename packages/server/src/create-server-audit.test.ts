import { createMemoryStore, verifyAudit } from '@dragoman/core/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { startRetention } from './retention.js';
import type { TestServer, TestServerOptions } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

const running: TestServer[] = [];

async function start(options?: TestServerOptions) {
  const started = await startTestServer(options);
  running.push(started);
  /** The audit records, after all pending ones are written. */
  const audited = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return started.store.audit.list({ limit: 1000 });
  };
  return { ...started, audited };
}

afterEach(async () => {
  for (const { server } of running.splice(0)) await server.close();
});

describe('the audit log of the server', () => {
  it('[AIDIP-SEC-15] records who did what, when and with what result, nothing secret, and removes it after the configured period', async () => {
    const { ask, keyFor, clock, log, store, audited } = await start({ flags: { 'auth.mode': 'optional' } });
    const key = await keyFor('alice', 'registry:write');
    await ask('POST', '/agents', { key, body: { ...pierWeather, description: 'words-of-the-payload' } });
    await ask('PUT', '/agents/pier-weather', {
      key,
      body: { ...pierWeather, description: 'other-words-of-the-payload' },
    });
    await ask('POST', '/agents/search', { key, body: { query: 'words-of-the-search' } });
    const records = await audited();
    expect(records.slice(1)).toMatchObject([
      {
        actor: 'alice',
        action: 'entry.create',
        target: 'pier-weather',
        outcome: 'done',
        at: '2026-03-01T00:00:00.000Z',
      },
      {
        actor: 'alice',
        action: 'entry.update',
        target: 'pier-weather',
        outcome: 'done',
        at: '2026-03-01T00:00:00.000Z',
      },
    ]);
    const searched = log().find((line) => line.route === '/agents/search');
    expect(searched).toMatchObject({ caller: 'alice', method: 'POST', status: 200, time: expect.any(String) });
    const written = JSON.stringify([records, log()]);
    expect(written).not.toContain(key.slice(-43));
    expect(written).not.toMatch(/words-of-the-(payload|search)/);
    const retention = startRetention({
      store,
      clock,
      expireApprovals: async () => 0,
      retentionDays: 30,
      onError: () => {},
    });
    clock.time += 31 * 86_400_000;
    await ask('DELETE', '/agents/pier-weather', { key });
    expect(await retention.prune()).toBe(3);
    retention.stop();
    expect((await audited()).map((record) => record.action)).toEqual(['entry.delete']);
    expect(await verifyAudit(store.audit)).toMatchObject({ ok: true });
  });

  it('shows the details of a record where it has some, as the text that its hash covers', async () => {
    const { ask, keyFor, store } = await start({ flags: { 'auth.mode': 'optional' } });
    const key = await keyFor('root', 'admin');
    const detail = '{"operation":"forecast","status":200}';
    const facts = { at: '2026-03-01T00:00:00.000Z', actor: 'alice', action: 'call', target: 'pier-weather' };
    await store.audit.append({ ...facts, outcome: 'done', code: '', traceId: '', detail });
    const { records } = (await (await ask('GET', '/audit', { key })).json()) as { records: { detail?: string }[] };
    expect(records.map((record) => record.detail)).toEqual([undefined, detail]);
    expect((await (await ask('GET', '/audit/verification', { key })).json()) as object).toMatchObject({ ok: true });
  });

  it('records every refused write and every 401 and 403, with the code and the trace', async () => {
    const { ask, keyFor, audited } = await start({ flags: { 'auth.mode': 'optional' } });
    const key = await keyFor('alice', 'registry:write');
    const refusals = [
      await ask('POST', '/agents', { body: pierWeather }),
      await ask('POST', '/agents', { key, body: {} }),
      await ask('DELETE', '/agents/unknown', { key }),
      await ask('GET', '/keys', { key }),
      await ask('GET', '/agents', { headers: { authorization: 'Bearer nonsense' } }),
    ];
    const traces = await Promise.all(
      refusals.map(async (answer) => ((await answer.json()) as { trace_id: string }).trace_id),
    );
    const records = (await audited()).filter((record) => record.outcome === 'refused');
    expect(records.map(({ actor, action, target, code, traceId }) => [actor, action, target, code, traceId])).toEqual([
      ['anonymous', 'entry.create', '', 'UNAUTHENTICATED', traces[0]],
      ['alice', 'entry.create', '', 'INVALID_INPUT', traces[1]],
      ['alice', 'entry.delete', 'unknown', 'NOT_FOUND', traces[2]],
      ['alice', 'GET /keys', '', 'FORBIDDEN', traces[3]],
      ['anonymous', 'GET /agents', '', 'INVALID_CREDENTIAL', traces[4]],
    ]);
  });

  it('records neither reads that find nothing nor invalid searches', async () => {
    const { ask, audited } = await start({ flags: { 'auth.mode': 'optional' } });
    await ask('GET', '/agents/unknown');
    await ask('GET', '/nowhere');
    await ask('POST', '/agents/search', { body: { top: 'x' } });
    expect(await audited()).toEqual([]);
  });

  it('records only the first refusal in a minute of a caller that gets 429', async () => {
    const flags = { 'auth.mode': 'optional', 'limits.perMinute.search': 1 };
    const { ask, keyFor, clock, audited } = await start({ flags });
    const keys = [await keyFor('alice', 'registry:read'), await keyFor('bob', 'registry:read')];
    const storm = async () => {
      for (const key of keys) {
        for (let i = 0; i < 10; i += 1) await ask('POST', '/agents/search', { key, body: {} });
      }
    };
    const limited = async () =>
      (await audited()).filter((record) => record.code === 'RATE_LIMITED').map(({ actor }) => actor);
    await storm();
    expect(await limited()).toEqual(['alice', 'bob']);
    clock.time += 60_000;
    await storm();
    expect(await limited()).toEqual(['alice', 'bob', 'alice', 'bob']);
  });

  it('responds although the log cannot be written, and counts the missing records', async () => {
    const store = createMemoryStore();
    const { ask, log, audited } = await start({ store });
    store.audit.append = () => Promise.reject(new Error('away'));
    expect((await ask('POST', '/agents', { body: {} })).status).toBe(400);
    await audited();
    const figures = await (await ask('GET', '/metrics')).text();
    expect(figures).toContain('dragoman_audit_dropped_total 1');
    expect(log().some((line) => line.during === 'audit')).toBe(true);
  });
});

describe('reading the audit log over HTTP', () => {
  it('pages by sequence number and filters', async () => {
    const { ask } = await start();
    for (let i = 0; i < 5; i += 1) await ask('POST', '/agents', { body: { ...pierWeather, id: `agent-${i}` } });
    type Page = { records: { seq: number; target: string; trace_id: string }[]; next_after?: number };
    const seen: number[] = [];
    let path = '/audit?limit=2';
    for (let pages = 0; pages < 4; pages += 1) {
      const page = (await (await ask('GET', path)).json()) as Page;
      seen.push(...page.records.map(({ seq }) => seq));
      if (page.next_after === undefined) break;
      path = `/audit?limit=2&after=${page.next_after}`;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    const filtered = (await (await ask('GET', '/audit?target=agent-3&action=entry.create&actor=local')).json()) as Page;
    expect(filtered.records.map(({ target }) => target)).toEqual(['agent-3']);
  });

  it('verifies the chain', async () => {
    const store = createMemoryStore();
    const { ask } = await start({ store });
    for (let i = 0; i < 3; i += 1) await ask('POST', '/agents', { body: { ...pierWeather, id: `agent-${i}` } });
    expect(await (await ask('GET', '/audit/verification')).json()).toMatchObject({ ok: true, checked: 3, breaks: [] });
    const { list } = store.audit;
    store.audit.list = async (query) =>
      (await list(query)).map((record) => (record.seq === 2 ? { ...record, actor: 'x' } : record));
    expect(await (await ask('GET', '/audit/verification')).json()).toMatchObject({
      ok: false,
      breaks: [{ kind: 'changed', seq: 2 }],
    });
  });

  it('finds records newest first by filter, for administrators only', async () => {
    const { ask, keyFor, clock } = await start({ flags: { 'auth.mode': 'optional' } });
    const [alice, root] = [await keyFor('alice', 'registry:write'), await keyFor('root', 'admin')];
    for (const id of ['a', 'b', 'c']) {
      clock.time += 60_000;
      await ask('POST', '/agents', { key: alice, body: { ...pierWeather, id, name: id } });
    }
    expect((await ask('GET', '/audit/search', { key: alice })).status).toBe(403);
    expect((await ask('GET', '/audit/search')).status).toBe(401);
    const find = async (query: string) => {
      const answer = await ask('GET', `/audit/search?${query}`, { key: root });
      const body = (await answer.json()) as { records: { target: string }[]; next_before?: number };
      return { targets: body.records.map(({ target }) => target), next: body.next_before };
    };
    expect((await find('caller=alice&action=entry.create')).targets).toEqual(['c', 'b', 'a']);
    const first = await find('caller=alice&outcome=done&limit=2');
    expect(first.targets).toEqual(['c', 'b']);
    expect((await find(`caller=alice&outcome=done&limit=2&before=${first.next}`)).targets).toEqual(['a']);
    expect((await find('service=b&outcome=done')).targets).toEqual(['b']);
    expect((await find('since=2026-03-01T01:02:00%2B01:00&until=2026-03-01T00:03:00Z')).targets).toEqual(['b']);
    expect((await find('outcome=refused&code=FORBIDDEN')).targets).toHaveLength(1);
    for (const wrong of [
      'outcome=maybe',
      'since=yesterday',
      'until=2026-13-01T00:00:00Z',
      'before=0',
      'limit=201',
      'code=',
    ]) {
      expect((await ask('GET', `/audit/search?${wrong}`, { key: root })).status, wrong).toBe(400);
    }
  });
});
