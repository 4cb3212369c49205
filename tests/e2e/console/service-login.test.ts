/** A login at the authorization server of a service, started in the console and finished after the way back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginProvider } from '../login-provider.js';
import { startLoginProvider } from '../login-provider.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';

describe.skipIf(browser === undefined)('a login to a service', () => {
  let provider: LoginProvider;
  let opened: OpenedConsole;

  beforeAll(async () => {
    provider = await startLoginProvider();
    opened = await openConsole({ DRAGOMAN_OUTBOUND_ALLOW: '127.0.0.1', DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true' });
    const tools = [{ name: 'whoami', description: 'Says who calls.', inputSchema: { type: 'object' } }].map((tool) => ({
      ...tool,
      annotations: { readOnlyHint: true },
    }));
    const text = JSON.stringify({ server: provider.mcp, name: 'Notes', tools });
    const { results } = await opened.client.imports.create([{ text, curation: { id: 'notes' } }]);
    expect(results[0]?.error).toBeUndefined();
  }, 60_000);

  afterAll(async () => {
    await opened.close();
    await provider.close();
  });

  it('leads to the authorization server and back, and the call then has the token of the person', async () => {
    const { page, check } = await opened.open('/services/notes?tab=credentials');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await check();
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.locator('input[name=login]').fill('ada');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]').click();
    await page.getByRole('listitem').filter({ hasText: 'login at 127.0.0.1' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/services/notes');
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('login.');
    await page.getByRole('button', { name: 'Log in again' }).waitFor();
    const called = await opened.client.agents.invoke('notes', {}, { operation: 'whoami' });
    expect(JSON.stringify(called)).toContain('ada');
    await page.goto(`${opened.server.url}/console/login-return?code=x&state=y`);
    await page.getByText('No login to finish').waitFor();
    await page.context().close();
  }, 60_000);
});
