/** The shell of the console in a real browser: navigation, palette, help, appearance, components, size of the first load. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addHostileServices, addRealServices } from './sample-content.js';

const built = fileURLToPath(new URL('../../../packages/server/dist/console/', import.meta.url));

/** Maximum size of the JavaScript of the first load, in bytes of gzip. */
const maxFirstLoad = 180_000;

interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

/** Files that a page needs before it shows anything: the entry and the page, with everything they import statically. */
function firstLoad(page: string): string[] {
  const manifest = JSON.parse(readFileSync(`${built}manifest.json`, 'utf8')) as Record<string, ManifestEntry>;
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
  };
  for (const key of Object.keys(manifest)) if (manifest[key]?.isEntry === true || key.endsWith(page)) visit(key);
  return [...seen].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js'));
}

describe('the built console', () => {
  it.each(
    readdirSync(fileURLToPath(new URL('../../../packages/console/src/features', import.meta.url))).filter(
      (name) => !name.includes('.'),
    ),
  )('loads at most 180 kB of compressed JavaScript before it shows the screen %s', (screen) => {
    const files = firstLoad(`features/${screen}/${screen}-page.tsx`);
    expect(files.length).toBeGreaterThan(1);
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(`${built}${file}`)).length, 0);
    expect(bytes).toBeLessThan(maxFirstLoad);
  });

  it('has a compressed copy of every text, and no source map', () => {
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(?:js|css|html|svg)$/.test(name))) {
      expect(files).toContain(`${file}.br`);
      expect(files).toContain(`${file}.gz`);
    }
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  });
});

describe.skipIf(browser === undefined)('the shell', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
    await addRealServices(opened.client);
  });

  afterAll(() => opened.close());

  it('leads browsers from the root to the first screen, and says that the server is open', async () => {
    const { page, finish } = await opened.open('');
    await page.goto(opened.server.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/./);
    expect(await page.getByText('Open server').first().isVisible()).toBe(true);
    await page.goto(`${opened.server.url}/console/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await finish();
  });

  it('can be operated with the keyboard: screens, palette, help, skip link', async () => {
    const { page, check, finish } = await opened.open('/connect');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('heading', { level: 1, name: 'Catalogue' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('find a pet');
    await page.getByRole('option').filter({ hasText: /pet/i }).first().waitFor();
    await check();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/services\//);
    await finish();
  });

  it('loses nothing that is typed into the palette, before it is loaded and after it is closed', async () => {
    const { page, check, finish } = await opened.open('/connect');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('find a pe');
    const field = page.getByRole('combobox', { name: 'Search operations, services and screens' });
    expect(await field.inputValue()).toBe('find a pe');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    expect(await field.inputValue()).toBe('find a pe');
    await page.keyboard.press('End');
    await page.keyboard.type('t');
    // Enter before the results have come opens the best one when they have.
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/services\/pets\?operation=/);
    await page.keyboard.press('Control+k');
    expect(await field.inputValue()).toBe('');
    await check();
    await finish();
  }, 60_000);

  it('finds operations as Find ranks them, services by a part of their name, and screens', async () => {
    const { page, check, finish } = await opened.open('/connect');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('add a new pet');
    const operations = page.getByRole('group', { name: 'Operations' }).getByRole('option');
    await operations.first().waitFor();
    const { operations: ranked } = await opened.client.agents.findOperations({ text: 'add a new pet' }, { top: 8 });
    await page
      .getByRole('status')
      .filter({ hasText: `Operations: ${ranked.length}` })
      .waitFor({ state: 'attached' });
    const titles = await operations.evaluateAll((options) =>
      options.map(({ firstElementChild: icon }) => icon?.nextElementSibling?.textContent),
    );
    expect(titles).toEqual(ranked.map(({ operation }) => operation));
    await check();
    const field = page.getByRole('dialog').getByRole('combobox');
    await field.fill('etsto');
    const service = page.getByRole('group', { name: 'Services' }).getByRole('option', { name: /Petstore/ });
    await service.waitFor();
    await field.fill('cata');
    await page.getByRole('group', { name: 'Screens' }).getByRole('option', { name: 'Catalogue' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Screens: 1' }).waitFor({ state: 'attached' });
    const active = (await field.getAttribute('aria-activedescendant')) ?? '';
    expect(await page.locator(`[id="${active}"]`).textContent()).toContain('Catalogue');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Catalogue' }).waitFor();
    await finish();
  }, 60_000);

  it('shows hostile names in the palette as text', async () => {
    await addHostileServices(opened.client);
    const { page, check, finish } = await opened.open('/connect', { viewport: { width: 390, height: 844 } });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hostile');
    await page.getByRole('option').filter({ hasText: 'U+202E' }).first().waitFor();
    expect(await page.locator('[role=option] img, [role=option] script').count()).toBe(0);
    expect(await page.title()).toBe('Dragoman');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await check();
    await finish();
  }, 60_000);

  it('keeps the theme and the density in this browser', async () => {
    const { page, finish } = await opened.open('/catalogue');
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByText('Dark', { exact: true }).click({ force: true });
    await page.getByText('Compact', { exact: true }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate('({ ...document.documentElement.dataset })')).toEqual({
      theme: 'dark',
      density: 'compact',
    });
    await finish();
  });

  it('shows every component, the editor included, without breaking the content security policy', async () => {
    const { page, check, finish } = await opened.open('/gallery');
    await page.locator('.cm-content').first().waitFor();
    await page.getByRole('button', { name: 'Open dialog' }).click();
    await page.getByRole('dialog').waitFor();
    await check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Bad news' }).click();
    await finish();
  });

  it('opens the navigation in a drawer on a narrow screen', async () => {
    const { page, finish } = await opened.open('/catalogue', { viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await finish();
  });

  it('says what to do on an address that does not exist', async () => {
    const { page, finish } = await opened.open('/no-such-page');
    await page.getByText('Page not found').waitFor();
    await finish();
  });
});
