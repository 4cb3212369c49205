/** Prompts and resources of a service in a real browser: rendered and read, media, hostile content, keyboard, narrow screens. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeNotes, type NotesHost, startNotes } from './notes-service.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { hostileTexts } from './sample-content.js';

describe.skipIf(browser === undefined)('the content of a service', () => {
  let notes: NotesHost;
  let opened: OpenedConsole;

  beforeAll(async () => {
    notes = await startNotes();
    opened = await openConsole({
      DRAGOMAN_OUTBOUND_ALLOW: new URL(notes.host.origin).host,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    });
    await opened.client.imports.create([
      { text: JSON.stringify(describeNotes(notes.host.origin, hostileTexts)), curation: { id: 'notes' } },
    ]);
  });

  afterAll(async () => {
    await opened.close();
    await notes.host.close();
  });

  it('renders a prompt after its required arguments are given', async () => {
    const { page, check, finish } = await opened.open('/services/notes?tab=content');
    await page.getByRole('heading', { level: 2, name: 'Morning briefing' }).waitFor();
    await page.getByRole('button', { name: 'Render' }).click();
    await page.getByText('Enter a value.').waitFor();
    expect(notes.asked.some(({ method }) => method === 'prompts/get')).toBe(false);
    await check();
    await page.getByLabel('pier (required)').fill('N');
    await page.keyboard.press('Enter');
    const content = page.getByRole('region', { name: 'Content of the service' });
    await content.getByText('Brief the crew: {"pier":"N"}').waitFor();
    await content.getByRole('img', { name: 'Content 1, image/png' }).waitFor();
    await page.getByRole('button', { name: 'Copy as command' }).last().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('dragoman prompt notes briefing pier=N');
    await finish();
  });

  it('reads listed resources, those of templates, and others, with the keyboard', async () => {
    const { page, finish } = await opened.open('/services/notes?tab=content');
    const list = page.getByRole('navigation', { name: 'Prompts and resources' });
    await page.getByText('311 items').waitFor();
    expect(await list.getByRole('button').count()).toBe(201);
    await page.getByRole('searchbox', { name: 'Filter prompts and resources' }).fill('today');
    await page.getByText('1 item', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/item=note/);
    await page.getByRole('button', { name: 'Read', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Read note://harbor/today').waitFor();
    await page.getByRole('searchbox').fill('ship');
    await list.getByRole('button', { name: /ship/ }).click();
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.getByText('Replace {name} by a value.').waitFor();
    await page.getByLabel('URI').fill('note://ships/hel');
    await page.keyboard.press('Enter');
    await page.getByText('Read note://ships/hel').waitFor();
    await finish();
  });

  it('shows an image, saves it as a file, and explains an error of the service', async () => {
    const { page, finish } = await opened.open('/services/notes?tab=content&kind=resource&item=note://harbor/map', {
      expectedErrors: /4\d\d|5\d\d/,
    });
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.getByRole('img', { name: 'Content 1, image/png' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('map.png');
    await page.getByLabel('URI').fill('note://harbor/gone');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('<b>No such note</b>').waitFor();
    await finish();
  });

  it('shows hostile prompts as text', async () => {
    const { page, finish } = await opened.open('/services/notes?tab=content');
    for (const at of hostileTexts.keys()) {
      await page.goto(`${opened.server.url}/console/services/notes?tab=content&kind=prompt&item=hostile_${at}`);
      await page.getByRole('button', { name: 'Render' }).click();
      await page.getByRole('region', { name: 'Content of the service' }).getByText('onerror').waitFor();
      expect(await page.title()).not.toContain('taken');
      expect(await page.locator('img[src="x"]').count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await finish();
  });

  it('shows the list first on a narrow screen, then the item with a way back', async () => {
    const { page, finish } = await opened.open('/services/notes?tab=content', {
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('button', { name: /Morning briefing/ }).click();
    await page.getByRole('heading', { level: 2, name: 'Morning briefing' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('button', { name: 'All content' }).click();
    await page.getByText('311 items').waitFor();
    await finish();
  });
});
