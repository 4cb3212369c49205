/**
 * Design an agent in one sitting, in a real browser: from 2,000 operations of five real vendors to a toolset in own
 * words, a procedure, a team of two, trials with two kinds of models, exports and a connected MCP client.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HttpHost, startHttpHost } from '../http-host.js';
import { addFiveVendors, hasFiveVendors } from './five-vendors.js';
import { type ModelSighting, startModelHost } from './model-host.js';
import { withMcpClient } from './newcomer-way.js';
import { browser, type OpenedConsole, openConsole, type WatchedPage } from './open-console.js';

/** Twelve tools: the service, what is searched, and the name of the tool. */
const wanted = [
  ['github', 'issues list for repo', 'issues_list_for_repo'],
  ['github', 'issues create', 'issues_create'],
  ['github', 'issues create comment', 'issues_create_comment'],
  ['gitlab', 'list the issues of a project', 'list_project_issues'],
  ['gitlab', 'create an issue in a project', 'create_project_issue'],
  ['stripe', 'list customers', 'list_customers'],
  ['stripe', 'refund a charge', 'create_charge_refund'],
  ['stripe', 'list charges', 'list_charges'],
  ['linode', 'list linodes', 'list_linode_instances'],
  ['linode', 'reboot a linode', 'reboot_linode_instance'],
  ['netbox', 'list devices', 'dcim_devices_list'],
  ['netbox', 'update a device', 'dcim_devices_partial_update'],
] as const;

const call = { owner: 'acme', repo: 'shop' };

async function firstOf<Item>(list: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of list) return item;
  return undefined;
}

describe.skipIf(browser === undefined || !hasFiveVendors)('design an agent in one sitting', () => {
  let opened: OpenedConsole;
  let vendors: HttpHost;
  let model: HttpHost;
  let seen: ModelSighting[];
  let watched: WatchedPage;
  let page: Page;
  const asked: string[] = [];

  beforeAll(async () => {
    vendors = await startHttpHost(async (url, init) => {
      asked.push(`${init.method} ${new URL(url).pathname}`);
      return Response.json([{ id: 1, number: 7, title: 'The cart is empty', state: 'open' }]);
    });
    ({ host: model, seen } = await startModelHost({
      tool: 'list_shop_issues',
      input: call,
      why: 'I look whether it is known.',
      answer: 'It is known: issue 7.',
    }));
    opened = await openConsole({
      DRAGOMAN_OUTBOUND_ALLOW: new URL(vendors.origin).host,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
      DRAGOMAN_PLAYGROUND_ENDPOINTS: `${model.origin}/v1`,
      // Large documents take longer while other tests run.
      DRAGOMAN_DOCUMENTS_TIMEOUT_MS: '100000',
      DRAGOMAN_SEARCH_EMBEDDER: 'instant',
    });
    expect(await addFiveVendors(opened.client, vendors.origin)).toBeGreaterThanOrEqual(2000);
    watched = await opened.open('/toolsets', { expectedErrors: /400|409/ });
    ({ page } = watched);
  }, 400_000);

  // Each step needs the result of the one before.
  let isBroken = false;
  beforeEach(({ skip }) => skip(isBroken));
  afterEach(({ task }) => {
    isBroken ||= task.result?.state === 'fail';
  });

  afterAll(async () => {
    await opened.close();
    await vendors.close();
    await model.close();
  });

  const chosen = () => page.getByRole('region', { name: 'Chosen tools' });
  const card = (at: number) => chosen().getByRole('listitem').nth(at);
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('list', { name: 'Differences' }).waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  async function createToolset(name: string): Promise<string> {
    await page.getByRole('button', { name: 'New toolset' }).first().click();
    await page.getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    return new URL(page.url()).pathname.split('/').at(-1) ?? '';
  }

  async function addTools(tools: readonly (typeof wanted)[number][], before = 0): Promise<void> {
    for (const [at, [service, task, name]] of tools.entries()) {
      await page.getByRole('searchbox', { name: 'Find tools' }).fill(task);
      await page.getByRole('button', { name: `Add ${name} of ${service}`, exact: true }).click();
      await card(before + at).waitFor();
    }
  }

  it('searches 2,000 operations of five vendors with facets, and chooses twelve', async () => {
    await page.getByRole('heading', { name: 'No toolsets yet' }).waitFor();
    await createToolset('Shop support');
    await page.getByRole('button', { name: 'Filters' }).click();
    const filters = page.getByRole('region', { name: 'Filters' });
    for (const service of [/GitHub/, /GitLab|gitlab/i, /Stripe/, /Linode/, /NetBox/i]) {
      await filters.getByRole('group', { name: 'Service' }).getByText(service).waitFor();
    }
    await page.getByRole('searchbox', { name: 'Find tools' }).fill('refund a charge');
    await filters.getByLabel('irreversible').check();
    await page
      .getByRole('button', { name: /^Add .* of stripe$/ })
      .first()
      .waitFor();
    await watched.check();
    await filters.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Filters' }).click();
    await addTools(wanted);
    await page.getByText('12 tools, not saved yet').waitFor();
    await watched.check();
  });

  it('renames two tools, rewrites three input descriptions, and undoes and redoes', async () => {
    await card(0).getByLabel('Name for models').fill('list_shop_issues');
    await card(1).getByLabel('Name for models').fill('list_shop_issues');
    await card(1)
      .getByRole('alert')
      .getByText(/Another tool/)
      .waitFor();
    await card(1).getByLabel('Name for models').fill('report_shop_issue');
    await card(0)
      .getByText(/\d inputs/)
      .click();
    const texts = {
      owner: 'The account: acme.',
      repo: 'The repository: shop.',
      state: 'open, unless asked otherwise.',
    };
    for (const [name, text] of Object.entries(texts)) await card(0).getByLabel(name, { exact: true }).fill(text);
    await card(0).getByText('3 in your words').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await card(0).getByText('2 in your words').waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await card(0).getByText('3 in your words').waitFor();
    await page.reload();
    await page.getByText('12 tools, not saved yet').waitFor();
  });

  it('shows the tokens for every model API and the pairs that read alike, and saves after a diff', async () => {
    const view = page.getByRole('complementary', { name: 'What models see' });
    await view.getByText(/inputs of 12 tools/).waitFor();
    for (const api of ['OpenAI Chat Completions', 'OpenAI Responses', 'Anthropic', 'Google', 'Bedrock']) {
      const row = view.locator('label').filter({ hasText: api });
      expect(Number(/([\d,]+) tokens/.exec(await row.innerText())?.[1]?.replaceAll(',', ''))).toBeGreaterThan(500);
    }
    await view.getByLabel(/Anthropic/).check();
    await view.getByText('"input_schema"').first().waitFor();
    const alike = view.getByRole('region', { name: 'Similar tools' });
    await alike.getByText('None: no two tools have similar descriptions.').waitFor();
    await card(2).getByLabel('Description').fill('Creates an issue.');
    await card(4).getByLabel('Description').fill('Creates an issue.');
    await alike.getByText('100 % by words').waitFor();
    await card(2)
      .getByText(/^reads like/)
      .waitFor();
    await watched.check();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await alike.getByText('None: no two tools have similar descriptions.').waitFor();
    await save();
    await page.getByText('12 tools, saved').waitFor();
    const stored = await firstOf(opened.client.toolsets.list());
    const { toolset } = await opened.client.toolsets.read(stored?.id ?? '');
    expect(toolset.tools.map(({ agent_id: agent }) => agent)).toEqual(wanted.map(([agent]) => agent));
    expect(toolset.tools.slice(0, 2).map(({ name }) => name)).toEqual(['list_shop_issues', 'report_shop_issue']);
    expect(Object.keys(toolset.tools[0]?.choice.inputs ?? {})).toHaveLength(3);
  });

  it('writes the procedure with completion and live diagnostics', async () => {
    await page.getByRole('tab', { name: 'Procedures' }).click();
    await page.getByText('No procedures yet').waitFor();
    await page.getByRole('link', { name: 'New procedure' }).click();
    await page.getByLabel('Name').fill('Broken shop');
    await page.getByLabel('Purpose').fill('A customer says that the shop does not work.');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Broken shop' }).waitFor();
    const editor = page.getByRole('textbox', { name: 'Procedure' });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText('# Broken shop\n\n1. Call `list_sho');
    await page.getByRole('option', { name: /list_shop_issues/ }).click();
    await page.keyboard.type(' to see whether it is known.');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('2. If it is not known, call `report_shop_isue(owner, repo, title)`.\n');
    const findings = page.getByRole('list', { name: 'Findings' });
    await findings.getByText(/Did you mean report_shop_issue/).waitFor();
    await watched.check();
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(
      '# Broken shop\n\n1. Call `list_shop_issues(owner, repo)` to see whether it is known.\n' +
        '2. If it is not known, call `report_shop_issue(owner, repo, title)`.\n',
    );
    await page.getByText('Every tool, input and output that the text mentions exists.').waitFor();
    await page.getByLabel('Ready for agents').check();
    await save();
    await page.getByText(/^for .*, saved$/).waitFor();
  });

  it('splits the work into a team of two sub-agents with hand-overs', async () => {
    await page.getByRole('link', { name: 'Toolsets', exact: true }).click();
    await createToolset('Servers');
    await addTools(wanted.slice(8, 10));
    await page.getByText('2 tools, not saved yet').waitFor();
    await save();
    await page.getByRole('link', { name: 'Teams', exact: true }).click();
    await page.getByRole('button', { name: 'New team' }).first().click();
    await page.getByLabel('Name').fill('Shop team');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Shop team' }).waitFor();
    await page.locator('[data-id="member 0"]').click();
    await page.getByLabel('Shop support').check();
    await page.getByLabel('Broken shop').check();
    await page.locator('[data-id="member 0"]').getByText('12 of 20 tools').waitFor();
    await page.getByRole('button', { name: 'Add member' }).click();
    await page.getByLabel('Name of the member').fill('servers');
    await page.keyboard.press('Enter');
    await page.getByLabel('When others hand over to it').fill('When a server must be looked at or restarted.');
    await page.getByRole('checkbox', { name: 'Servers', exact: true }).check();
    await page.getByLabel('desk', { exact: true }).check();
    const servers = page.locator('[data-id="member 1"]');
    const from = page.locator('[data-id="member 0"] .react-flow__handle.source').first();
    await from.dragTo(servers.locator('.react-flow__handle.target').first());
    await servers.getByText('never reached').waitFor({ state: 'detached' });
    await watched.check();
    await save();
    await page.getByText('2 members, saved').waitFor();
    const team = await firstOf(opened.client.teams.list());
    const { members } = await opened.client.teams.read(team?.id ?? '');
    expect(members.map(({ name, hands_over_to: to }) => [name, to])).toEqual([
      ['desk', ['servers']],
      ['servers', ['desk']],
    ]);
  });

  it('tries the team with a scripted model, and with an OpenAI-compatible endpoint', async () => {
    await page.getByRole('link', { name: 'Trial run' }).click();
    const script = [
      `say I look whether it is known.\ncall list_shop_issues ${JSON.stringify(call)}`,
      'call hand_over_to_servers {"reason": "A server", "summary": "The shop does not answer."}',
      'say The servers desk is here.',
    ];
    await page.getByLabel('Script').fill(`${script.join('\n\n')}\n`);
    await page.getByRole('textbox', { name: 'Message' }).fill('The shop is down');
    await page.keyboard.press('Enter');
    const turn = page.getByRole('article', { name: 'Turn: The shop is down' });
    await turn.getByText('The servers desk is here.').waitFor();
    await turn.getByRole('group', { name: 'Call of list_shop_issues' }).getByText('succeeded').waitFor();
    expect(asked).toContain('GET /repos/acme/shop/issues');
    await page.getByLabel('Model', { exact: true }).selectOption('openai-chat');
    await page.getByLabel('Base URL').fill(`${model.origin}/v1`);
    await page.getByLabel('Name of the model').fill('small');
    await page.getByLabel('Key', { exact: true }).fill('right-key-1234');
    await page
      .getByRole('button', { name: /^New|^Clear/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Message' }).fill('The cart is empty');
    await page.keyboard.press('Enter');
    const other = page.getByRole('article', { name: 'Turn: The cart is empty' });
    await other.getByText('It is known: issue 7.').waitFor();
    const body = JSON.stringify(seen.at(-1)?.body);
    expect(body).toContain('The account: acme.');
    expect(body).toContain('see whether it is known');
    await watched.check();
  });

  it('exports JSON, an Agent Skill and code for the executor, and connects an MCP client', async () => {
    await page.getByRole('link', { name: 'Toolsets', exact: true }).click();
    await page.getByRole('link', { name: 'Shop support' }).click();
    await page.getByRole('tab', { name: 'Export' }).click();
    const saved = async (click: () => Promise<void>) => {
      const [file] = await Promise.all([page.waitForEvent('download'), click()]);
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
    };
    const json = await saved(() => page.getByRole('button', { name: 'Download JSON' }).click());
    const exported = JSON.parse(json.text) as { format: string; tools: { alias: string }[] };
    expect([exported.format, exported.tools.length]).toEqual(['dragoman-toolset', 12]);
    const skill = await saved(() => page.getByRole('link', { name: 'Download the skill Broken shop' }).click());
    expect(skill.name).toMatch(/\.tar$/);
    expect(skill.text).toContain('SKILL.md');
    expect(skill.text).toContain('list_shop_issues');
    const code = await page.getByRole('figure', { name: 'code for the executor' }).innerText();
    const endpoint = (await page.getByRole('figure', { name: 'MCP endpoint', exact: true }).innerText()).trim();
    expect(code).toContain(endpoint.replace(/\/mcp$/, ''));
    const before = asked.length;
    const { names, text } = await withMcpClient(endpoint, async (client) => {
      const { tools } = await client.listTools();
      const result = await client.callTool({ name: 'list_shop_issues', arguments: call });
      return { names: tools.map(({ name }) => name), text: JSON.stringify(result) };
    });
    expect(names).toEqual(expect.arrayContaining(exported.tools.map(({ alias }) => alias)));
    expect(text).toContain('The cart is empty');
    expect(asked.slice(before)).toEqual(['GET /repos/acme/shop/issues']);
    await watched.check();
    await page.getByRole('link', { name: 'Connect', exact: true }).last().click();
    await expect
      .poll(async () => (await page.getByLabel('endpoint', { exact: true }).innerText()).trim())
      .toBe(endpoint);
    await watched.finish();
  });
});
