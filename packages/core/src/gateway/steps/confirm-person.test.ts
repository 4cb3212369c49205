/** Calls that need a person: pending approvals, decisions, and what each caller may do. */
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../access/caller.js';
import type { Call } from '../call.js';
import type { TestGateway } from '../gateway.support.js';
import { ann, bob, createEntry, createOperation, createTestGateway, json } from '../gateway.support.js';
import type { GatewaySettings } from '../ports.js';

const olga: Caller = { kind: 'key', subject: 'olga', scopes: [] };
const decider: Caller = { kind: 'key', subject: 'dora', scopes: ['approvals:decide'] };
const waits = { code: 'APPROVAL_PENDING' };
const refused = { code: 'DECLINED' };

async function create(settings: Partial<GatewaySettings> = { irreversible: 'person' }): Promise<TestGateway> {
  const test = await createTestGateway(settings);
  await test.put(createEntry({ operations: [createOperation({ impact: 'irreversible', tags: ['danger'] })] }));
  return test;
}

/** Makes a call that waits, and returns the id of its approval. */
async function wait({ invoke }: TestGateway, change: Partial<Call> = {}): Promise<string> {
  const failure = await invoke(change).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject(waits);
  const { approval } = (failure as { members: { approval: { id: string } } }).members;
  return approval.id;
}

const decide = (
  { ports }: TestGateway,
  id: string,
  decision: 'approve' | 'decline' = 'approve',
  caller: Caller = decider,
) => ports.approvals.decide(id, { decision, note: 'as agreed' }, { caller, traceId: 'f'.repeat(32) });

describe('a call that needs a person', () => {
  it('waits, is the same approval when repeated, and is executed once after the approval', async () => {
    const test = await create();
    const id = await wait(test);
    expect(await wait(test)).toBe(id);
    expect(test.sent).toEqual([]);
    expect(await decide(test, id)).toMatchObject({ state: 'approved', decidedBy: 'dora', note: 'as agreed' });
    await expect(test.invoke({ input: { text: 'other' } })).rejects.toMatchObject(waits);
    await expect(test.invoke({ caller: bob })).rejects.toMatchObject(waits);
    const both = await Promise.allSettled([test.invoke(), test.invoke()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(test.sent).toHaveLength(1);
    const [done] = (await test.records()).filter(({ outcome }) => outcome === 'done');
    expect(done?.facts).toMatchObject({ approval: id, approvedBy: 'dora' });
    expect(await wait(test)).not.toBe(id);
  });

  it('is refused after a decline, with the note, and its preview too, until the decline expires', async () => {
    const test = await create();
    await decide(test, await wait(test), 'decline');
    await expect(test.invoke()).rejects.toMatchObject(refused);
    await expect(test.invoke({ dryRun: true })).rejects.toMatchObject(refused);
    await expect(test.invoke({ confirmation: 'x', elicited: 'available' })).rejects.toMatchObject(refused);
    test.pass(600);
    await wait(test);
    expect(test.sent).toEqual([]);
  });

  it('has a preview that names a person and gives no token, and creates no approval', async () => {
    const test = await create();
    const outcome = await test.invoke({ dryRun: true });
    expect(outcome).toMatchObject({ preview: { confirmationRequired: true, approval: 'person' } });
    expect(outcome).not.toHaveProperty('preview.confirmation');
    expect(await test.ports.store.approvals.list({ now: '', limit: 9 })).toEqual([]);
  });

  it('is asked of the user of a client that can ask, and waits where it cannot', async () => {
    const test = await create();
    await expect(test.invoke({ elicited: 'available' })).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    const question = await test.invoke({ dryRun: true, elicited: 'asking' });
    const confirmation = question.kind === 'preview' ? (question.preview.confirmation?.token ?? '') : '';
    await expect(test.invoke({ confirmation })).rejects.toMatchObject(waits);
    await expect(test.invoke({ confirmation, elicited: 'available' })).rejects.toMatchObject(waits);
    await expect(test.invoke({ confirmation, elicited: 'accepted' })).resolves.toMatchObject({ kind: 'answer' });
    expect(test.sent).toHaveLength(1);
  });

  it('keeps its approval when it was not executed', async () => {
    const test = await create();
    await decide(test, await wait(test));
    test.script(() => json({}, 503));
    await test.invoke();
    test.script(() => json({ text: 'done' }));
    expect(await test.answer()).toMatchObject({ status: 200 });
    expect(test.sent).toHaveLength(2);
    await wait(test);
  });

  it('expires without a decision, and when an approval is not used in time', async () => {
    const test = await create();
    const first = await wait(test);
    test.pass(3600);
    await expect(decide(test, first)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('expired'),
    });
    expect(await test.ports.approvals.expire(10)).toBe(1);
    const second = await wait(test);
    expect(second).not.toBe(first);
    await decide(test, second);
    test.pass(3600);
    expect(await wait(test)).not.toBe(second);
    const actions = (await test.ports.store.audit.list({ limit: 99 })).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['approval.request', 'approval.expire', 'approval.approve']));
  });

  it('may wait a limited number of times for each caller', async () => {
    const test = await create();
    for (let n = 0; n < 5; n += 1) await wait(test, { input: { text: `${n}` } });
    await expect(test.invoke({ input: { text: '5' } })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await wait(test, { caller: bob });
  });

  it('stores large arguments cut off and secrets masked', async () => {
    const test = await create();
    const id = await wait(test, { input: { text: `token=abcdef123456 ${'x'.repeat(1_000_000)}` } });
    const record = await test.ports.store.approvals.find(id);
    expect(record?.inputCut).toBe(true);
    expect(String(record?.input)).toHaveLength(65_536);
    expect(JSON.stringify(record)).not.toContain('abcdef123456');
  });

  it('stores no argument that the schema marks as secret', async () => {
    const test = await create();
    const input = { type: 'object', properties: { text: { type: 'string' }, pin: { format: 'password' } } } as const;
    await test.put(createEntry({ operations: [createOperation({ impact: 'irreversible', input })] }));
    const id = await wait(test, { input: { text: 'hello', pin: '1234' } });
    const record = await test.ports.store.approvals.find(id);
    expect(record?.input).toEqual({ text: 'hello', pin: '[secret withheld]' });
    expect(JSON.stringify(record)).not.toContain('1234');
  });
});

describe('a decision', () => {
  it('is made once, by the owner of the service or with the scope, and never by the caller itself', async () => {
    const test = await create();
    const id = await wait(test);
    const own = { ...ann, scopes: ['agents:invoke', 'admin'] };
    await expect(decide(test, id, 'approve', own)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(decide(test, id, 'approve', ann)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(decide(test, id, 'approve', bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const both = await Promise.allSettled([decide(test, id, 'approve', olga), decide(test, id, 'decline')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(decide(test, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const other = await wait(test, { input: { text: 'other' } });
    expect(await decide(test, other, 'approve', { ...own, login: true })).toMatchObject({ state: 'approved' });
  });
});

describe('the policy', () => {
  const local: Caller = { kind: 'local', subject: 'local', scopes: ['admin'] };
  it.each<[string, Partial<GatewaySettings>, Caller, string]>([
    ['a person by default', { irreversible: 'auto' }, ann, 'APPROVAL_PENDING'],
    ['the caller on an open server', { irreversible: 'auto' }, local, 'CONFIRMATION_REQUIRED'],
    ['the person in a browser session', { irreversible: 'auto' }, { ...ann, login: true }, 'CONFIRMATION_REQUIRED'],
    ['by operation', { confirm: [{ operation: 'echo', require: 'person' }] }, ann, 'APPROVAL_PENDING'],
    ['by operation as its protocol names it', { confirm: [{ operation: 'Echo', require: 'deny' }] }, ann, 'FORBIDDEN'],
    ['by tag', { confirm: [{ tag: 'danger', require: 'deny' }] }, ann, 'FORBIDDEN'],
    ['by another tag', { confirm: [{ tag: 'calm', require: 'deny' }] }, ann, 'CONFIRMATION_REQUIRED'],
    [
      'by the earlier word',
      { irreversible: 'person', confirm: [{ require: 'confirm' }] },
      ann,
      'CONFIRMATION_REQUIRED',
    ],
  ])('asks %s', async (_, settings, caller, code) => {
    const test = await create(settings);
    await expect(test.invoke({ caller })).rejects.toMatchObject({ code });
  });
});
