/** Connecting a client in a real browser: configuration, links, keys, and clients that connect while the page is open. */
import { mcpClients } from '@dragoman/sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyedConsole, openKeyedConsole } from './keyed-console.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addHostileServices, addManyServices, addRealServices } from './sample-content.js';

/** Lists the tools of an endpoint as an MCP client with this name does. */
async function listTools(endpoint: string, client: string, key?: string): Promise<void> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'user-agent': client,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  if (!answer.ok) throw new Error(`${endpoint}: ${answer.status}`);
  await answer.text();
}

/** The configuration that the page shows. */
const configuration = async (page: Page) =>
  JSON.parse((await page.getByRole('figure', { name: 'configuration' }).locator('pre').textContent()) ?? '') as Record<
    string,
    Record<string, Record<string, unknown>>
  >;

describe.skipIf(browser === undefined)('connecting', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
    await addRealServices(opened.client);
    await addManyServices(opened.client, 140);
  }, 60_000);

  afterAll(() => opened.close());

  it('shows the configuration of each client, and a link for those that have one', async () => {
    const { page, check, finish } = await opened.open('/connect');
    for (const { name, link } of mcpClients) {
      await page.getByLabel('Client').selectOption(name);
      await page.getByText(`dragoman connect ${name}`).first().waitFor();
      expect(await page.getByRole('link', { name: /^Add to / }).count()).toBe(link === undefined ? 0 : 1);
    }
    await page.getByLabel('Client').selectOption('cursor');
    const href = (await page.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href')) ?? '';
    const config = JSON.parse(atob(new URL(href).searchParams.get('config') ?? '')) as unknown;
    expect(config).toEqual((await configuration(page)).mcpServers?.dragoman);
    await page.getByLabel('Client').selectOption('vscode');
    const link = (await page.getByRole('link', { name: 'Add to Visual Studio Code' }).getAttribute('href')) ?? '';
    expect(JSON.parse(decodeURIComponent(link.replace('vscode:mcp/install?', '')))).toMatchObject({ name: 'dragoman' });
    await check();
    await finish();
  }, 60_000);

  it('finds any service by a part of its name with the keyboard', async () => {
    const { page, check, finish } = await opened.open('/connect');
    await page.getByLabel('Gets').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'The whole catalogue' }).waitFor();
    await page.keyboard.type('berth 13');
    await page.getByRole('option', { name: 'The whole catalogue' }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Berth 139' }).waitFor();
    await check();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText(/\/agents\/berth-13\d\/mcp$/).waitFor();
    expect(await page.getByLabel('Gets').inputValue()).toMatch(/^Service: berth-13\d$/);
    expect(Object.keys((await configuration(page)).mcpServers ?? {})[0]).toMatch(/^dragoman-berth-13\d$/);
    await page.reload();
    await page.getByText(/\/agents\/berth-13\d\/mcp$/).waitFor();
    await page.getByLabel('Gets').click();
    await page.keyboard.type('no such service');
    await page.getByText('No name contains “no such service”.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Gets').inputValue()).toMatch(/^Service: berth-13\d$/);
    await finish();
  }, 60_000);

  it('shows a client as soon as it lists the tools, and how long ago that was', async () => {
    const { page, check, finish } = await opened.open('/connect?to=agent%3Apets');
    await page.getByText('Waiting for a client.').waitFor();
    await check();
    const endpoint = `${opened.server.url}/agents/pets/mcp`;
    const clients = page.getByRole('list', { name: 'Connected clients' });
    const listAgain = async () => {
      await listTools(endpoint, '<b>Cursor</b>/1.4');
      return clients.count();
    };
    await expect.poll(listAgain, { timeout: 30_000, interval: 1000 }).toBe(1);
    await clients.getByText('<b>Cursor</b>/1.4').waitFor();
    await clients.getByText(/last seen (now|\d+ seconds? ago), 4 tools listed/).waitFor();
    expect(await clients.locator('b').count()).toBe(0);
    await check();
    await page.goto(`${opened.server.url}/console/connect?to=agent%3Aposts`);
    await page.getByText('Waiting for a client.').waitFor();
    await finish();
  }, 60_000);

  it('shows hostile names of services as text', async () => {
    await addHostileServices(opened.client);
    const { page, finish } = await opened.open('/connect', { viewport: { width: 390, height: 844 } });
    await page.getByLabel('Gets').click();
    await page.keyboard.type('hostile');
    await page.getByRole('option').filter({ hasText: 'U+202E' }).waitFor();
    expect(await page.locator('[role=option] img, [role=option] script').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await finish();
  }, 60_000);

  it('creates a key and shows it once', async () => {
    const { page, check, finish } = await opened.open('/connect', { expectedErrors: /401/ });
    await page.getByLabel('Name').fill('Claude on my laptop');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByText(/^dgm_[\w-]+$/).textContent();
    expect(key).toMatch(/^dgm_/);
    expect(await page.getByRole('figure', { name: 'configuration' }).textContent()).not.toContain('dgm_');
    await check();
    await finish();
  }, 60_000);
});

describe.skipIf(browser === undefined)('connecting to a server with keys', () => {
  let opened: KeyedConsole;

  beforeAll(async () => {
    opened = await openKeyedConsole();
  }, 60_000);

  afterAll(() => opened.close());

  it('shows the client that uses the key which was just created', async () => {
    const { page, check, finish } = await opened.open('/connect', { key: opened.admin });
    await page.getByLabel('Name').fill('Editor');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByText(/^dgm_[\w-]+$/).textContent()) ?? '';
    const clients = page.getByRole('list', { name: 'Connected clients' });
    const listAgain = async () => {
      await listTools(`${opened.server.url}/mcp`, 'Editor/2', key);
      return clients.getByText('this key').count();
    };
    await expect.poll(listAgain, { timeout: 30_000, interval: 1000 }).toBe(1);
    await check();
    await finish();
  }, 60_000);

  it('names the scopes that a caller lacks', async () => {
    const caller = await opened.keyFor('caller', 'agents:invoke');
    const { page, finish } = await opened.open('/connect', { key: caller });
    await page.getByText('needs the scope registry:read').waitFor();
    const button = page.getByRole('button', { name: 'Create key' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByText('Needs the scope admin.').waitFor();
    await finish();
  }, 60_000);
});
