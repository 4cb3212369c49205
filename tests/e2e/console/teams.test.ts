/** The canvas of teams in a real browser: members, hand-overs, limits, YAML both ways, merge, hostile texts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addRealServices, hostileTexts } from './sample-content.js';

const desk = { name: 'desk', when: 'Greets people.' };

describe.skipIf(browser === undefined)('the canvas of teams', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
    const { client } = opened;
    await addRealServices(client);
    const tools = ['find_pets', 'add_pet', 'delete_pet'].map((tool) => ({ agent_id: 'pets', tool }));
    await client.toolsets.create({ id: 'pets', name: 'Pet desk', tools });
  });

  afterAll(() => opened.close());

  it('creates a team, adds a member, draws a hand-over, shows what is never reached, and saves after a diff', async () => {
    const { page, check, finish } = await opened.open('/teams');
    await page.getByRole('heading', { name: 'No teams yet' }).waitFor();
    await check();
    await page.getByRole('button', { name: 'New team' }).first().click();
    await page.getByLabel('Name').fill('Counter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Counter' }).waitFor();
    await page.getByRole('button', { name: 'Add member' }).click();
    await page.getByLabel('Name of the member').fill('pets');
    await page.keyboard.press('Enter');
    await page.getByLabel('When others hand over to it').fill('When somebody asks about a pet.');
    await page.getByLabel('Pet desk').check();
    const pets = page.locator('[data-id="member 1"]');
    await pets.getByText('3 of 20 tools').waitFor();
    await pets.getByText('never reached').waitFor();
    await check();
    const from = page.locator('[data-id="member 0"] .react-flow__handle.source').first();
    await from.dragTo(pets.locator('.react-flow__handle.target').first());
    await pets.getByText('never reached').waitFor({ state: 'detached' });
    await page.getByLabel('desk', { exact: true }).check();
    await page.reload();
    await page.getByText('2 members, not saved yet').waitFor();
    await page.getByText('YAML', { exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'Team' });
    await editor.waitFor();
    const text = await editor.innerText();
    expect(text).toContain('hands_over_to');
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(`# of the counter\n${text}`)})`);
    await page.keyboard.press('Control+v');
    await page.getByText('Graph', { exact: true }).click();
    await page.locator('[data-id="member 1"]').click();
    await page.getByLabel('Name of the member').fill('animals');
    await page.keyboard.press('Enter');
    const kept = () => page.evaluate<string>('JSON.stringify({ ...localStorage })');
    await expect.poll(kept).toContain('# of the counter');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the team' });
    await dialog.getByRole('list', { name: 'Differences' }).waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 members, saved').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { members, findings } = await opened.client.teams.read(id);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(members.map(({ name, hands_over_to, toolsets }) => [name, hands_over_to, toolsets])).toEqual([
      ['desk', ['animals'], []],
      ['animals', ['desk'], ['pets']],
    ]);
    // The trial: a scripted model hands over, and the other member sees its own tools.
    await page.getByRole('link', { name: 'Trial run' }).click();
    await page
      .getByLabel('Script')
      .fill(
        'call hand_over_to_animals {"reason": "A pet", "summary": "Asks about a pet."}\n\nsay The animals desk is here.',
      );
    await page.getByLabel('Message').fill('I look for a pet');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The animals desk is here.').last().waitFor();
    await page
      .getByText(/4 tools/)
      .first()
      .waitFor();
    await finish();
  });

  it('reports errors of the server at their member, and works with the keyboard alone', async () => {
    const member = { name: 'lost', when: 'Never.', toolsets: ['pets'] };
    await opened.client.teams.create({
      id: 'keys',
      name: 'Keys',
      entry: 'desk',
      most_tools: 2,
      members: [desk, member],
    });
    const { page, finish } = await opened.open('/teams/keys');
    await page.locator('[data-id="member 1"]').focus();
    await page.keyboard.press('Enter');
    await page.getByText('too many').waitFor();
    await page.getByRole('tab', { name: /Problems/ }).click();
    await page
      .getByRole('list', { name: 'Problems' })
      .getByText(/recommended maximum/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Member' }).click();
    await page.getByLabel('desk', { exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByText('List', { exact: true }).click();
    await page.getByRole('list', { name: 'Members of the team' }).getByText('hands over to desk').waitFor();
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 members, saved').waitFor();
    await finish();
  });

  it('merges what somebody else saved in between, and loses nothing', async () => {
    const { client } = opened;
    await client.teams.create({ id: 'shared', name: 'Shared', entry: 'desk', members: [desk] });
    const { page, finish } = await opened.open('/teams/shared', { expectedErrors: /412/ });
    await page.getByLabel('Description').fill('Ours.');
    const theirs = { name: 'theirs', when: 'Theirs.' };
    await client.teams.replace('shared', { name: 'Shared', entry: 'desk', members: [desk, theirs] });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the team' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Merge the changes' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 members, saved').waitFor();
    const { description, members } = await client.teams.read('shared');
    expect([description, members.map(({ name }) => name)]).toEqual(['Ours.', ['desk', 'theirs']]);
    await finish();
  });

  it('shows hostile texts as text, and stays fluid with 20 members', async () => {
    const members = Array.from({ length: 20 }, (_, at) => ({
      name: `m${at}`,
      when: (hostileTexts[at % hostileTexts.length] ?? '').slice(0, 1000),
      hands_over_to: Array.from({ length: 3 }, (_more, by) => `m${(at + by + 1) % 20}`),
    }));
    await opened.client.teams.create({ id: 'many', name: hostileTexts[0].slice(0, 200), entry: 'm0', members });
    const { page, finish } = await opened.open('/teams/many');
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(20);
    expect(await page.title()).not.toBe('taken');
    await finish();
  });
});
