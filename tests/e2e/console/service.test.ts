/** The page of a service in a real browser: operations, protocols, tabs, hostile texts, keyboard, narrow screens. */
import type { JsonObject } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addHostileServices, addRealServices, hostileTexts } from './sample-content.js';

/** An API with many operations. */
function describeMany(count: number): JsonObject {
  const hours = { name: 'hours', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 24 } };
  const operations = Array.from({ length: count }, (_, at): [string, JsonObject] => [
    `/berths/${at}`,
    {
      post: {
        operationId: `reserve_berth_${at}`,
        summary: `Reserve berth ${at}`,
        tags: [`pier ${at % 7}`],
        parameters: [hours],
        responses: { '200': { description: 'Reserved' } },
      },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Many operations', version: '1' },
    servers: [{ url: 'https://many.example' }],
    paths: Object.fromEntries(operations),
  };
}

describe.skipIf(browser === undefined)('the page of a service', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
    await addRealServices(opened.client);
    await addHostileServices(opened.client);
    await opened.client.imports.create([{ text: JSON.stringify(describeMany(1200)), curation: { id: 'many' } }]);
  });

  afterAll(() => opened.close());

  it('shows an operation with its inputs on the wire, and its definition, tokens and losses in each protocol', async () => {
    const { page, check, finish } = await opened.open('/services/pets?operation=add_pet');
    await page.getByRole('heading', { level: 2, name: 'Creates a new pet in the store.' }).waitFor();
    const region = page.getByRole('region', { name: 'Operation' });
    await expect.poll(() => region.getByText('POST http://petstore.swagger.io/api/pets').count()).toBe(1);
    expect(await region.getByText('reversible', { exact: true }).isVisible()).toBe(true);
    expect(await region.getByText('required').first().isVisible()).toBe(true);
    const protocols = page.getByRole('complementary', { name: 'In each protocol' });
    await protocols.getByText(/About [\d,]+ tokens/).waitFor();
    await check();
    for (const name of ['OpenAI Responses', 'Anthropic', 'Gemini', 'Bedrock', 'N-ACT', 'AGIS', 'OpenAPI']) {
      await protocols.getByRole('tab', { name }).click();
      await protocols.getByText(/About [\d,]+ tokens/).waitFor();
    }
    await protocols.getByRole('tab', { name: 'OpenAI Chat' }).click();
    await protocols.getByRole('list', { name: 'Lost' }).getByText('cannot represent').waitFor();
    expect(new URL(page.url()).searchParams.get('as')).toBe('openai-chat');
    await page.getByRole('button', { name: 'Copy id of the service' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('pets');
    await page.getByRole('button', { name: 'Copy as command' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('dragoman show pets add_pet');
    await finish();
  });

  it('lists more than a thousand operations with few elements, filters them, and moves with the arrow keys', async () => {
    const { page, finish } = await opened.open('/services/many');
    await page.getByText('1,200 operations', { exact: true }).waitFor();
    expect(await page.getByRole('option').count()).toBeLessThan(60);
    await page.getByRole('searchbox', { name: 'Filter operations' }).fill('berth_77');
    await page.getByText('11 of 1,200 operations').waitFor();
    await page.getByRole('listbox', { name: 'Operations' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.waitForURL(/operation=reserve_berth_770/);
    await page.getByText('reserve_berth_770', { exact: true }).last().waitFor();
    await page.getByText('1 to 24').waitFor();
    await page.getByRole('searchbox', { name: 'Filter operations' }).fill('no such operation');
    await page.getByText('No operation matches the filter.').waitFor();
    await finish();
  });

  it('shows effects with their reason, previews a change, saves and resets it, with the keyboard', async () => {
    const { page, check, finish } = await opened.open('/services/pets?operation=add_pet');
    const effects = page.getByRole('region', { name: 'Effects' });
    await effects.getByText('Reversible: it can be undone').waitFor();
    await effects.getByText(/Derived from the HTTP method/).waitFor();
    await effects.getByRole('button', { name: 'Change' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change the effects' });
    await dialog.getByLabel('Impact of a call').selectOption('irreversible');
    await dialog.getByLabel('May the same call be sent twice?').selectOption('no');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    const changes = dialog.getByRole('list', { name: 'Differences' });
    await changes.getByText(/Irreversible: it cannot be undone \(set by/).waitFor();
    await check();
    expect((await opened.client.agents.effects('pets', 'add_pet')).chosen).toEqual({});
    await dialog.getByRole('button', { name: 'Copy as command' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
      'dragoman effects pets add_pet --reset --impact irreversible --idempotent no',
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await effects.getByText('Irreversible: it cannot be undone').waitFor();
    await effects.getByText('The description: reversible').waitFor();
    expect((await opened.client.agents.effects('pets', 'add_pet')).chosen).toEqual({
      impact: 'irreversible',
      idempotent: false,
    });
    await effects.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Impact of a call').selectOption('');
    await dialog.getByLabel('May the same call be sent twice?').selectOption('');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await effects.getByText('Reversible: it can be undone').waitFor();
    await finish();
  });

  it('keeps the choices when somebody else changed the effects, and says so', async () => {
    const { page, finish } = await opened.open('/services/pets?operation=delete_pet', { expectedErrors: /412/ });
    const effects = page.getByRole('region', { name: 'Effects' });
    await effects.getByText(/Irreversible/).waitFor();
    await effects.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Is every call confirmed first?').selectOption('yes');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('list', { name: 'Differences' }).waitFor();
    await opened.client.agents.chooseEffects('pets', 'delete_pet', { idempotent: true });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Is every call confirmed first?').inputValue()).toBe('yes');
    await finish();
  });

  it('shows the stored versions and what differs between two of them', async () => {
    const reading = await opened.client.agents.read('hostile-4');
    if (reading.outcome !== 'read') throw new Error('the service was not read');
    await opened.client.agents.replace('hostile-4', { ...reading.agent, description: 'Another text.' });
    const { page, finish } = await opened.open('/services/hostile-4?tab=versions');
    const differences = page.getByRole('list', { name: 'Differences' });
    await differences.getByText('Another text.').waitFor();
    await finish();
  });

  it.each([
    ['profile', 'Agent-Friendly Profile'],
    ['findings', 'No findings'],
    ['credentials', 'No stored credentials'],
    ['activity', 'entry.create'],
    ['endpoints', '/agents/pets/mcp'],
  ])('shows the tab %s', async (tab, text) => {
    const { page, finish } = await opened.open(`/services/pets?tab=${tab}`);
    await page.getByText(text).first().waitFor();
    await finish();
  });

  it.each(hostileTexts.map((_, at) => at))('shows the hostile text %i as text', async (at) => {
    const { page, finish } = await opened.open(`/services/hostile-${at}`);
    await page.getByRole('option').first().waitFor();
    await page.getByText(/About [\d,]+ tokens/).waitFor();
    expect(await page.title()).not.toContain('taken');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await finish();
  });

  it('shows the list first on a narrow screen, then the operation with a way back', async () => {
    const { page, check, finish } = await opened.open('/services/pets', { viewport: { width: 390, height: 844 } });
    await page.getByRole('option').filter({ hasText: 'delete_pet' }).click();
    await page.getByRole('heading', { level: 2, name: /deletes a single pet/ }).waitFor();
    await check();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('button', { name: 'All operations' }).click();
    await page.getByRole('option').first().waitFor();
    await finish();
  });

  it('says what to do when there is no such service or operation', async () => {
    const expectedErrors = /404/;
    const missing = await opened.open('/services/nobody', { expectedErrors });
    await missing.page.getByRole('alert').waitFor();
    await missing.finish();
    const wrong = await opened.open('/services/pets?operation=ad_pet', { expectedErrors });
    await wrong.page
      .getByText(/add_pet/)
      .first()
      .waitFor();
    await wrong.finish();
  });
});
