/** Login in a real browser: with a key, through a real OpenID Connect provider, and again after the session has ended. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@dragoman/sdk';
import { loadConfig, openAdministration } from '@dragoman/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { startProvider } from '../oidc-provider.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';

const unauthorized = /401 \(Unauthorized\)/;

async function createKey(path: string, name: string, scopes: string[]): Promise<string> {
  const config = loadConfig({ cwd: tmpdir(), environment: {}, flags: { 'store.path': path } });
  const administration = await openAdministration(config);
  const { key } = await administration.keys.create({ name, subject: name, scopes });
  await administration.close();
  return key;
}

describe.skipIf(browser === undefined)('a login', () => {
  let folder: string;
  let opened: OpenedConsole;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-login-'));
    const path = join(folder, 'store.db');
    key = await createKey(path, 'ada', ['admin']);
    opened = await openConsole({ DRAGOMAN_STORE_PATH: path });
  });

  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('takes a key once, keeps none in the page, and ends with logout', async () => {
    const { page, check, finish } = await opened.open('/catalogue', { expectedErrors: unauthorized });
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await check();
    await page.getByLabel('API key').fill('dgm_wrong');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('unknown, expired or revoked').waitFor();
    await check();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Catalogue' }).waitFor();
    expect(
      await page.evaluate('document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)'),
    ).not.toContain('dgm_');
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByText('admin', { exact: true }).waitFor();
    await check();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await finish();
  });

  it('is asked for over the page when the session has ended, and the request is repeated', async () => {
    // Find follows no events: elsewhere the event stream can ask for the login before the text is typed.
    const { page, check, finish } = await opened.open('/find', { expectedErrors: unauthorized });
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Find' }).waitFor();
    const program = createClient({ baseUrl: opened.server.url, allowInsecure: true, credential: { apiKey: key } });
    for (const { id } of await program.sessions.list()) await program.sessions.revoke(id);
    await page.keyboard.press('Control+k');
    await page.locator('dialog input[role=combobox]').fill('send an invoice');
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.waitFor();
    await check();
    await dialog.getByLabel('API key').fill(key);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Nothing matches.').waitFor();
    expect(await page.locator('dialog input[role=combobox]').inputValue()).toBe('send an invoice');
    await finish();
  });

  it('is not asked for by the event stream of the page while somebody types', async () => {
    const { page, finish } = await opened.open('/find', { key, expectedErrors: unauthorized });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // The stream reaches the server after the session has ended.
    await page.route('**/events*', async (route) => {
      await ended;
      await route.continue();
    });
    const asked = page.waitForRequest('**/events*');
    const refused = page.waitForResponse('**/events*');
    await page.goto(`${opened.server.url}/console/sources`);
    await page.getByRole('heading', { level: 1, name: 'Sources and servers' }).waitFor();
    await asked;
    await page.keyboard.press('Control+k');
    const field = page.locator('dialog input[role=combobox]');
    await field.focus();
    const program = createClient({ baseUrl: opened.server.url, allowInsecure: true, credential: { apiKey: key } });
    for (const { id } of await program.sessions.list()) await program.sessions.revoke(id);
    end();
    expect((await refused).status()).toBe(401);
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    expect(await dialog.count()).toBe(0);
    expect(await page.evaluate("document.activeElement?.getAttribute('role')")).toBe('combobox');
    await page.keyboard.press('Escape');
    await dialog.getByLabel('API key').fill(key);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await finish();
  });
});

describe.skipIf(browser === undefined)('a login through OpenID Connect', () => {
  it('leads to the provider and back, with the scopes of the claim', async () => {
    const issuer = `http://127.0.0.1:${await freePort()}`;
    const secured = await openConsole({
      DRAGOMAN_AUTH_OIDC_ISSUER: issuer,
      DRAGOMAN_AUTH_OIDC_SCOPE_CLAIM: 'dragoman_scopes',
    });
    const redirect = `${secured.server.url}/session/oidc/callback`;
    const provider = await startProvider(issuer, redirect, 'registry:read registry:write');
    try {
      const { page } = await secured.open('/connect');
      await page.getByRole('link', { name: /Log in with 127\.0\.0\.1/ }).click();
      await page.getByPlaceholder('Enter any login').fill('grace');
      await page.getByPlaceholder('and password').fill('anything');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor();
      const session = (await page.evaluate("fetch('/session').then((answer) => answer.json())")) as object;
      expect(session).toMatchObject({
        access: 'session',
        caller: { kind: 'token', subject: `${issuer}#grace`, scopes: ['registry:read', 'registry:write'] },
      });
      const forged = await fetch(`${redirect}?code=x&state=y`, { redirect: 'manual' });
      expect(forged.status).toBe(401);
    } finally {
      await secured.close();
      await provider.close();
    }
  });
});
