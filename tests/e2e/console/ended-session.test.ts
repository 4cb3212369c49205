/** Forms in a real browser whose session ends while somebody fills them in: nothing that was entered is lost. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpHost, startHttpHost } from '../http-host.js';
import { type KeyedConsole, openKeyedConsole } from './keyed-console.js';
import { browser } from './open-console.js';

const description = (origin: string) => ({
  openapi: '3.1.0',
  info: { title: 'Cranes', version: '1' },
  servers: [{ url: origin }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/cranes': {
      get: {
        operationId: 'find_crane',
        summary: 'Find a crane',
        security: [],
        parameters: [{ name: 'place', in: 'query', required: true, schema: { type: 'string' } }],
        responses: { '200': { description: 'The crane' } },
      },
    },
  },
});

describe.skipIf(browser === undefined)('a session that ends while a form is filled in', () => {
  let host: HttpHost;
  let opened: KeyedConsole;

  beforeAll(async () => {
    host = await startHttpHost(async () => Response.json({ crane: 'north' }));
    opened = await openKeyedConsole({
      DRAGOMAN_OUTBOUND_ALLOW: new URL(host.origin).host,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    });
    await opened
      .clientOf(opened.admin)
      .imports.create([{ text: JSON.stringify(description(host.origin)), curation: { id: 'cranes' } }]);
  }, 60_000);

  afterAll(async () => {
    await opened.close();
    await host.close();
  });

  const open = (path: string) => opened.open(path, { key: opened.admin, expectedErrors: /401 \(Unauthorized\)/ });

  /** Ends all sessions, submits the form, and logs in again. */
  async function submit(page: Page, send: () => Promise<void>): Promise<void> {
    const program = opened.clientOf(opened.admin);
    for (const { id } of await program.sessions.list()) await program.sessions.revoke(id);
    await send();
    const login = page.getByRole('dialog', { name: 'Log in again' });
    await login.getByLabel('API key').fill(opened.admin);
    await login.getByRole('button', { name: 'Log in' }).click();
    await login.waitFor({ state: 'hidden' });
  }

  it('runs a call of Try with its inputs', async () => {
    const { page, finish } = await open('/services/cranes/operations/find_crane/try');
    await page.getByRole('textbox', { name: 'place' }).fill('north pier');
    await submit(page, () => page.getByRole('button', { name: 'Run', exact: true }).click());
    await page.getByRole('region', { name: 'Result of the service' }).getByText('north').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'place' }).inputValue()).toBe('north pier');
    await finish();
  });

  it('previews a pasted document', async () => {
    const { page, finish } = await open('/add');
    const text = JSON.stringify({ ...description(host.origin), info: { title: 'Tugs', version: '1' } });
    await submit(page, async () => {
      await page.locator('main textarea').first().fill(text);
      await page.getByRole('button', { name: 'Preview' }).first().click();
    });
    await page.getByText('As tools').waitFor();
    await finish();
  });

  it('creates a key with the entered name', async () => {
    const { page, finish } = await open('/admin');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Name' }).first();
    await dialog.getByLabel('Name').fill('night shift');
    await submit(page, () => dialog.getByRole('button', { name: 'Create', exact: true }).click());
    await page.getByText(/dgm_/).first().waitFor();
    await finish();
  });

  it('previews a credential', async () => {
    const { page, finish } = await open('/services/cranes?tab=credentials');
    await page.getByRole('button', { name: 'Add a credential' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Used for' });
    await dialog.getByLabel('API key').fill('not a real key');
    await submit(page, () => dialog.getByRole('button', { name: 'Preview' }).click());
    await dialog.getByRole('region', { name: 'What changes' }).waitFor();
    await finish();
  });

  it('adds a source', async () => {
    const { page, finish } = await open('/sources');
    await page.getByRole('button', { name: 'Add a source' }).first().click();
    await page.getByLabel('URL').fill(`${host.origin}/list.json`);
    await page.getByLabel('Name (optional)').fill('Cranes of the pier');
    await submit(page, () => page.getByLabel('URL').press('Enter'));
    await page.getByRole('heading', { level: 1, name: 'Cranes of the pier' }).waitFor();
    await finish();
  });
});
