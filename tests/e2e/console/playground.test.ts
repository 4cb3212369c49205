/** The playground in a real browser: a script, endpoints of both APIs, confirmations, cases, the trace, hostile answers. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpHost, startHttpHost } from '../http-host.js';
import { type ModelSighting, startModelHost } from './model-host.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { hostileTexts } from './sample-content.js';
import { answerVendor, designOnVendor, publishVendor } from './vendor-service.js';

describe.skipIf(browser === undefined)('The playground', () => {
  let opened: OpenedConsole;
  let vendor: HttpHost;
  let model: HttpHost;
  let seen: ModelSighting[];
  let goOn: () => void;

  beforeAll(async () => {
    vendor = await startHttpHost(answerVendor);
    ({ host: model, seen, goOn } = await startModelHost());
    opened = await openConsole({
      DRAGOMAN_OUTBOUND_ALLOW: new URL(vendor.origin).host,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
      DRAGOMAN_PLAYGROUND_ENDPOINTS: `${model.origin}/v1`,
      DRAGOMAN_GATEWAY_CONFIRM: JSON.stringify([
        { operation: 'book_berth', require: 'agent' },
        { operation: 'list_piers', require: 'person' },
      ]),
    });
    await publishVendor(opened.client, vendor.origin, 1);
    await designOnVendor(opened.client);
  });

  afterAll(async () => {
    await opened.close();
    await vendor.close();
    await model.close();
  });

  async function writeScript(page: Page, script: string): Promise<void> {
    await page.getByLabel('Script').fill(script);
  }

  async function say(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.keyboard.press('Enter');
  }

  it('follows a script: shows what the model saw, why it chose, each call with its result, and the end', async () => {
    const { page, check, finish } = await opened.open('/playground');
    await page.getByText('Choose a toolset, a team or a service first.').waitFor();
    await page.getByRole('combobox', { name: 'Tools' }).click();
    await page.getByRole('option', { name: /Harbor team/ }).click();
    await page.getByRole('combobox', { name: 'Tools' }).click();
    await page.getByRole('option', { name: /Quay desk/ }).click();
    await page.getByText('Instructions: Arrivals').waitFor();
    await writeScript(page, 'say I look for her.\ncall find_ship {"name": "Aurora"}\n\nsay She is here.\n');
    await check();
    await say(page, 'Aurora arrives');
    const turn = page.getByRole('article', { name: 'Turn: Aurora arrives' });
    await turn.getByText('She is here.').waitFor();
    await turn.getByText('I look for her.').waitFor();
    const call = turn.getByRole('group', { name: 'Call of find_ship' });
    await call.getByText('succeeded').waitFor();
    await call.getByRole('group', { name: 'Result' }).getByText('/ships').waitFor();
    await turn
      .getByText(/Saw 3 tools, about [\d,]+ tokens/)
      .first()
      .click();
    await turn.getByText('book_berth, find_ship, list_piers').first().waitFor();
    await turn.getByText('2 requests').waitFor();
    await check();
    await call.getByRole('button', { name: 'Save as evaluation case' }).click();
    await call.getByRole('button', { name: 'Saved' }).waitFor();
    const cases = [];
    for await (const item of opened.client.saved.list('case')) cases.push(item);
    expect(cases).toMatchObject([
      { agent: 'quay', operation: 'find_ship', request: 'Aurora arrives', arguments: { name: 'Aurora' } },
    ]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export trace' }).click(),
    ]);
    const trace = JSON.parse(readFileSync(await file.path(), 'utf8')) as { events: { type: string }[] };
    expect(trace.events.map(({ type }) => type)).toEqual([
      'message',
      'asked',
      'replied',
      'call',
      'outcome',
      'asked',
      'replied',
      'ended',
    ]);
    await turn.getByRole('link', { name: 'Trace of the calls' }).click();
    await page.getByText('find_ship').first().waitFor();
    await finish();
  });

  it('asks in the chat before a call that the gateway executes only with a confirmation', async () => {
    const { page, check, finish } = await opened.open('/playground?toolset=quay-desk', {
      expectedErrors: /428|409|403|400/,
    });
    const script =
      'call book_berth {"ship": "Aurora"}\n\nsay Done.\n\ncall book_berth {"ship": "Borealis"}\n\nsay Booked.\n';
    await writeScript(page, script);
    await say(page, 'Book a berth');
    const question = page.getByRole('alertdialog', { name: 'Confirm book_berth' });
    await question.getByText('Aurora').waitFor();
    await check();
    await question.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('group', { name: 'Call of book_berth' }).getByText('declined', { exact: true }).waitFor();
    await page.getByRole('log').getByText('Done.').waitFor();
    await say(page, 'Book another');
    await question.getByText('Borealis').waitFor();
    await question.getByRole('button', { name: 'Call it' }).press('Enter');
    const second = page.getByRole('article', { name: 'Turn: Book another' });
    await second.getByText('succeeded').waitFor();
    await second.getByText('Booked.').waitFor();
    await finish();
  });

  it('waits for a person elsewhere who approves or declines a call, and continues automatically', async () => {
    const { page, check, finish } = await opened.open('/playground?toolset=quay-desk', {
      expectedErrors: /409|403|428/,
    });
    await page.getByLabel('Model', { exact: true }).selectOption('script');
    await writeScript(
      page,
      'call list_piers {"side": "north"}\n\nsay There they are.\n\ncall list_piers {"side": "south"}\n\nsay Not allowed.\n',
    );
    const decide = async (decision: 'approve' | 'decline') => {
      for await (const { id } of opened.client.approvals.list({ state: 'pending' }))
        await opened.client.approvals[decision](id, { note: 'Not today' });
    };
    await say(page, 'Which piers?');
    await page.getByText('list_piers waits until a person approves it.').waitFor();
    await page.getByRole('link', { name: 'Open the approval' }).waitFor();
    await check();
    await decide('approve');
    const turn = page.getByRole('article', { name: 'Turn: Which piers?' });
    await turn.getByText('succeeded').waitFor();
    await turn.getByText('There they are.').waitFor();
    await say(page, 'And the others?');
    await page.getByText('list_piers waits until a person approves it.').waitFor();
    await decide('decline');
    const second = page.getByRole('article', { name: 'Turn: And the others?' });
    await second.getByText('declined', { exact: true }).waitFor();
    await second.getByText(/Not today/).waitFor();
    await finish();
  });

  it('shows a streamed answer while it arrives', async () => {
    const { page, check, finish } = await opened.open('/playground?toolset=quay-desk');
    await page.getByLabel('Model', { exact: true }).selectOption('openai-chat');
    await page.getByLabel('Base URL').fill(`${model.origin}/v1`);
    await page.getByLabel('Name of the model').fill('streaming');
    await say(page, 'Speak');
    const turn = page.getByRole('article', { name: 'Turn: Speak' });
    await turn.getByText('The first half', { exact: true }).waitFor();
    await check();
    goOn();
    await turn.getByText('The first half and the second.', { exact: true }).waitFor();
    await turn
      .getByText(/50 tokens in, 7 out/)
      .first()
      .waitFor();
    await finish();
  });

  it('asks endpoints of both APIs through the server, with a key that is kept nowhere', async () => {
    const { page, check, finish } = await opened.open('/playground?toolset=quay-desk', { expectedErrors: /502/ });
    await page.getByLabel('Model', { exact: true }).selectOption('openai-chat');
    await page.getByLabel('Base URL').fill(`${model.origin}/v1`);
    await page.getByLabel('Name of the model').fill('small');
    await page.getByLabel('Key', { exact: true }).fill('wrong-key-1234');
    await say(page, 'Is Aurora here?');
    await page.getByText(/responded with status 401: Incorrect API key: \*\*\*/).waitFor();
    await page.getByLabel('Key', { exact: true }).fill('right-key-1234');
    await say(page, 'Where is Aurora?');
    const turn = page.getByRole('article', { name: 'Turn: Where is Aurora?' });
    await turn.getByText('Aurora is known; she has a berth.').waitFor();
    await turn.getByText('642 tokens in, 24 out').waitFor();
    expect(seen.at(-1)).toMatchObject({
      path: '/v1/chat/completions',
      key: 'Bearer right-key-1234',
      body: { model: 'small' },
    });
    expect(JSON.stringify(seen.at(-1)?.body.messages)).toContain('book_berth(ship)');
    await check();
    await page.getByLabel('Model', { exact: true }).selectOption('anthropic');
    await say(page, 'And now?');
    const last = page.getByRole('article', { name: 'Turn: And now?' });
    await last.getByText('Aurora is known; she has a berth.').waitFor();
    await last.getByText('Reasoning of the model').first().click();
    await last.getByText('A ship is named.').waitFor();
    expect(seen.at(-1)).toMatchObject({ path: '/v1/messages', key: 'right-key-1234' });
    await page.reload();
    expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('');
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain('right-key');
    await page.getByLabel('Base URL').fill('https://other.example/v1');
    await say(page, 'Hello');
    await page.getByText(/not allowed. The operator allows/).waitFor();
    await finish();
  });

  it('shows hostile answers as text, fits a narrow screen, and talks with a service', async () => {
    const { page, finish } = await opened.open('/playground?service=quay', { viewport: { width: 390, height: 844 } });
    await page.getByText('Setup', { exact: true }).click();
    await page.getByLabel('Model', { exact: true }).selectOption('script');
    const lines = hostileTexts.map((text) => `say ${text.replaceAll(/\s+/g, ' ').slice(0, 1000)}`);
    await writeScript(page, `${lines.join('\n')}\n`);
    await page.getByText('Chat', { exact: true }).click();
    await say(page, hostileTexts[0]);
    await page.getByText('1 request').waitFor();
    expect(await page.title()).not.toContain('taken');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await finish();
  });
});
