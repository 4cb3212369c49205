/** Previews, and confirmations that are valid for exactly the previewed call. */
import type { Operation } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Call, Preview } from '../call.js';
import type { TestGateway } from '../gateway.support.js';
import { ann, bob, createCall, createEntry, createOperation, createTestGateway, json } from '../gateway.support.js';
import type { ConfirmRule, GatewaySettings } from '../ports.js';

async function createFor(change: Partial<Operation>, settings: Partial<GatewaySettings> = {}): Promise<TestGateway> {
  const test = await createTestGateway(settings);
  await test.put(createEntry({ operations: [createOperation(change)] }));
  return test;
}

async function previewOf(test: TestGateway, change: Partial<Call> = {}): Promise<Preview> {
  const outcome = await test.invoke({ dryRun: true, ...change });
  if (outcome.kind !== 'preview') throw new Error(`no preview but ${outcome.kind}`);
  return outcome.preview;
}

async function tokenOf(test: TestGateway, change: Partial<Call> = {}): Promise<string> {
  return (await previewOf(test, change)).confirmation?.token ?? '';
}

const refused = { code: 'CONFIRMATION_REQUIRED' };

describe('dry run', () => {
  it('reports what would happen and does nothing', async () => {
    const test = await createFor({ impact: 'reversible' });
    expect(await previewOf(test)).toEqual({
      agent: 'echo/1',
      operation: 'echo',
      version: 1,
      target: 'https://echo.example/in',
      method: 'POST',
      impact: 'reversible',
      reversible: true,
      confirmationRequired: false,
      input: { text: 'ahoy' },
      request: {
        method: 'POST',
        url: 'https://echo.example/in',
        headers: { 'content-type': 'application/json' },
        body: { text: 'ahoy' },
      },
    });
    expect(test.sent).toEqual([]);
    await expect(test.invoke({ dryRun: true, input: {} })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect((await test.records())[0]?.facts).toMatchObject({ dryRun: true, status: 200 });
  });

  it('reports an unknown impact as possibly irreversible', async () => {
    expect(await previewOf(await createFor({}))).toMatchObject({ impact: 'unknown', reversible: false });
  });

  it('is passed to the service where it supports dry runs, with the token in addition to its answer', async () => {
    const test = await createFor({ impact: 'irreversible', safety: { dryRun: true } });
    const call = createCall({ dryRun: true });
    expect(await test.gateway.invoke(call)).toMatchObject({ kind: 'answer', status: 200 });
    expect(test.sent[0]).toMatchObject({ headers: { 'x-dry-run': 'true' }, repeatable: true });
    expect(call.headers?.['x-confirm-expires']).toBe('2026-02-02T08:05:00.000Z');
    const confirmation = call.headers?.['x-confirm'] ?? '';
    await expect(test.invoke({ confirmation })).resolves.toMatchObject({ kind: 'answer' });
    expect(test.sent[1]?.headers).not.toHaveProperty('x-dry-run');
  });
});

describe('confirm', () => {
  it('[PROF-WRITE-12] [PROF-SEC-09] accepts the previewed call and no other', async () => {
    const test = await createFor({ impact: 'irreversible' });
    await expect(test.invoke()).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('needs a confirmation'),
    });
    const preview = await previewOf(test);
    expect(preview).toMatchObject({ confirmationRequired: true, reversible: false });
    const confirmation = preview.confirmation?.token ?? '';
    await expect(test.invoke({ confirmation, input: { text: 'ahoz' } })).rejects.toMatchObject(refused);
    await expect(test.invoke({ confirmation, caller: bob })).rejects.toMatchObject(refused);
    expect(test.sent).toEqual([]);
    await expect(test.invoke({ confirmation })).resolves.toMatchObject({ kind: 'answer' });
    expect(test.sent).toHaveLength(1);
  });

  it('treats inputs as equal whatever the order of their members', async () => {
    const test = await createFor({ impact: 'irreversible' });
    const confirmation = await tokenOf(test, { input: { text: 'a', count: 1 } });
    await expect(test.invoke({ confirmation, input: { count: 1, text: 'a' } })).resolves.toBeDefined();
  });

  it('rejects a token that is changed in any character', async () => {
    const test = await createFor({ impact: 'irreversible' });
    const token = await tokenOf(test);
    for (let at = 0; at < token.length; at += 1) {
      for (const other of ['A', 'B', '0', '.']) {
        const confirmation = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
        if (confirmation !== token) await expect(test.invoke({ confirmation })).rejects.toMatchObject(refused);
      }
    }
    for (const confirmation of ['', 'x', `${token}A`, 'zzzzzzzzzzz.'.padEnd(63, 'A')]) {
      await expect(test.invoke({ confirmation })).rejects.toMatchObject(refused);
    }
    expect(test.sent).toEqual([]);
  });

  it('rejects an expired token', async () => {
    const test = await createFor({ impact: 'irreversible' });
    const confirmation = await tokenOf(test);
    test.pass(299);
    await expect(test.invoke({ confirmation })).resolves.toBeDefined();
    test.pass(1);
    await expect(test.invoke({ confirmation })).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('expired'),
    });
  });

  it('accepts a token for one call, and for its retries with the same idempotency key', async () => {
    const test = await createFor({ impact: 'irreversible' });
    const confirmation = await tokenOf(test);
    const both = await Promise.allSettled([test.invoke({ confirmation }), test.invoke({ confirmation })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(test.invoke({ confirmation, idempotencyKey: 'k-1' })).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('has been used'),
    });
    expect(test.sent).toHaveLength(1);
    const second = { confirmation: await tokenOf(test), idempotencyKey: 'k-2' };
    await test.invoke(second);
    expect(await test.answer(second)).toMatchObject({ replayed: true });
    await expect(test.invoke({ ...second, idempotencyKey: 'k-3' })).rejects.toMatchObject(refused);
    expect(test.sent).toHaveLength(2);
    expect((await test.records()).map(({ facts }) => facts.approval)).toContain('token');
  });

  it('does not use up the token of a call that was not executed', async () => {
    const test = await createFor({ impact: 'irreversible' });
    const confirmation = await tokenOf(test);
    test.script(() => json({}, 503));
    await test.invoke({ confirmation });
    test.script(() => json({}, 500));
    await test.invoke({ confirmation });
    await expect(test.invoke({ confirmation })).rejects.toMatchObject(refused);
    expect(test.sent).toHaveLength(2);
  });

  it('refuses a call that a person declined, whatever token comes with it, until the decline expires', async () => {
    const test = await createFor({ impact: 'irreversible' });
    const confirmation = await tokenOf(test);
    const declined = { code: 'DECLINED', message: expect.not.stringContaining('needs a confirmation') };
    await expect(test.invoke({ confirmation, elicited: 'declined' })).rejects.toMatchObject(declined);
    await expect(test.invoke({ confirmation })).rejects.toMatchObject(declined);
    await expect(test.invoke({ dryRun: true })).rejects.toMatchObject(declined);
    await test.put(createEntry({ operations: [createOperation({ impact: 'irreversible', version: 2 })] }));
    await expect(test.invoke({ dryRun: true })).rejects.toMatchObject(declined);
    expect(await tokenOf(test, { input: { text: 'other' } })).not.toBe('');
    expect(await tokenOf(test, { caller: bob })).not.toBe('');
    test.pass(600);
    expect(await tokenOf(test)).not.toBe('');
    expect(test.sent).toEqual([]);
  });

  it('accepts the token of a question to the user only with the answer', async () => {
    const test = await createFor({ impact: 'irreversible' });
    const confirmation = await tokenOf(test, { elicited: 'asking' });
    await expect(test.invoke({ confirmation })).rejects.toMatchObject(refused);
    await expect(test.invoke({ confirmation: await tokenOf(test), elicited: 'accepted' })).rejects.toMatchObject(
      refused,
    );
    await test.invoke({ confirmation, elicited: 'accepted' });
    expect((await test.records()).map(({ facts }) => facts.approval)).toContain('elicitation');
  });

  it('rejects a token for an operation that has changed since, in version or in URL', async () => {
    const test = await createFor({ impact: 'irreversible' });
    const confirmation = await tokenOf(test);
    const changes: Partial<Operation>[] = [
      { version: 2 },
      { id: 'another' },
      { binding: { kind: 'aidip', endpoint: 'https://elsewhere.example/' } },
    ];
    for (const change of changes) {
      await test.put(createEntry({ operations: [createOperation({ impact: 'irreversible', ...change })] }));
      await expect(test.invoke({ confirmation })).rejects.toMatchObject(refused);
    }
  });

  it('previews and confirms a batch as a whole', async () => {
    const test = await createFor({ impact: 'irreversible', safety: { batch: true } });
    const input = [{ text: 'a' }, { text: 'b' }];
    await expect(test.invoke({ input })).rejects.toMatchObject(refused);
    const confirmation = await tokenOf(test, { input });
    await expect(test.invoke({ confirmation, input: [...input].reverse() })).rejects.toMatchObject(refused);
    await expect(test.invoke({ confirmation, input: { text: 'a' } })).rejects.toMatchObject(refused);
    expect(test.sent).toEqual([]);
    expect(await test.answer({ confirmation, input })).toMatchObject({ body: input });
  });

  it.each<[string, ConfirmRule[], Partial<Operation>, string]>([
    ['only irreversible calls by default', [], { impact: 'reversible' }, 'passes'],
    ['calls that the provider wants confirmed', [], { impact: 'reversible', safety: { confirm: true } }, 'confirm'],
    ['no calls of a trusted caller', [{ caller: 'ann', require: 'never' }], { impact: 'irreversible' }, 'passes'],
    ['others still', [{ caller: 'bob', require: 'never' }], { impact: 'irreversible' }, 'confirm'],
    ['by scope', [{ scope: 'agents:invoke', require: 'confirm' }], { impact: 'informational' }, 'confirm'],
    ['by agent', [{ agent: 'echo/1', require: 'deny' }], {}, 'deny'],
    ['by tier', [{ impact: 'unknown', require: 'confirm' }], {}, 'confirm'],
    [
      'by the first rule that matches',
      [
        { impact: 'irreversible', caller: 'bob', require: 'deny' },
        { impact: 'irreversible', require: 'never' },
        { require: 'deny' },
      ],
      { impact: 'irreversible' },
      'passes',
    ],
  ])('confirms %s', async (_, confirm, operation, expected) => {
    const test = await createFor(operation, { confirm });
    const outcome = await test.invoke({ caller: ann }).then(
      () => 'passes',
      ({ code }) => (code === 'FORBIDDEN' ? 'deny' : code === 'CONFIRMATION_REQUIRED' ? 'confirm' : code),
    );
    expect(outcome).toBe(expected);
    expect(test.sent).toHaveLength(expected === 'passes' ? 1 : 0);
  });
});
