/** Tests the webhook for approvals. */
import type { ApprovalRecord } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { expect, it } from 'vitest';
import type { ApprovalWebhookPorts } from './approval-webhook.js';
import { createApprovalWebhook } from './approval-webhook.js';

const record: ApprovalRecord = {
  id: 'a1',
  binding: 'b',
  subject: 'night-agent',
  owner: 'root',
  agentId: 'ferry-desk',
  operation: 'cancel_booking',
  version: 1,
  impact: 'irreversible',
  method: 'POST',
  target: 'https://ferry.example/invoke',
  inputHash: 'h',
  input: { booking: 'B1', card: '4111' },
  state: 'pending',
  createdAt: '2026-11-16T10:00:00.000Z',
  expiresAt: '2026-11-16T11:00:00.000Z',
};

/** A webhook whose receiver answers with these statuses in turn; 0 is a lost connection. */
function open(statuses: number[], pauses: number[] = [1, 1]) {
  const sent: { body: JsonObject; signed: boolean }[] = [];
  const errors: string[] = [];
  const send: ApprovalWebhookPorts['upstream']['send'] = async ({ body, credential }) => {
    sent.push({ body: body as JsonObject, signed: credential?.signed === true });
    const status = statuses.shift() ?? 204;
    if (status === 0) throw new Error('connection lost');
    return { status, headers: {}, body: { cancel: async () => undefined } } as never;
  };
  const webhook = createApprovalWebhook({
    url: 'https://chat.example/hook',
    upstream: { send },
    clock: { now: () => Date.parse('2026-11-16T10:00:01.000Z') },
    origin: () => 'https://gate.example',
    onError: (error) => errors.push((error as Error).message),
    pauses,
  });
  return { ...webhook, sent, errors };
}

it('says what waits and where to decide, signed and without the arguments', async () => {
  const { notify, sent } = open([204]);
  notify(record);
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toEqual({
    signed: true,
    body: {
      type: 'approval.changed',
      at: '2026-11-16T10:00:01.000Z',
      id: 'a1',
      state: 'pending',
      service: 'ferry-desk',
      operation: 'cancel_booking',
      impact: 'irreversible',
      caller: 'night-agent',
      created_at: '2026-11-16T10:00:00.000Z',
      expires_at: '2026-11-16T11:00:00.000Z',
      url: 'https://gate.example/console/approvals/a1',
    },
  });
});

it('tries again after a failure, and reports a message that cannot be delivered', async () => {
  const second = open([0, 503, 204]);
  second.notify({ ...record, state: 'approved', decidedBy: 'ada' });
  await expect.poll(() => second.sent).toHaveLength(3);
  expect(second.sent[2]?.body).toMatchObject({ state: 'approved', decided_by: 'ada' });
  const lost = open([500, 500, 404]);
  lost.notify(record);
  await expect
    .poll(() => lost.errors)
    .toEqual(['the webhook https://chat.example/hook did not accept the approval a1']);
  expect(second.errors).toEqual([]);
});

it('ends retries when the server stops', async () => {
  const { notify, stop, sent, errors } = open([500], [60_000]);
  notify(record);
  await expect.poll(() => sent).toHaveLength(1);
  stop();
  expect(errors).toEqual([]);
});
