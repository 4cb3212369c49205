/** The editor of toolsets in a real browser: create, choose, reword, save with a diff, merge, restore, updates, hostile texts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addHostileServices, addRealServices, hostileTexts } from './sample-content.js';

const choice = { agent_id: 'pets', tool: 'find_pets' };

describe.skipIf(browser === undefined)('the editor of toolsets', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
    await addRealServices(opened.client);
    await addHostileServices(opened.client);
  });

  afterAll(() => opened.close());

  it('creates a toolset for a task, rewords a tool, shows what models see, and saves after a diff', async () => {
    const { page, check, finish } = await opened.open('/toolsets', { expectedErrors: /400/ });
    await page.getByRole('heading', { name: 'No toolsets yet' }).waitFor();
    await check();
    await page.getByRole('button', { name: 'New toolset' }).first().click();
    await page.getByLabel('Name').fill('Pet desk');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Pet desk' }).waitFor();
    await page.getByRole('searchbox', { name: 'Find tools' }).fill('find_pets');
    await page.getByRole('button', { name: 'Add find_pets of pets' }).click();
    await page.getByRole('searchbox', { name: 'Find tools' }).fill('delete a pet');
    await page.getByRole('button', { name: 'Add delete_pet of pets' }).click();
    const chosen = page.getByRole('region', { name: 'Chosen tools' });
    const first = chosen.getByRole('listitem').first();
    await first.getByLabel('Name for models').fill('delete_pet');
    await chosen
      .getByRole('alert')
      .getByText(/Another tool/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await check();
    await first.getByLabel('Name for models').fill('list_pets');
    await first.getByLabel('Description').fill('Lists the pets of the shop.');
    await first.getByText(/\d inputs?/).click();
    await first.getByLabel('limit').fill('At most 20.');
    const model = page.getByRole('complementary', { name: 'What models see' });
    await model.getByText(/About [\d,]+ tokens: name, description and inputs of 2 tools/).waitFor();
    await model.getByText('Lists the pets of the shop.').waitFor();
    await model.getByLabel(/OpenAI Chat Completions/).check();
    await model.getByText('"function"').first().waitFor();
    await page.reload();
    await page.getByText('2 tools, not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the toolset' });
    await dialog.getByRole('list', { name: 'Differences' }).getByText('list_pets of pets').waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 tools, saved').waitFor();
    const [stored] = await all();
    const { toolset } = await opened.client.toolsets.read(stored?.id ?? '');
    expect(toolset.tools.map(({ name, description }) => [name, description])).toEqual([
      ['list_pets', 'Lists the pets of the shop.'],
      ['delete_pet', expect.any(String)],
    ]);
    await finish();
  });

  it('undoes, redoes and reorders with the keyboard', async () => {
    await opened.client.toolsets.create({ id: 'keys', name: 'Keys', tools: [choice, { ...choice, tool: 'add_pet' }] });
    const { page, finish } = await opened.open('/toolsets/keys');
    const names = () =>
      page.getByRole('region', { name: 'Chosen tools' }).getByRole('heading', { level: 2 }).allTextContents();
    await page.getByRole('button', { name: 'Move find_pets down' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(['add_pet', 'find_pets']);
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(['find_pets', 'add_pet']);
    await page.getByText('2 tools, saved').waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByText('2 tools, not saved yet').waitFor();
    await finish();
  });

  it('merges what somebody else saved in between, and loses nothing', async () => {
    const { client } = opened;
    await client.toolsets.create({ id: 'shared', name: 'Shared', tools: [choice] });
    const { page, finish } = await opened.open('/toolsets/shared', { expectedErrors: /412/ });
    await page.getByLabel('Description').last().fill('Ours.');
    await client.toolsets.replace('shared', { name: 'Shared', tools: [choice, { ...choice, tool: 'add_pet' }] });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/Somebody else has changed it since you began/).waitFor();
    await dialog.getByRole('button', { name: 'Merge the changes' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 tools, saved').waitFor();
    const { toolset } = await client.toolsets.read('shared');
    expect(toolset.tools.map(({ name, description }) => [name, description])).toEqual([
      ['find_pets', 'Ours.'],
      ['add_pet', expect.any(String)],
    ]);
    await finish();
  });

  it('shows what both changed next to each other, takes the chosen side, and keeps every other change', async () => {
    const { client } = opened;
    const tools = [choice, { ...choice, tool: 'add_pet' }];
    await client.toolsets.create({ id: 'both', name: 'Both', tools });
    const { page, check, finish } = await opened.open('/toolsets/both', { expectedErrors: /412/ });
    const cards = page.getByRole('region', { name: 'Chosen tools' }).getByRole('listitem');
    await cards.first().getByLabel('Description').fill('Ours.');
    await cards.first().getByLabel('Name for models').fill('our_pets');
    await cards.last().getByLabel('Description').fill('Ours, too.');
    await client.toolsets.edit('both', ([first, second]) => [
      { ...(first ?? choice), description: 'Theirs.', inputs: { limit: 'At most 5.' } },
      { ...(second ?? choice), name: 'their_pet' },
    ]);
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Merge the changes' }).click();
    const both = dialog.getByRole('region', { name: 'Changed by both' });
    await both.getByRole('radio', { name: /Yours Ours\./ }).waitFor();
    expect(await both.getByRole('radio').count()).toBe(2);
    await check();
    await both.getByRole('radio', { name: /Theirs, as stored Theirs\./ }).press('Space');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 tools, saved').waitFor();
    const { toolset } = await client.toolsets.read('both');
    expect(toolset.tools.map(({ choice: { name, description, inputs } }) => [name, description, inputs])).toEqual([
      ['our_pets', 'Theirs.', { [Object.keys(toolset.tools[0]?.choice.inputs ?? {})[0] ?? '']: 'At most 5.' }],
      ['their_pet', 'Ours, too.', undefined],
    ]);
    await finish();
  });

  it('filters the tools by service, impact and tag, with the keyboard', async () => {
    await opened.client.toolsets.create({ id: 'filters', name: 'Filters', tools: [choice] });
    const { page, check, finish } = await opened.open('/toolsets/filters');
    await page.getByRole('button', { name: 'Filters' }).press('Enter');
    const filters = page.getByRole('region', { name: 'Filters' });
    await filters.getByLabel('irreversible').press('Space');
    const offers = page.getByRole('region', { name: 'Tools to choose from' });
    await offers.getByRole('button', { name: 'Add delete_pet of pets' }).waitFor();
    await offers.getByRole('button', { name: /find_pets/ }).waitFor({ state: 'detached' });
    await check();
    await page.getByRole('button', { name: 'Filters, 1 chosen' }).waitFor();
    await filters.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await offers.getByRole('button', { name: 'Added find_pets of pets' }).waitFor();
    await finish();
  });

  it('says who may use it, and lists its procedures and teams', async () => {
    const { client } = opened;
    await client.toolsets.create({ id: 'access', name: 'Access', tools: [choice] });
    const { page, check, finish } = await opened.open('/toolsets/access?tab=access');
    await page.getByText('Nobody else.').waitFor();
    await page.getByLabel('Subject').fill('ann');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Grants' }).getByText('ann').waitFor();
    await page.getByLabel('Subject').fill('ann');
    await page.getByText('It has access already.').waitFor();
    await check();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('caller:ann').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 tool, saved').waitFor();
    expect((await client.toolsets.read('access')).toolset.grants).toEqual(['caller:ann']);
    await page.getByRole('tab', { name: 'Procedures' }).click();
    await page.getByText('No procedures yet').waitFor();
    await check();
    await page.getByRole('link', { name: 'New procedure' }).click();
    await page.getByRole('dialog', { name: 'New procedure' }).waitFor();
    // The toolset is chosen once the list has arrived.
    await expect.poll(() => page.getByLabel('Toolset').inputValue()).toBe('access');
    await finish();
  });

  it('shows the history, restores a version after showing what is taken back, and exports', async () => {
    const { client } = opened;
    await client.toolsets.create({ id: 'old', name: 'Old', tools: [choice] });
    await client.toolsets.replace('old', { name: 'Renamed', tools: [choice] });
    const { page, check, finish } = await opened.open('/toolsets/old?tab=history');
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/from 'Old' to 'Renamed'/).waitFor();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Old' }).waitFor();
    await page.getByRole('tab', { name: 'Updates' }).click();
    await page.getByText('Nothing to decide').waitFor();
    await check();
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByText('dragoman-toolset').first().waitFor();
    await finish();
  });

  it('shows hostile tools as text, also on a narrow screen', async () => {
    const tools = hostileTexts.map((_, at) => ({ agent_id: `hostile-${at}`, tool: 'run' }));
    await opened.client.toolsets.create({
      id: 'hostile',
      name: hostileTexts[0].slice(0, 100),
      tools,
      resolve_names: true,
    });
    const { page, finish } = await opened.open('/toolsets/hostile');
    await page.getByText('6 tools, saved').waitFor();
    await page.getByText(/About [\d,]+ tokens/).waitFor();
    expect(await page.title()).not.toContain('taken');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await finish();
    const narrow = await opened.open('/toolsets/hostile', { viewport: { width: 390, height: 844 } });
    await narrow.page.getByText('6 tools, saved').waitFor();
    expect(await narrow.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await narrow.page.getByText('Choose', { exact: true }).click();
    await narrow.page.getByRole('searchbox', { name: 'Find tools' }).waitFor();
    await narrow.finish();
  });

  async function all() {
    const list = [];
    for await (const toolset of opened.client.toolsets.list()) list.push(toolset);
    return list;
  }
});
