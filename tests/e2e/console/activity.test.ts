/** Activity in a real browser: live calls, history, filters in the address, pause, traces, and many calls at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addHarborService, callHarbor, type HarborService, startHarborService } from './harbor-service.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';

describe.skipIf(browser === undefined)('Activity', () => {
  let harbor: HarborService;
  let opened: OpenedConsole;

  beforeAll(async () => {
    harbor = await startHarborService();
    opened = await openConsole(harbor.env);
    await addHarborService(opened.client, harbor);
  }, 60_000);

  afterAll(async () => {
    await opened.close();
    await harbor.host.close();
  });

  it('is empty before the first call, and shows calls as they happen', async () => {
    const { page, check, finish } = await opened.open('/activity');
    await page.getByText('No calls yet').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await check();
    await callHarbor(opened.client, 'read_tide');
    const row = page.getByRole('row').filter({ hasText: 'read_tide' });
    await row.getByText('done').waitFor();
    await callHarbor(opened.client, 'read_gauge');
    await page.getByRole('row').filter({ hasText: 'read_gauge' }).getByText('500').waitFor();
    await callHarbor(opened.client, 'read_camera');
    await page.getByRole('row').filter({ hasText: 'read_camera' }).getByText('failed').waitFor();
    await finish();
  });

  it('pauses, and says how many calls wait', async () => {
    const { page, finish } = await opened.open('/activity');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await page.getByText('Paused').waitFor();
    await callHarbor(opened.client, 'book_berth');
    await page.getByText('1 new call waits').waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'book_berth' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Resume' }).press('Enter');
    await page.getByRole('row').filter({ hasText: 'book_berth' }).waitFor();
    await finish();
  });

  it('keeps filters in the address and applies them to the history', async () => {
    const { page, finish } = await opened.open('/activity');
    await page.getByLabel('Outcome').selectOption('failed');
    await page.waitForURL(/outcome=failed/);
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'read_camera' }).first().waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'read_tide' }).count()).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('no-such-service');
    await page.getByText('No call matches').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('row').filter({ hasText: 'read_tide' }).first().waitFor();
    await page.getByRole('button', { name: 'Copy as command' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^dragoman audit list --action call/);
    await finish();
  });

  it('opens a trace with the keyboard and explains its failure', async () => {
    const { page, finish } = await opened.open('/activity?outcome=failed');
    await page.getByRole('row').filter({ hasText: 'read_camera' }).first().waitFor();
    await page.getByRole('table').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Trace' }).waitFor();
    await page.getByText('Who can fix it').waitFor();
    await page.getByText('The provider of the service', { exact: true }).waitFor();
    await page.getByText('Address of the service').waitFor();
    const parts = page.getByRole('list', { name: 'Parts of read_camera' });
    await parts.getByText('Access', { exact: true }).waitFor();
    await parts.getByRole('listitem').filter({ hasText: /^Try/ }).last().getByText('UPSTREAM_ERROR').waitFor();
    await finish();
  });

  it('captures payloads of a service for some minutes, shows them with the call and its trace, and removes them', async () => {
    const { page, check, finish } = await opened.open('/services/harbor-desk?tab=activity');
    await page.getByText('Off. The audit log records every call without its payload.').waitFor();
    await page.getByText('5 min', { exact: true }).click();
    await page.getByRole('button', { name: 'Capture payloads' }).press('Enter');
    await page.getByText('capturing', { exact: true }).waitFor();
    await page.getByText('No call has been captured yet.').waitFor();
    await callHarbor(opened.client, 'read_tide');
    const call = page.getByRole('list', { name: 'Captured calls' }).getByRole('listitem').first();
    await call.getByText('read_tide').click();
    await call.getByRole('region', { name: 'Output' }).getByText('2.4').waitFor();
    await check();
    await call.getByRole('link', { name: 'Open the trace' }).click();
    await page.getByRole('heading', { name: 'Payload' }).waitFor();
    await page.getByRole('region', { name: 'Output' }).getByText('level_m').waitFor();
    await check();
    await page.goBack();
    await page.getByRole('button', { name: 'Stop and remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop capturing payloads?' });
    await dialog.getByRole('button', { name: 'Stop and remove' }).click();
    await page.getByText('Off. The audit log records every call without its payload.').waitFor();
    await page.goForward();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Trace' }).waitFor();
    await page.getByText('The call', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Payload' }).count()).toBe(0);
    await finish();
  }, 60_000);

  it('says what to do when no record has the trace id', async () => {
    const { page, finish } = await opened.open(`/activity/${'1'.repeat(32)}`, { expectedErrors: /404/ });
    await page.getByText('You see no record with this trace id').waitFor();
    await finish();
  });

  it('draws the calls of a service over time without breaking the content security policy', async () => {
    const { page, check, finish } = await opened.open('/activity');
    await page.getByText('Services over time').click();
    await page.getByRole('button', { name: /^harbor-desk/ }).waitFor();
    await page
      .getByRole('img', { name: /^Calls per minute of harbor-desk: \d+ calls/ })
      .locator('canvas')
      .waitFor();
    await page.getByRole('img', { name: /^Time taken of harbor-desk: half within/ }).waitFor();
    await check();
    await page.getByText('Last month').click();
    await page.waitForURL(/range=month/);
    await page
      .getByRole('img', { name: /^Calls per hour of harbor-desk/ })
      .locator('canvas')
      .waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\/usage/);
    await finish();
  });

  it('counts every call when there are too many to draw', async () => {
    const { page, finish } = await opened.open('/activity', { viewport: { width: 390, height: 844 } });
    await page.getByText('Live', { exact: true }).waitFor();
    const omitted = page.getByText(/\d+ calls not drawn one by one/);
    while (!(await omitted.isVisible())) {
      await Promise.all(Array.from({ length: 300 }, () => callHarbor(opened.client, 'read_tide')));
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await finish();
  }, 120_000);
});
