/** Credentials of a service in a real browser: from the inbox to a stored secret, replaced and removed, never shown. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyedConsole, openKeyedConsole } from './keyed-console.js';
import { browser } from './open-console.js';

const secret = 'weasel-55-hidden';

/** Two operations that accept one key, one that accepts a cookie, and one without a credential. */
const cranes = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Cranes', version: '1' },
  servers: [{ url: 'https://cranes.example/v1' }],
  security: [{ key: [] }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Crane-Key' },
      session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    },
  },
  paths: {
    '/cranes': { get: { responses: {} }, post: { responses: {} } },
    '/logs': { get: { security: [{ session: [] }], responses: {} } },
    '/hours': { get: { security: [], responses: {} } },
  },
});

describe.skipIf(browser === undefined)('credentials of a service', () => {
  let opened: KeyedConsole;

  beforeAll(async () => {
    opened = await openKeyedConsole();
    const imported = await opened.clientOf(opened.admin).imports.create([{ text: cranes, curation: { id: 'cranes' } }]);
    expect(imported.results[0]?.error).toBeUndefined();
  }, 60_000);

  afterAll(() => opened.close());

  it('are added from the inbox with a preview; the secret stays in no page, storage or response', async () => {
    const { page, check, finish } = await opened.open('/inbox', { key: opened.admin });
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => bodies.push(response.text().catch(() => '')));
    await page.getByRole('link', { name: 'Add credential' }).press('Enter');
    await page.getByRole('button', { name: /^Add api_key cookie/ }).waitFor();
    await page.getByRole('button', { name: 'Add api_key header X-Crane-Key' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add a credential' });
    expect(await dialog.getByLabel('Header').inputValue()).toBe('X-Crane-Key');
    await dialog.getByLabel('API key').fill(secret);
    await dialog.getByLabel('Name (optional)').fill('Crane subscription');
    await page.keyboard.press('Enter');
    const effect = dialog.getByRole('region', { name: 'What changes' });
    await effect.getByText('header X-Crane-Key').waitFor();
    await effect.getByText('https://cranes.example').waitFor();
    await effect.getByText('0 of 3 operations').waitFor();
    await effect.getByText('2 of 3 operations').waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Store' }).click();
    await page.getByText('The credential was stored.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Crane subscription' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'X-Crane-Key' }).getByText('stored', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(secret);
    expect((await Promise.all(bodies)).join('')).not.toContain(secret);
    expect(await opened.clientOf(opened.admin).credentials.list('cranes')).toHaveLength(1);
    await finish();
  }, 60_000);

  it('are replaced, and removed after a warning that calls will fail', async () => {
    const { page, check, finish } = await opened.open('/services/cranes?tab=credentials', {
      key: opened.admin,
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('button', { name: 'Replace Crane subscription' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace Crane subscription' });
    expect(await dialog.getByLabel('API key').inputValue()).toBe('');
    await dialog.getByLabel('API key').fill(`${secret}-2`);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('0 of 3 operations that require one; calls of 2 fail').waitFor();
    await dialog.getByLabel('Header').fill('X-Crane-Key');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('The credential was replaced.').waitFor();
    await page.getByRole('button', { name: 'Remove Crane subscription' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Crane subscription?' });
    await question.getByText('calls of 2 fail').waitFor();
    await check();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No stored credentials').waitFor();
    await finish();
  }, 60_000);

  it('explain a refusal of the server and keep what was entered', async () => {
    const guest = await opened.keyFor('guest', 'registry:read', 'registry:write');
    await opened
      .clientOf(opened.admin)
      .imports.create([{ text: cranes, curation: { id: 'cranes', visibility: 'public' } }]);
    const { page, finish } = await opened.open('/services/cranes?tab=credentials', {
      key: guest,
      expectedErrors: /403 \(Forbidden\)/,
    });
    await page.getByRole('button', { name: 'Add a credential' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind').selectOption('bearer');
    await dialog.getByLabel('Token', { exact: true }).fill(secret);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Only the owner of the service can store credentials for everyone').waitFor();
    expect(await dialog.getByLabel('Token', { exact: true }).inputValue()).toBe(secret);
    await dialog.getByLabel('Used for').selectOption('me');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('it makes no further one callable').waitFor();
    await finish();
  }, 60_000);

  it('of programs are stored: a client that signs with its key, bound to another key, and an identity provider', async () => {
    const { page, check, finish } = await opened.open('/services/cranes?tab=credentials', { key: opened.admin });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await page.getByRole('button', { name: 'Add a credential' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind').selectOption('oauth2_client');
    await dialog.getByLabel('Token endpoint (optional)').fill('https://id.example/token');
    await dialog.getByLabel('Client id').fill('gateway');
    await dialog.getByLabel('The client authenticates').selectOption('private_key_jwt');
    await dialog.getByLabel('Private key').fill(pem);
    await dialog.getByRole('checkbox', { name: /DPoP/ }).press('Space');
    await dialog.getByRole('button', { name: 'Copy as command' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('--client-auth private_key_jwt --dpop');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('region', { name: 'What changes' }).waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Store' }).click();
    await page.getByRole('listitem').filter({ hasText: 'oauth2_client' }).first().waitFor();
    expect(await page.content()).not.toContain(pem.split('\n')[1]);
    await page.getByRole('button', { name: 'Add a credential' }).click();
    await dialog.getByLabel('Kind').selectOption('jwt_bearer');
    expect(await dialog.getByRole('button', { name: 'Preview' }).isEnabled()).toBe(true);
    await dialog.getByLabel('Kind').selectOption('enterprise');
    expect(await dialog.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Token endpoint (optional)').fill('https://id.example/token');
    await dialog.getByLabel('Its token endpoint').fill('https://sso.example/token');
    await dialog.getByLabel('Token of a person (optional)').fill('a.b.c');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('region', { name: 'What changes' }).waitFor();
    await finish();
  }, 60_000);

  it('name the missing scope to callers who may only read', async () => {
    const reader = await opened.keyFor('reader', 'registry:read');
    const { page, finish } = await opened.open('/services/cranes?tab=credentials', { key: reader });
    const button = page.getByRole('button', { name: 'Add a credential' });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    expect(await button.getAttribute('title')).toBe('Needs the scope registry:write');
    await finish();
  }, 60_000);
});
