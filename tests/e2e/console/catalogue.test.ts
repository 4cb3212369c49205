/** The catalogue in a real browser: what it shows of services and operations, filters, the keyboard, hostile texts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addHarborService, callHarbor, type HarborService, startHarborService } from './harbor-service.js';
import { type KeyedConsole, openKeyedConsole } from './keyed-console.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addHostileServices, addManyServices, addRealServices } from './sample-content.js';

const phone = { viewport: { width: 390, height: 844 } };

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Pixels by which the table is wider than its place. */
const overflow = (page: Page, label: string) =>
  page.getByRole('table', { name: label }).evaluate((table) => table.scrollWidth - table.clientWidth);

const operations = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `read_${at}`,
    description: `Reads buoy ${at}.`,
    inputs: { type: 'object' },
    outputs: {},
    impact: at % 2 === 0 ? 'informational' : 'irreversible',
  }));

describe.skipIf(browser === undefined)('the catalogue', () => {
  let opened: OpenedConsole;
  let harbor: HarborService;

  beforeAll(async () => {
    harbor = await startHarborService();
    opened = await openConsole(harbor.env);
  }, 60_000);

  afterAll(async () => {
    await opened.close();
    await harbor.host.close();
  });

  it('says how to add a service while it is empty, and shows one as soon as it is added', async () => {
    const { page, check, finish } = await opened.open('/catalogue');
    await page.getByText('The catalogue is empty').waitFor();
    await check();
    await addHarborService(opened.client, harbor);
    await rowOf(page, 'Harbor desk').waitFor();
    await page.getByText('1 service that you may see.').waitFor();
    await finish();
  }, 60_000);

  it('shows protocol, operations, calls, errors, breaker, credential, visibility, source and findings', async () => {
    for (const operation of ['read_tide', 'read_gauge']) await callHarbor(opened.client, operation);
    await opened.client.agents.register({
      id: 'vault',
      name: 'Vault',
      description: 'Keeps things.',
      capabilities: [],
      endpoint: 'https://vault.example/api',
      authentication: { type: 'api_key' },
      visibility: 'private',
      operations: operations(3),
    });
    const { page, check, finish } = await opened.open('/catalogue');
    const headers = await page.getByRole('columnheader').allTextContents();
    expect(headers).toEqual([
      'Service',
      'Protocol',
      'Operations',
      'Calls 24 h',
      'Errors',
      'Breaker',
      'Credential',
      'Visibility',
      'Source, last check',
      'Findings',
    ]);
    const cells = (text: string) => rowOf(page, text).getByRole('cell').allTextContents();
    expect((await cells('Vault')).slice(1, 8)).toEqual(['AIDIP', '3', '0', '0', 'closed', 'missing', 'private']);
    expect(await overflow(page, 'Services')).toBe(0);
    // Calls are added to the counts every ten seconds; the row follows without a reload.
    const calls = rowOf(page, 'Harbor desk').getByRole('cell').nth(3);
    const countAgain = async () => {
      await callHarbor(opened.client, 'read_tide');
      return calls.textContent();
    };
    await expect.poll(countAgain, { timeout: 60_000, interval: 2000 }).not.toBe('0');
    await page.getByRole('button', { name: 'Errors' }).click();
    await check();
    await page.getByRole('checkbox', { name: 'credential missing' }).check();
    await page.getByText('1 of 2').waitFor();
    await finish();
  }, 90_000);

  it('shows services with facets, and only the visible rows', async () => {
    await addRealServices(opened.client);
    await addManyServices(opened.client, 300);
    const { page, check, finish } = await opened.open('/catalogue');
    await page.getByText(/^305 services/).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await page.getByRole('checkbox', { name: 'reservation' }).check();
    await page.getByText('300 of 305').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('berth 299');
    await page.getByText('1 of 305').waitFor();
    await check();
    expect(new URL(page.url()).search).toContain('berth');
    await page.reload();
    await page.getByText('1 of 305').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('no such thing');
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await page.getByText(/^305 services/).waitFor();
    await finish();
  }, 90_000);

  it('leads to a service with the keyboard, and copies the command for the list', async () => {
    const { page, finish } = await opened.open('/catalogue?text=petstore');
    await page.getByRole('button', { name: 'Copy as command' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^dragoman list --all --server http/);
    await rowOf(page, 'pets').waitFor();
    await page.getByRole('table', { name: 'Services' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/services\/pets$/);
    await finish();
  }, 60_000);

  it('is a readable list with filters in a sheet on a narrow screen', async () => {
    const { page, check, finish } = await opened.open('/catalogue', phone);
    await rowOf(page, 'Berth 10').first().waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Service']);
    expect(await overflow(page, 'Services')).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet
      .getByRole('checkbox', { name: 'MCP' })
      .or(sheet.getByRole('checkbox', { name: 'OpenAPI' }))
      .first()
      .check();
    await check();
    await sheet.getByRole('button', { name: 'Show results' }).click();
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    await rowOf(page, 'Berth 10').first().waitFor({ state: 'detached' });
    await rowOf(page, 'Harbor desk').waitFor();
    await finish();
  }, 60_000);

  it('shows hostile texts as text, with invisible characters made visible', async () => {
    await addHostileServices(opened.client);
    for (const view of ['services', 'operations']) {
      const { page, finish } = await opened.open(`/catalogue?view=${view}&text=hostile`);
      await page.locator('[data-third-party]').filter({ hasText: 'U+202E' }).first().waitFor();
      expect(await page.title()).toBe('Dragoman');
      expect(await page.locator('[data-third-party] img, [data-third-party] script').count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440);
      await finish();
    }
  }, 60_000);
});

describe.skipIf(browser === undefined)('the operations of the catalogue', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
    for (const id of ['buoys-1', 'buoys-2', 'buoys-3', 'buoys-4', 'buoys-5', 'tides']) {
      await opened.client.agents.register({
        id,
        name: id === 'tides' ? 'Tides' : `Buoys of the north ${id}`,
        description: 'Reads.',
        capabilities: [],
        tags: [id],
        endpoint: `https://${id}.example/api`,
        operations: operations(id === 'tides' ? 120 : 180),
      });
    }
  }, 60_000);

  afterAll(() => opened.close());

  it('can be scrolled to any place, and load only what is shown', async () => {
    const { page, check, finish } = await opened.open('/catalogue?view=operations');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByText('1,020 operations').waitFor();
    const table = page.getByRole('table', { name: 'Operations' });
    expect(await table.getAttribute('aria-rowcount')).toBe('1021');
    await table.focus();
    await page.keyboard.press('End');
    await rowOf(page, 'read_119').filter({ hasText: 'Tides' }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    // The pages between the first and the last one were never asked for.
    expect(requests.filter((url) => url.includes('/catalogue/operations')).length).toBeLessThan(4);
    await check();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/services\/tides\?operation=read_119$/);
    await finish();
  }, 60_000);

  it('are filtered by service, tag and impact, and ranked for a text', async () => {
    const { page, check, finish } = await opened.open('/catalogue?view=operations');
    await page.getByRole('checkbox', { name: 'Tides 120', exact: true }).check();
    await page.getByText('120 operations').waitFor();
    await page.getByRole('checkbox', { name: 'irreversible' }).check();
    await page.getByText('60 operations').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('buoy 7');
    await page.getByText(/^Best \d+ operations/).waitFor();
    await page.getByRole('columnheader', { name: 'Score' }).waitFor();
    await rowOf(page, 'read_7').first().waitFor();
    await check();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
      'text=buoy+7&agent=tides&impact=irreversible',
    );
    await page.getByText('Services', { exact: true }).click();
    await page.getByRole('table', { name: 'Services' }).waitFor();
    await finish();
  }, 60_000);

  it('are a readable list on a narrow screen', async () => {
    const { page, finish } = await opened.open('/catalogue?view=operations', phone);
    await rowOf(page, 'read_1').first().waitFor();
    expect(await overflow(page, 'Operations')).toBe(0);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'informational' }).check();
    await page.getByRole('button', { name: 'Show results' }).click();
    await page.getByText('510 operations').waitFor();
    await finish();
  }, 60_000);
});

describe.skipIf(browser === undefined)('the catalogue of a caller with few scopes', () => {
  let opened: KeyedConsole;

  beforeAll(async () => {
    opened = await openKeyedConsole();
    await opened.clientOf(opened.admin).agents.register({
      id: 'pier',
      name: 'Pier',
      description: 'Forecasts.',
      capabilities: [],
      endpoint: 'https://pier.example/api',
      visibility: 'public',
      operations: operations(1),
    });
  }, 60_000);

  afterAll(() => opened.close());

  it('leaves out what only owners and administrators see, and names the scope', async () => {
    const reader = await opened.keyFor('reader', 'registry:read');
    const { page, finish } = await opened.open('/catalogue', { key: reader });
    await rowOf(page, 'Pier').waitFor();
    await page.getByText(/only for services that you own; the scope admin shows all/).waitFor();
    const headers = await page.getByRole('columnheader').allTextContents();
    expect(headers).toEqual(['Service', 'Protocol', 'Operations', 'Credential', 'Visibility', 'Findings']);
    await finish();
  }, 60_000);

  it('shows them for services of the caller, and a dash for others', async () => {
    const owner = await opened.keyFor('owner', 'registry:read', 'registry:write');
    await opened.clientOf(owner).agents.register({
      id: 'own',
      name: 'Own',
      description: 'Mine.',
      capabilities: [],
      endpoint: 'https://own.example/api',
      operations: operations(1),
    });
    const { page, finish } = await opened.open('/catalogue', { key: owner });
    await rowOf(page, 'Own').getByText('closed').waitFor();
    expect(await rowOf(page, 'Pier').getByTitle('Only its owner and administrators see this').count()).toBe(4);
    await finish();
  }, 60_000);

  /** What a key with one scope sees of each screen: the missing scope, or undefined where the screen is shown. */
  const seen = {
    'agents:invoke': {
      '/inbox': 'registry:read',
      '/catalogue': 'registry:read',
      '/add': 'registry:write',
      '/find?q=pier': undefined,
      '/find/evaluation': 'registry:read',
      '/activity': 'registry:read',
      '/sources': 'registry:write',
      '/connect': undefined,
      '/admin': 'admin',
      '/services/pier': undefined,
      '/services/pier?tab=versions': 'registry:read',
      '/services/pier?tab=credentials': 'registry:read',
      '/services/pier?tab=activity': 'admin',
    },
    'registry:write': { '/add': undefined, '/sources': undefined, '/sources?view=servers': 'admin' },
  };

  it.each(Object.entries(seen))(
    'with only the scope %s names the missing scope and sends nothing in vain',
    async (scope, screens) => {
      const key = await opened.keyFor(`only-${scope.replace(':', '-')}`, scope);
      const { page, finish } = await opened.open('/connect', { key });
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
      });
      for (const [path, missing] of Object.entries(screens)) {
        await page.goto(`${opened.server.url}/console${path}`);
        const notices = page.getByRole('heading', { name: 'No permission' });
        if (missing !== undefined) await page.getByText(`--scope ${missing}`).waitFor();
        // A whole page without permission sends nothing more.
        if (missing === undefined || path.includes('?')) await page.waitForLoadState('networkidle');
        expect(await notices.count(), path).toBe(missing === undefined ? 0 : 1);
        expect(refused, path).toEqual([]);
      }
      await finish();
    },
    60_000,
  );
});
