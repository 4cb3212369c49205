/** Approvals in a real browser: a call of an agent appears in the inbox, and a person decides on it. */
import type { Client } from '@dragoman/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpHost, startHttpHost } from '../http-host.js';
import { type KeyedConsole, openKeyedConsole } from './keyed-console.js';
import { browser } from './open-console.js';
import { hostileTexts } from './sample-content.js';

describe.skipIf(browser === undefined)('approvals', () => {
  let opened: KeyedConsole;
  let host: HttpHost;
  let agent: Client;
  const received: unknown[] = [];

  beforeAll(async () => {
    host = await startHttpHost(async (_url, init) => {
      received.push(JSON.parse(String(init.body)));
      return Response.json({ cancelled: true });
    });
    opened = await openKeyedConsole({
      DRAGOMAN_GATEWAY_IRREVERSIBLE: 'person',
      DRAGOMAN_OUTBOUND_ALLOW: new URL(host.origin).host,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    });
    const inputs = { type: 'object', properties: { booking: { type: 'string' } }, required: ['booking'] };
    const operation = { name: 'cancel', description: 'Cancels a booking.', impact: 'irreversible' as const, inputs };
    await opened.clientOf(opened.admin).agents.register({
      id: 'ferry-desk',
      name: 'Ferry desk',
      description: 'Bookings of harbour ferries.',
      capabilities: ['ferries'],
      endpoint: `${host.origin}/cancel`,
      visibility: 'public',
      operations: [{ ...operation, outputs: { type: 'object' } }],
    });
    agent = opened.clientOf(await opened.keyFor('night-agent', 'agents:invoke', 'registry:read'));
  }, 60_000);

  afterAll(async () => {
    await opened.close();
    await host.close();
  });

  const call = (booking: string) => agent.agents.invoke('ferry-desk', { booking }, { idempotencyKey: false });

  it('appear in the inbox while it is open, and let the call through once after Approve', async () => {
    const { page, check, finish } = await opened.open('/inbox', { key: opened.admin });
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    const booking = `B-1 ${hostileTexts[0]}`;
    await expect(call(booking)).rejects.toMatchObject({ code: 'APPROVAL_PENDING' });
    await page.getByText('night-agent wants to call cancel of ferry-desk.').waitFor();
    await check();
    await page.getByRole('link', { name: 'Decide' }).click();
    await page.getByRole('heading', { level: 1, name: 'Approval' }).waitFor();
    await page.getByRole('figure', { name: 'arguments' }).getByText('B-1').waitFor();
    await page.getByText(`POST ${host.origin}/cancel`).waitFor();
    await page.getByRole('timer').getByText(/left$/).waitFor();
    await check();
    await page.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByText('The agent may make this call once.').waitFor();
    expect(received).toEqual([]);
    await call(booking);
    await page.getByText('The agent has made this call.').waitFor();
    expect(received).toEqual([{ booking }]);
    await finish();
  });

  it('refuse the call after Decline, with a note, on a narrow screen', async () => {
    await expect(call('B-2')).rejects.toMatchObject({ code: 'APPROVAL_PENDING' });
    const { page, check, finish } = await opened.open('/inbox', {
      key: opened.admin,
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('link', { name: 'Decide' }).click();
    await page.getByLabel('Note (optional)').fill('Not this booking.');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await check();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('The call is rejected for a while.').waitFor();
    await page.getByText('Not this booking.').waitFor();
    await expect(call('B-2')).rejects.toMatchObject({ code: 'DECLINED' });
    await finish();
  });
});
