/** Administration in a real browser: keys from creation to revocation, limits, settings, readiness, audit, sessions. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@dragoman/sdk';
import Database from 'libsql';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { startProvider } from '../oidc-provider.js';
import { openKeyedConsole } from './keyed-console.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { hostileTexts } from './sample-content.js';

const unauthorized = /401 \(Unauthorized\)/;

async function logIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
}

describe.skipIf(browser === undefined)('Admin', () => {
  let folder: string;
  let opened: OpenedConsole;
  /** The first key, created in the browser. */
  let key = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-admin-'));
    opened = await openConsole({ DRAGOMAN_AUDIT_ANCHORS_FILE: join(folder, 'anchors.jsonl') });
  }, 60_000);

  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  const asAdministrator = () =>
    createClient({ baseUrl: opened.server.url, credential: { apiKey: key }, allowInsecure: true });

  it('creates the first key on an open server, shows it once, and logs in with it', async () => {
    const { page, check, finish } = await opened.open('/admin', { expectedErrors: unauthorized });
    await page.getByText('No keys yet').waitFor();
    await check();
    await page.getByRole('button', { name: 'Create a key' }).press('Enter');
    await page.getByText('This console logs in with the new key').waitFor();
    await page.getByLabel('Name').fill('Ada');
    await check();
    await page.keyboard.press('Enter');
    key = (await page.getByText(/^dgm_[\w-]+$/).textContent()) ?? '';
    await check();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row').filter({ hasText: 'Ada' }).getByText('active').waitFor();
    expect(await page.content()).not.toContain(key);
    await finish();
  }, 60_000);

  it('rotates a key with an overlap and revokes one after asking', async () => {
    const { key: used } = await asAdministrator().keys.create({ name: 'Build job', scopes: ['registry:read'] });
    const { page, check, finish } = await opened.open('/admin', { expectedErrors: unauthorized });
    await logIn(page, key);
    await page.getByRole('row').filter({ hasText: 'Build job' }).click();
    await check();
    await page.getByRole('button', { name: 'Rotate' }).click();
    const rotation = page.getByRole('dialog', { name: 'Rotate Build job?' });
    await rotation.getByLabel('Overlap').selectOption('3600');
    await check();
    await rotation.getByRole('button', { name: 'Rotate' }).click();
    const replacement = (await page.getByText(/^dgm_[\w-]+$/).textContent()) ?? '';
    expect(replacement).not.toBe(used);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const sheet = page.getByRole('dialog', { name: 'Build job' });
    await sheet.getByText('Replaced by').waitFor();
    await sheet.getByRole('button', { name: 'Revoke' }).click();
    const question = page.getByRole('dialog', { name: 'Revoke Build job?' });
    await check();
    await question.getByRole('button', { name: 'Revoke' }).click();
    await sheet.getByText('revoked', { exact: true }).waitFor();
    const calls = [used, replacement].map((apiKey) =>
      createClient({ baseUrl: opened.server.url, credential: { apiKey }, allowInsecure: true }).agents.search({
        top: 1,
      }),
    );
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await finish();
  }, 60_000);

  it('shows hostile names as text, also on a narrow screen', async () => {
    for (const text of hostileTexts) {
      await asAdministrator().keys.create({ name: text.slice(0, 100), scopes: ['registry:read'] });
    }
    const { page, finish } = await opened.open('/admin', {
      expectedErrors: unauthorized,
      viewport: { width: 390, height: 844 },
    });
    await logIn(page, key);
    await page.getByRole('row').filter({ hasText: '<script>' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'WWWW' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText(/^Revoke WWWW/).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await page.title()).not.toBe('taken');
    await finish();
  }, 60_000);

  it('filters the settings in force, with their origin and without secrets', async () => {
    const { page, check, finish } = await opened.open('/admin?tab=settings', { expectedErrors: unauthorized });
    await logIn(page, key);
    await page.getByRole('searchbox', { name: 'Filter settings' }).fill('audit.anchors.file');
    const row = page.getByRole('row').filter({ hasText: 'audit.anchors.file' });
    await row.getByText('DRAGOMAN_AUDIT_ANCHORS_FILE').waitFor();
    await check();
    await row.click();
    await page.getByRole('dialog').getByText('anchors.jsonl').waitFor();
    await check();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Filter settings' }).fill('no such setting');
    await page.getByText('No setting matches').waitFor();
    await finish();
  }, 60_000);

  it('shows readiness by part, limits and sessions', async () => {
    const { page, check, finish } = await opened.open('/admin?tab=readiness', { expectedErrors: unauthorized });
    await logIn(page, key);
    for (const part of ['Store', 'Disk', 'Vectors', 'Nodes']) await page.getByText(part, { exact: true }).waitFor();
    await check();
    await page.getByRole('tab', { name: 'Limits' }).click();
    await page.getByText('Event streams').first().waitFor();
    await check();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByText('this browser').waitFor();
    await check();
    await finish();
  }, 60_000);

  it('ends the session of somebody else, which then must log in again', async () => {
    const { key: job } = await asAdministrator().keys.create({
      name: 'eve',
      subject: 'eve',
      scopes: ['registry:read'],
    });
    const eve = await opened.open('/catalogue', { key: job, expectedErrors: unauthorized });
    await eve.page.getByRole('heading', { level: 1, name: 'Catalogue' }).waitFor();
    const { page, check, finish } = await opened.open('/admin?tab=sessions', { key });
    await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('eve');
    const rows = page.getByRole('row').filter({ hasText: 'eve' });
    await rows.click();
    const dialog = page.getByRole('dialog', { name: 'End this session?' });
    await check();
    await dialog.getByRole('button', { name: 'Copy as command' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^dragoman sessions end /);
    await dialog.getByRole('button', { name: 'End' }).click();
    await page.getByText('The session has ended.').waitFor();
    await rows.waitFor({ state: 'detached' });
    await page.getByText('Mine').click();
    await page.getByText('No session matches').waitFor();
    await finish();
    await eve.page.keyboard.press('Control+k');
    await eve.page.locator('input[role=combobox]').fill('a request that needs the session');
    await eve.page.getByRole('dialog', { name: 'Log in again' }).waitFor();
    await eve.finish();
  }, 60_000);

  it('finds audit records, leads to their trace, and verifies the chain', async () => {
    const { page, check, finish } = await opened.open('/admin?tab=audit', { expectedErrors: unauthorized });
    await logIn(page, key);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('The chain is intact').waitFor();
    await page.getByText(/records verified/).waitFor();
    await check();
    await page.getByLabel('Action').fill('key.revoke');
    const rows = page.getByRole('table').getByRole('row').filter({ hasText: 'key.revoke' });
    await page.getByRole('row').filter({ hasText: 'key.create' }).first().waitFor({ state: 'detached' });
    await rows.first().waitFor();
    await page.getByRole('button', { name: 'Copy as command' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('dragoman audit list --action key.revoke');
    await rows.first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Trace' }).waitFor();
    await finish();
  }, 60_000);

  it('finds audit records by failure code and by time', async () => {
    const wrong = createClient({ baseUrl: opened.server.url, credential: { apiKey: key }, allowInsecure: true });
    await wrong.keys.revoke('none').catch(() => undefined);
    const { page, check, finish } = await opened.open('/admin?tab=audit', { key });
    await page.getByRole('combobox', { name: 'Code' }).fill('NOT_FOUND');
    await page.getByRole('row').filter({ hasText: 'key.create' }).first().waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'NOT_FOUND' }).first().waitFor();
    await page.getByRole('button', { name: 'Last hour' }).click();
    await page.getByRole('row').filter({ hasText: 'NOT_FOUND' }).first().waitFor();
    expect(await page.getByLabel('From').inputValue()).not.toBe('');
    await check();
    await page.getByLabel('Until').fill('2001-01-01T00:00');
    await page.getByText('No record matches').waitFor();
    await page.getByRole('button', { name: 'Copy as command' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^dragoman audit list --code NOT_FOUND --since \S+Z --until \S+Z$/,
    );
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('row').filter({ hasText: 'key.create' }).first().waitFor();
    await finish();
  }, 60_000);

  it('says that no provider is configured, and how people log in', async () => {
    const { page, finish } = await opened.open('/admin?tab=users', { key });
    await page.getByText('No OpenID Connect provider').waitFor();
    await finish();
  }, 60_000);

  it('names the missing scope to callers without it', async () => {
    const { key: reader } = await asAdministrator().keys.create({ name: 'Reader', scopes: ['registry:read'] });
    const { page, finish } = await opened.open('/admin', { expectedErrors: unauthorized });
    await page.getByLabel('API key').fill(reader);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No permission' }).waitFor();
    await finish();
  }, 60_000);
});

describe.skipIf(browser === undefined)('Admin of a server whose log was modified', () => {
  it('says where the chain is broken, and hides a secret setting', async () => {
    const secret = 'a key of the embedding service';
    const opened = await openKeyedConsole({ DRAGOMAN_SEARCH_REMOTE_KEY: secret });
    try {
      for (const name of ['one', 'two', 'three']) await opened.keyFor(name, 'registry:read');
      const file = new Database(opened.path);
      file.exec("UPDATE audit_records SET actor = 'somebody else' WHERE seq = 2");
      file.close();
      const { page, check, finish } = await opened.open('/admin?tab=audit', { key: opened.admin });
      await page.getByRole('button', { name: 'Verify', exact: true }).click();
      await page.getByText('One break in the chain').waitFor();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'changed' })
        .getByText(/record 2/i)
        .waitFor();
      await check();
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('searchbox', { name: 'Filter settings' }).fill('search.remote.key');
      await page.getByRole('row').filter({ hasText: 'DRAGOMAN_SEARCH_REMOTE_KEY' }).first().waitFor();
      expect(await page.content()).not.toContain(secret);
      await finish();
    } finally {
      await opened.close();
    }
  }, 60_000);
});

describe.skipIf(browser === undefined)('Users in Admin', () => {
  it('shows who has logged in through the provider, and that scopes are managed there', async () => {
    const issuer = `http://127.0.0.1:${await freePort()}`;
    const opened = await openConsole({
      DRAGOMAN_AUTH_OIDC_ISSUER: issuer,
      DRAGOMAN_AUTH_OIDC_SCOPE_CLAIM: 'dragoman_scopes',
      DRAGOMAN_AUTH_OIDC_GRANT: 'registry:read',
    });
    const provider = await startProvider(issuer, `${opened.server.url}/session/oidc/callback`, 'admin');
    try {
      const { page, check } = await opened.open('/admin', { expectedErrors: /./ });
      await page.getByRole('link', { name: /Log in with 127\.0\.0\.1/ }).click();
      await page.getByPlaceholder('Enter any login').fill('grace');
      await page.getByPlaceholder('and password').fill('anything');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
      await page.getByRole('tab', { name: 'Users' }).click();
      await page.getByText('dragoman_scopes', { exact: true }).waitFor();
      const row = page.getByRole('row').filter({ hasText: '<b>grace</b>' });
      await row.getByText('admin', { exact: true }).waitFor();
      await row.getByText('registry:read', { exact: true }).waitFor();
      await check().catch((error: Error) => {
        // The pages of the provider are on another origin.
        const own = error.message.split('\n').filter((text) => !/another origin|^http/.test(text));
        expect(own).toEqual([]);
      });
    } finally {
      await opened.close();
      await provider.close();
    }
  }, 90_000);
});
