/** The editor of procedures in a real browser: completion, diagnostics, steps, coverage, ready, versions, merge, hostile texts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addHostileServices, hostileTexts } from './sample-content.js';
import { designOnVendor, publishVendor } from './vendor-service.js';

const good = '# Arrivals\n\n1. Call `find_ship(name)`.\n2. Call `book_berth(ship)` with the name of the ship.\n';

describe.skipIf(browser === undefined)('The editor of procedures', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
    await publishVendor(opened.client, 'https://quay.example', 1);
    await designOnVendor(opened.client);
  });

  afterAll(() => opened.close());

  const editor = (page: Page) => page.getByRole('textbox', { name: 'Procedure' });

  async function write(page: Page, text: string): Promise<void> {
    await editor(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  }

  it('creates a procedure with a step for each tool, and lists it', async () => {
    const { page, check, finish } = await opened.open('/procedures');
    await page.getByRole('link', { name: 'Arrivals' }).waitFor();
    await check();
    await page.getByRole('button', { name: 'New procedure' }).click();
    await page.getByLabel('Name').fill('Departures');
    await page.getByLabel('Purpose').fill('A ship leaves.');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Departures' }).waitFor();
    await page.getByText('Every tool, input and output that the text mentions exists.').waitFor();
    await page.getByRole('tab', { name: 'Coverage' }).click();
    await page.getByText('3 of 3 tools are mentioned').waitFor();
    await finish();
  });

  it('completes tools and inputs, marks what does not exist, and says what blocks ready', async () => {
    const { page, check, finish } = await opened.open('/procedures/arrivals');
    await page.getByText('for quay-desk, saved').waitFor();
    await write(page, '# Arrivals\n\n1. Call `find_sh');
    await page.getByRole('option', { name: /find_ship/ }).click();
    await page.keyboard.type('. Then `find_ship().nothing` and `book_brth()`.');
    await page.getByText('not saved yet').waitFor();
    const blocks = page.getByRole('list', { name: 'What blocks it' });
    await blocks.getByText(/book_brth/).waitFor();
    expect(
      await page
        .getByRole('list', { name: 'Findings' })
        .getByText(/Did you mean book_berth/)
        .count(),
    ).toBe(1);
    await check();
    await page.reload();
    await page.getByText('not saved yet').waitFor();
    await blocks.getByText(/book_brth/).waitFor();
    await page.getByLabel('Ready for agents').uncheck();
    expect(await page.getByLabel('Ready for agents').isDisabled()).toBe(true);
    await page.getByRole('tab', { name: 'Coverage' }).click();
    await page.getByText('not mentioned').first().waitFor();
    await finish();
  });

  it('inserts a tool by button and by dragging, shows the steps, saves after a diff, and previews the skill', async () => {
    const { page, check, finish } = await opened.open('/procedures/arrivals');
    await page.getByText('for quay-desk, saved').waitFor();
    await write(page, `${good}3. If there is room, call `);
    await page.getByRole('button', { name: 'Insert list_piers' }).click();
    await page.getByRole('tab', { name: 'Steps' }).click();
    const steps = page.getByRole('list', { name: 'Steps' });
    await steps.getByText('list_piers', { exact: true }).waitFor();
    expect(await steps.getByRole('listitem').count()).toBe(3);
    await check();
    await page
      .getByRole('list', { name: 'Tools to mention' })
      .getByText('find_ship')
      .dragTo(editor(page), { targetPosition: { x: 60, y: 20 } });
    await page.getByRole('tab', { name: 'Coverage' }).click();
    await page
      .getByRole('list', { name: 'Tools and their mentions' })
      .getByRole('listitem')
      .filter({ hasText: 'find_ship' })
      .getByRole('button')
      .nth(1)
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the procedure' });
    await dialog
      .getByRole('list', { name: 'Differences' })
      .getByText(/list_piers/)
      .waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('for quay-desk, saved').waitFor();
    await page.getByRole('tab', { name: 'Skill' }).click();
    await expect.poll(() => page.getByLabel('File', { exact: true }).inputValue()).toContain('SKILL.md');
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Compare with version 2' }).click();
    await page
      .getByRole('list', { name: 'Changes since version 1' })
      .getByText(/If there is room/)
      .waitFor();
    await finish();
  });

  it('merges changes of different lines, and compares changes of the same lines side by side', async () => {
    const { client } = opened;
    const stored = await client.procedures.read('arrivals');
    const header = { name: stored.name, description: stored.description, state: stored.state };
    const { page, check, finish } = await opened.open('/procedures/arrivals', { expectedErrors: /412/ });
    await page.getByText('for quay-desk, saved').waitFor();
    await client.procedures.replace('arrivals', {
      ...header,
      text: stored.text.replace('# Arrivals', '# All arrivals'),
    });
    await write(page, `${stored.text}\n\nBe kind.\n`);
    const dialog = page.getByRole('dialog', { name: 'Save the procedure' });
    const save = async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText(/Somebody else has changed it since you began/).waitFor();
      await dialog.getByRole('button', { name: 'Merge the changes' }).click();
    };
    await save();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('for quay-desk, saved').waitFor();
    const { text } = await client.procedures.read('arrivals');
    expect(text).toContain('# All arrivals');
    expect(text).toContain('Be kind.');
    await client.procedures.replace('arrivals', { ...header, text: text.replace('Be kind.', 'Be quick.') });
    await write(page, text.replace('Be kind.', 'Be brief.'));
    await save();
    await dialog.getByText(/The left side is what is stored/).waitFor();
    await dialog.getByRole('textbox', { name: /yours/ }).waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('for quay-desk, saved').waitFor();
    expect((await client.procedures.read('arrivals')).text).toContain('Be brief.');
    await finish();
  });

  it('shows hostile tools and texts as text, also on a narrow screen, with 200 tools', async () => {
    const { client } = opened;
    await addHostileServices(client);
    const properties = { to: { type: 'string' } };
    const operations = Array.from({ length: 194 }, (_, at) => ({
      name: `tool_with_a_long_name_that_goes_on_${at}`,
      description: 'مرحبا 港口 Does something.',
      inputs: { type: 'object', properties, required: ['to'] },
      outputs: {},
    }));
    await client.agents.register({
      id: 'large',
      name: 'Large',
      description: 'Many tools.',
      capabilities: ['many'],
      tags: [],
      endpoint: 'https://large.example/api',
      operations,
    });
    const tools = [
      ...hostileTexts.map((_, at) => ({ agent_id: `hostile-${at}`, tool: 'run' })),
      ...operations.map(({ name }) => ({ agent_id: 'large', tool: name })),
    ];
    await client.toolsets.create({ id: 'large', name: 'Large', tools, resolve_names: true });
    await client.procedures.create('large', {
      id: 'hostile',
      name: hostileTexts[0].slice(0, 100),
      description: hostileTexts[1]?.slice(0, 200) ?? 'x',
      text: `# ${hostileTexts.join('\n\n').slice(0, 5000)}\n\n1. Call \`tool_with_a_long_name_that_goes_on_7(to)\`.\n`,
    });
    const { page, finish } = await opened.open('/procedures/hostile', { viewport: { width: 390, height: 844 } });
    await page.getByText('for large, saved').waitFor();
    await page.getByText('Checks', { exact: true }).click();
    await page.getByRole('tab', { name: 'Coverage' }).click();
    await page.getByText(/1 of \d+ tools are mentioned/).waitFor();
    expect(await page.title()).not.toContain('taken');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await finish();
  });
});
