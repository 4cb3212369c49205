/** Sources in a real browser: add, check, held changes with their decision, failures, remove. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { stdioServers } from './operating-content.js';
import { startToolListHost, type ToolListHost } from './tool-list-host.js';

describe.skipIf(browser === undefined)('Sources', () => {
  let list: ToolListHost;
  let opened: OpenedConsole;

  beforeAll(async () => {
    list = await startToolListHost();
    opened = await openConsole({ ...list.env, DRAGOMAN_MCP_STDIO: JSON.stringify(stdioServers) });
  }, 60_000);

  afterAll(async () => {
    await opened.close();
    await list.host.close();
  });

  it('adds a source with the keyboard and shows what the check found', async () => {
    const { page, check, finish } = await opened.open('/sources');
    await page.getByText('No sources yet').waitFor();
    await check();
    await page.getByRole('button', { name: 'Add a source' }).first().press('Enter');
    await page.getByLabel('URL').fill(list.url);
    await page.getByLabel('Name (optional)').fill('Ships');
    await check();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ships' }).waitFor();
    await page.getByText('list_ships').waitFor();
    await page.getByText('current', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy as command' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^dragoman sources show /);
    await finish();
  }, 60_000);

  it('shows held changes, and refuses and accepts them after a preview', async () => {
    list.require('to');
    const { page, check, finish } = await opened.open('/sources');
    await page.getByRole('row').filter({ hasText: 'Ships' }).click();
    await page.getByRole('button', { name: 'Check now' }).click();
    const held = page.getByRole('region', { name: 'Held changes' });
    await held.getByText('Changes wait for your decision').waitFor();
    await check();
    await held.getByRole('button', { name: 'Refuse' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Refuse one change?').waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await held.getByText('Refused changes').waitFor();
    await held.getByRole('button', { name: 'Accept' }).click();
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await held.waitFor({ state: 'detached' });
    await page.getByText('changed', { exact: true }).first().waitFor();
    await finish();
  }, 60_000);

  it('says why a check failed, and removes a source after asking', async () => {
    const { sources } = await opened.client.sources.create([`${list.host.origin}/missing.json`]);
    await opened.client.sources.refresh(sources[0]?.id ?? '');
    const { page, finish } = await opened.open('/sources', { viewport: { width: 390, height: 844 } });
    await page.getByRole('row').filter({ hasText: 'missing.json' }).getByText('failing').click();
    await page
      .getByText('The last check failed')
      .or(page.getByText(/The last \d+ checks failed/))
      .waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sources and servers' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'missing.json' }).waitFor({ state: 'detached' });
    await finish();
  });

  it('shows the stdio servers with what they wrote to standard error, and starts them again', async () => {
    // The restart of a server that cannot start is answered with 502.
    const { page, check, finish } = await opened.open('/sources?view=servers', { expectedErrors: /502/ });
    const broken = page.getByRole('listitem').filter({ hasText: 'broken' });
    await broken.getByRole('button', { name: 'Restart' }).press('Enter');
    await broken.getByText('Error: CHART_TOKEN is not set').waitFor();
    await broken.getByText(/exit code 3/).waitFor();
    const charts = page.getByRole('listitem').filter({ hasText: 'charts' });
    await charts.getByRole('button', { name: 'Restart' }).press('Enter');
    await charts.getByText('running').waitFor();
    await check();
    await charts.getByRole('button', { name: 'Copy as command' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^dragoman servers restart charts/);
    await finish();
  }, 60_000);

  it('adds an MCP server with a preview of its tools, changes it and removes it after asking', async () => {
    const { page, check, finish } = await opened.open('/sources?view=servers');
    await page.getByRole('button', { name: 'Add a server' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Desk');
    await dialog.getByText('Use lower-case letters').waitFor();
    await dialog.getByLabel('Name').fill('desk');
    await dialog.getByLabel('Command').fill(`${process.execPath} -e "console.error('no desk'); process.exit(4)"`);
    await dialog.getByRole('button', { name: 'Preview tools' }).click();
    await dialog.getByText('no desk').waitFor();
    await dialog.getByText(/exit code 4/).waitFor();
    await check();
    await dialog.getByLabel('Command').fill([process.execPath, ...(stdioServers[0]?.args ?? [])].join(' '));
    await dialog.getByLabel(/Environment variables/).fill('DESK_TOKEN=desk-secret');
    await dialog.getByRole('button', { name: 'Add server' }).click();
    const desk = page.getByRole('listitem').filter({ hasText: 'added at run time' });
    await desk.getByText('running').waitFor();
    await desk.getByRole('button', { name: 'Change' }).click();
    expect(await dialog.getByLabel(/Environment variables/).inputValue()).toBe('DESK_TOKEN');
    await check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await desk.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await desk.waitFor({ state: 'detached' });
    await finish();
  }, 60_000);
});
