/** A vendor changes: the updates in a real browser, from the inbox to the decision, with examples, conflict and rollback. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpHost, startHttpHost } from '../http-host.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addHostileServices, hostileTexts } from './sample-content.js';
import { answerVendor, designOnVendor, publishVendor } from './vendor-service.js';

describe.skipIf(browser === undefined)('A vendor changes', () => {
  let opened: OpenedConsole;
  let host: HttpHost;

  beforeAll(async () => {
    host = await startHttpHost(answerVendor);
    opened = await openConsole({
      DRAGOMAN_OUTBOUND_ALLOW: new URL(host.origin).host,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    });
    await publishVendor(opened.client, host.origin, 1);
    await designOnVendor(opened.client);
  });

  afterAll(async () => {
    await opened.close();
    await host.close();
  });

  const versionOf = async () =>
    Object.fromEntries(
      (await opened.client.toolsets.read('quay-desk')).toolset.tools.map(({ name, version }) => [name, version]),
    );

  it('shows nothing to decide before the change', async () => {
    const { page, finish } = await opened.open('/updates');
    await page.getByRole('heading', { name: 'Nothing to decide' }).waitFor();
    await finish();
  });

  it('leads from the inbox to the updates by class, with differences, procedure lines and teams', async () => {
    await publishVendor(opened.client, host.origin, 2);
    const { page, check, finish } = await opened.open('/inbox');
    const item = page.getByRole('listitem').filter({ hasText: 'Toolset update' }).filter({ hasText: 'breaking' });
    await item.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('heading', { level: 1, name: 'Updates' }).waitFor();
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await headings.first().waitFor();
    expect(await headings.allTextContents()).toEqual(['Breaking (1)', 'Compatible (1)', 'Description only (1)']);
    const breaking = page.getByRole('list', { name: 'Breaking' });
    await breaking.getByText("The input 'flag' became required.").waitFor();
    await breaking.getByText('string, optional').waitFor();
    await breaking.getByText('string, required').waitFor();
    await breaking.getByRole('link', { name: 'Arrivals, line 4' }).waitFor();
    await breaking.getByRole('link', { name: 'Harbor team' }).waitFor();
    const compatible = page.getByRole('list', { name: 'Compatible', exact: true });
    await compatible.getByRole('link', { name: 'Arrivals, line 3' }).waitFor();
    const texts = page.getByRole('list', { name: 'Description only' });
    await texts.getByText('Lists the piers and free berths.').waitFor();
    await texts.getByText('Lists the piers with their free berths.').waitFor();
    await check();
    await page.getByRole('button', { name: 'Show all toolsets' }).click();
    await page.getByRole('button', { name: 'Copy as command' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('dragoman toolsets updates --server');
    await finish();
  });

  it('tries the saved examples: what only reads is called, what acts is previewed', async () => {
    const { page, finish } = await opened.open('/updates', { expectedErrors: /400/ });
    await page.getByRole('button', { name: 'Try 1 saved example of find_ship' }).click();
    const found = page.getByRole('list', { name: 'Trials of find_ship' });
    await found.getByText('passes').waitFor();
    await found.getByText('called: it only reads').waitFor();
    await page.getByRole('button', { name: 'Try 1 saved example of book_berth' }).click();
    const booked = page.getByRole('list', { name: 'Trials of book_berth' });
    await booked.getByText('fails').waitFor();
    await booked.getByText(/flag/).waitFor();
    await booked.getByText('preview: nothing was sent').waitFor();
    await finish();
  });

  it('accepts descriptions at once, accepts a breaking change after a question, and takes it back', async () => {
    const { page, check, finish } = await opened.open('/updates');
    await page.getByRole('button', { name: 'Accept it' }).click();
    const bulk = page.getByRole('dialog', { name: 'Accept new descriptions' });
    await bulk.getByText('list_piers').waitFor();
    await bulk.getByRole('button', { name: 'Accept' }).click();
    const made = page.getByRole('region', { name: 'Your decisions' });
    await made.getByText('Accepted 1 new description.').waitFor();
    await page.getByRole('button', { name: 'Accept book_berth in Quay desk' }).click();
    const question = page.getByRole('dialog', { name: 'Accept a breaking update of book_berth' });
    await question.getByText('Check the procedure Arrivals, line 4.').waitFor();
    await check();
    await question.getByRole('button', { name: 'Accept' }).click();
    await made.getByText('Accepted the update of book_berth.').waitFor();
    const accepted = await opened.client.toolsets.read('quay-desk');
    expect(JSON.stringify(accepted.toolset.tools[0]?.input_schema)).toContain('["ship","flag"]');
    await page.getByRole('button', { name: 'Undo: Accepted the update of book_berth. Quay desk' }).click();
    await page.getByRole('list', { name: 'Breaking' }).getByText('book_berth').first().waitFor();
    const restored = await opened.client.toolsets.read('quay-desk');
    expect(JSON.stringify(restored.toolset.tools[0]?.input_schema)).not.toContain('["ship","flag"]');
    await finish();
  });

  it('shows what another designer changed meanwhile, and loses neither change', async () => {
    const { page, check, finish } = await opened.open('/updates', { expectedErrors: /412/ });
    await page.getByRole('list', { name: 'Compatible', exact: true }).waitFor();
    const editAsAnother = () =>
      opened.client.toolsets.edit('quay-desk', (choices) =>
        choices.map((choice) =>
          choice.name === 'list_piers' ? { ...choice, description: 'Piers, briefly.' } : choice,
        ),
      );
    // Exactly between the decision and its storing: earlier, the page might show the change by itself.
    let edited: Promise<unknown> | undefined;
    await page.route(/\/toolsets\/quay-desk/, async (route) => {
      if (route.request().method() !== 'GET') {
        edited ??= editAsAnother();
        await edited;
      }
      await route.continue();
    });
    await page.getByRole('button', { name: 'Accept find_ship in Quay desk' }).click();
    const dialog = page.getByRole('dialog', { name: 'Quay desk was changed by somebody else' });
    await dialog
      .getByRole('list', { name: 'Their changes' })
      .getByText(/list_piers/)
      .first()
      .waitFor();
    await dialog.getByText('Accepted the update of find_ship.').waitFor();
    await check();
    await dialog.getByRole('button', { name: /^Decide on version/ }).click();
    await page.getByRole('region', { name: 'Your decisions' }).getByText('find_ship').waitFor();
    const { toolset } = await opened.client.toolsets.read('quay-desk');
    expect(toolset.tools.find(({ name }) => name === 'list_piers')?.description).toBe('Piers, briefly.');
    expect(toolset.tools.find(({ name }) => name === 'find_ship')?.input_schema).toMatchObject({
      properties: { port: {} },
    });
    await finish();
  });

  it('stays with a version, replaces a tool under its name, and removes one, with the keyboard', async () => {
    const { page, finish } = await opened.open('/updates');
    await page.getByRole('button', { name: 'Replace book_berth in Quay desk' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Replace book_berth' });
    await dialog.getByRole('searchbox', { name: 'Find a tool' }).fill('list the piers');
    await dialog.getByRole('button', { name: 'Use list_piers of quay' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stay book_berth in Quay desk' }).press('Enter');
    await page.getByRole('heading', { name: 'Nothing to decide' }).waitFor();
    const undo = page.getByRole('button', { name: /^Undo: book_berth stays/, disabled: false });
    await undo.press('Enter');
    await page.getByRole('button', { name: 'Remove book_berth in Quay desk', disabled: false }).waitFor();
    await page.getByRole('button', { name: 'Remove book_berth in Quay desk' }).press('Enter');
    await page.getByRole('heading', { name: 'Nothing to decide' }).waitFor();
    expect(Object.keys(await versionOf())).toEqual(['find_ship', 'list_piers']);
    await finish();
  });

  it('restores an earlier version from the history', async () => {
    const { page, finish } = await opened.open('/toolsets/quay-desk?tab=history');
    await page.getByRole('button', { name: 'Restore version 1', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1' });
    await dialog
      .getByText(/book_berth/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('tab', { name: 'Updates' }).getByText('3').waitFor();
    expect(Object.keys(await versionOf())).toEqual(['book_berth', 'find_ship', 'list_piers']);
    await page.getByRole('tab', { name: 'Tools' }).click();
    const card = page.getByRole('region', { name: 'Chosen tools' }).getByRole('listitem').first();
    await card.getByRole('link', { name: 'update: breaking' }).click();
    await page.getByRole('list', { name: 'Breaking' }).waitFor();
    await finish();
  });

  it('lets two designers change one toolset at the same time: a merge view, and no lost change', async () => {
    const [ann, ben] = await Promise.all(
      ['Ann', 'Ben'].map(() => opened.open('/toolsets/quay-desk', { expectedErrors: /412/ })),
    );
    if (ann === undefined || ben === undefined) throw new Error('two pages were opened');
    const cards = ({ page }: typeof ann) => page.getByRole('region', { name: 'Chosen tools' }).getByRole('listitem');
    const save = async ({ page }: typeof ann) => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    };
    await cards(ann).nth(0).getByLabel('Description').fill('Ann: books a berth.');
    await cards(ann).nth(1).getByLabel('Name for models').fill('look_for_ship');
    await cards(ben).nth(0).getByLabel('Description').fill('Ben: books a berth for a night.');
    await cards(ben).nth(2).getByLabel('Description').fill('Ben: the piers.');
    await save(ann);
    await ann.page.getByText('3 tools, saved').waitFor();
    await save(ben);
    const dialog = ben.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Merge the changes' }).click();
    const both = dialog.getByRole('region', { name: 'Changed by both' });
    await both.getByText('Ann: books a berth.').waitFor();
    await both.getByText('Ben: books a berth for a night.').waitFor();
    await ben.check();
    await both.getByRole('radio', { name: /^Theirs/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await ben.page.getByText('3 tools, saved').waitFor();
    const { toolset } = await opened.client.toolsets.read('quay-desk');
    expect(toolset.tools.map(({ name, description }) => [name, description])).toEqual([
      ['book_berth', 'Ann: books a berth.'],
      ['look_for_ship', expect.stringContaining('Finds a ship')],
      ['list_piers', 'Ben: the piers.'],
    ]);
    await ann.finish();
    await ben.finish();
  });

  it('shows hostile texts as text, and fits a narrow screen', async () => {
    const { client } = opened;
    await addHostileServices(client);
    const tools = hostileTexts.map((_, at) => ({ agent_id: `hostile-${at}`, tool: 'run' }));
    await client.toolsets.create({ id: 'hostile', name: hostileTexts[0].slice(0, 100), tools, resolve_names: true });
    for (const [at] of hostileTexts.entries()) await client.agents.remove(`hostile-${at}`);
    const { page, finish } = await opened.open('/updates', { viewport: { width: 390, height: 844 } });
    await page.getByRole('list', { name: 'Breaking' }).waitFor();
    expect(await page.title()).not.toContain('taken');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await finish();
  });
});
