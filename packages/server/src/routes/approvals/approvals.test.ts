/** Approvals of people over every way in: REST, MCP, the inbox, events and the audit log. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { connectMcp, generations } from '../../mcp.support.js';
import { address } from '../../server.support.js';
import { start } from '../../tools.support.js';

const ferry: JsonObject = {
  id: 'ferry-desk',
  name: 'Ferry desk',
  description: 'Bookings of harbour ferries.',
  version: '2.1.0',
  publisher: 'Harbour office',
  capabilities: ['ferries'],
  endpoint: 'https://ferry.example/invoke',
  operations: [
    {
      name: 'cancel_booking',
      description: 'Cancels a booking for good.',
      impact: 'irreversible',
      inputs: { type: 'object', properties: { booking: { type: 'string' } }, required: ['booking'] },
      outputs: { type: 'object' },
    },
  ],
};

interface Waiting {
  code: string;
  retryable: boolean;
  detail: string;
  approval: { id: string; expires_at: string };
}

interface Listed {
  items: { id: string; state: string; may_decide: boolean }[];
  next_cursor?: string;
}

async function open() {
  const server = await start(() => ({ body: { done: true } }), undefined, { 'gateway.irreversible': 'person' });
  await server.register(ferry);
  const agent = await server.keyFor('night-agent', 'agents:invoke', 'registry:read');
  const admin = await server.keyFor('root', 'admin');
  const call = (booking: string, key = agent) =>
    server.ask('POST', '/agents/ferry-desk/invoke', { key, body: { booking } });
  const wait = async (booking: string): Promise<Waiting> => {
    const answer = await call(booking);
    expect(answer.status).toBe(428);
    expect(answer.headers.get('retry-after')).toBe('15');
    return (await answer.json()) as Waiting;
  };
  const decide = (id: string, body: JsonObject, key = admin) =>
    server.ask('POST', `/approvals/${id}/decision`, { key, body });
  return { ...server, agent, admin, call, wait, decide };
}

describe('approvals', () => {
  it('let a call through once after another caller approved exactly these arguments', async () => {
    const { call, wait, decide, read, sent, agent, admin, ask, key, store } = await open();
    const { code, retryable, detail, approval } = await wait('B1');
    expect([code, retryable]).toEqual(['APPROVAL_PENDING', true]);
    expect(detail).toContain(approval.id);
    const shown = await read<JsonObject>(`/approvals/${approval.id}`, { key: admin });
    expect(shown).toMatchObject({
      state: 'pending',
      agent: 'ferry-desk',
      operation: 'cancel_booking',
      impact: 'irreversible',
      caller: 'night-agent',
      input: { booking: 'B1' },
      may_decide: true,
    });
    expect(await read(`/approvals/${approval.id}`, { key: agent })).toMatchObject({ may_decide: false });
    expect((await decide(approval.id, { decision: 'approve' }, agent)).status).toBe(403);
    expect((await decide(approval.id, { decision: 'approve', note: 'ok' }, key)).status).toBe(200);
    expect((await decide(approval.id, { decision: 'decline' })).status).toBe(409);
    expect((await call('B2')).status).toBe(428);
    expect((await call('B1')).status).toBe(200);
    expect((await call('B1')).status).toBe(428);
    expect(sent).toHaveLength(1);
    const records = (await store.audit.list({ limit: 200 })).filter(({ action }) => action.startsWith('approval.'));
    expect(records.map(({ action, actor }) => [action, actor])).toEqual([
      ['approval.request', 'night-agent'],
      ['approval.decide', 'night-agent'],
      ['approval.approve', 'ada'],
      ['approval.decide', 'root'],
      ['approval.request', 'night-agent'],
      ['approval.use', 'night-agent'],
      ['approval.request', 'night-agent'],
    ]);
    expect(records[2]?.detail).toContain(approval.id);
    expect((await ask('GET', `/approvals/${approval.id}`, { key: 'dgm_wrong' })).status).toBe(401);
  });

  it('refuse a declined call over REST and MCP, previews included, with the words of the person', async () => {
    const { wait, decide, ask, agent, server, sent } = await open();
    const { approval } = await wait('B1');
    expect((await decide(approval.id, { decision: 'decline', note: 'not this one' })).status).toBe(200);
    const again = await ask('POST', '/agents/ferry-desk/invoke', { key: agent, body: { booking: 'B1' } });
    expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('DECLINED')]);
    const preview = { key: agent, body: { booking: 'B1' }, headers: { 'x-dry-run': 'true' } };
    expect((await ask('POST', '/agents/ferry-desk/invoke', preview)).status).toBe(403);
    const fetch = (url: string | URL, init?: RequestInit) => server.fetch(new Request(url, init));
    const client = await connectMcp(`${address}/mcp`, { negotiation: generations[0][1], fetch, key: agent });
    const tool = { agent: 'ferry-desk', tool: 'cancel_booking', arguments: { booking: 'B1' } };
    for (const more of [{}, { dry_run: true }, { confirmation: 'x' }]) {
      expect(await client.callTool({ name: 'call_tool', arguments: { ...tool, ...more } })).toMatchObject({
        isError: true,
        _meta: { 'dragoman/code': 'DECLINED' },
      });
    }
    const other = { ...tool, arguments: { booking: 'B2' } };
    const waiting = await client.callTool({ name: 'call_tool', arguments: other });
    expect(waiting).toMatchObject({
      isError: true,
      _meta: { 'dragoman/code': 'APPROVAL_PENDING', 'dragoman/retryable': true, 'dragoman/retry_after': 15 },
    });
    expect(JSON.stringify(waiting.content)).toMatch(/waits until a person approves/);
    await client.close();
    expect(sent).toEqual([]);
  });

  it('are listed page by page, by state and service, for those who may see them', async () => {
    const { wait, decide, read, agent, admin, keyFor, ask } = await open();
    const ids: string[] = [];
    for (const booking of ['B1', 'B2', 'B3']) ids.push((await wait(booking)).approval.id);
    // The clock of the test stands still, so that the order of creation does not count.
    ids.sort().reverse();
    const list = (query: string, key: string) => read<Listed>(`/approvals${query}`, { key });
    const first = await list('?top=2', admin);
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = await list(`?top=2&cursor=${first.next_cursor}`, admin);
    expect(rest.items.map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await list('', agent)).items.map(({ may_decide }) => may_decide)).toEqual([false, false, false]);
    const stranger = await keyFor('bob', 'agents:invoke', 'registry:read');
    expect((await list('', stranger)).items).toEqual([]);
    expect((await ask('GET', `/approvals/${ids[0]}`, { key: stranger })).status).toBe(404);
    expect((await decide(ids[0] ?? '', { decision: 'approve' }, stranger)).status).toBe(404);
    await decide(ids[0] ?? '', { decision: 'decline' });
    expect((await list('?state=pending&agent=ferry-desk', admin)).items).toHaveLength(2);
    expect((await list('?state=declined', admin)).items).toHaveLength(1);
    expect((await list('?agent=other', admin)).items).toEqual([]);
    const wrong = await ask('GET', '/approvals?state=maybe&top=0', { key: admin });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringMatching(/state.*top|top.*state/s)]);
    const decider = await keyFor('dora', 'approvals:decide', 'registry:read');
    expect((await list('?state=pending', decider)).items.map(({ may_decide }) => may_decide)).toEqual([true, true]);
  });

  it('answer a caller that waits when the decision is made', async () => {
    const { wait, decide, read, agent, ask } = await open();
    const { approval } = await wait('B1');
    const waiting = read(`/approvals/${approval.id}?wait=30`, { key: agent });
    await decide(approval.id, { decision: 'approve' });
    expect(await waiting).toMatchObject({ state: 'approved', decided_by: 'root' });
    expect((await ask('GET', `/approvals/${approval.id}?wait=31`, { key: agent })).status).toBe(400);
  });

  it('reject an invalid decision, with all problems at once', async () => {
    const { wait, decide } = await open();
    const { approval } = await wait('B1');
    const wrong = await decide(approval.id, { decision: 'maybe', note: '', more: 1 });
    const { field_errors } = (await wrong.json()) as { field_errors: { field: string }[] };
    expect([wrong.status, field_errors.map(({ field }) => field).sort()]).toEqual([400, ['decision', 'more', 'note']]);
    expect((await decide('unknown', { decision: 'approve' })).status).toBe(404);
  });

  it('are items of the inbox for those who may decide', async () => {
    const { wait, decide, read, agent, admin } = await open();
    const { approval } = await wait('B1');
    const inbox = (key: string) => read<{ items: JsonObject[] }>('/inbox?kind=approval_pending', { key });
    expect((await inbox(admin)).items).toEqual([
      expect.objectContaining({
        kind: 'approval_pending',
        approval: approval.id,
        title: 'night-agent wants to call cancel_booking of ferry-desk.',
        detail: '{"booking":"B1"}',
      }),
    ]);
    expect((await inbox(agent)).items).toEqual([]);
    await decide(approval.id, { decision: 'approve' });
    expect((await inbox(admin)).items).toEqual([]);
  });
});
