/** Try in a real browser: form and JSON, preview, run, confirmation, results, history, copies. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpHost, startHttpHost } from '../http-host.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { answerTry, describeTry } from './try-service.js';

const pageOf = (operation: string) => `/services/harbor/operations/${operation}/try`;
const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()') as Promise<string>;

describe.skipIf(browser === undefined)('Try', () => {
  let opened: OpenedConsole;
  let host: HttpHost;

  beforeAll(async () => {
    host = await startHttpHost(answerTry);
    opened = await openConsole({
      DRAGOMAN_OUTBOUND_ALLOW: new URL(host.origin).host,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    });
    await opened.client.imports.create([
      { text: JSON.stringify(describeTry(host.origin)), curation: { id: 'harbor' } },
    ]);
  });

  afterAll(async () => {
    await opened.close();
    await host.close();
  });

  it('fills a form of nested objects, lists, maps and alternatives, previews the request and runs it', async () => {
    const { page, check, finish } = await opened.open('/services/harbor?operation=reserve');
    await page.getByRole('link', { name: 'Try' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reserve a berth' }).waitFor();
    const fields = page.getByRole('region', { name: 'Input fields' });
    await fields.getByRole('textbox', { name: 'ship' }).fill('Aurora');
    expect(await fields.getByRole('textbox', { name: 'hours' }).inputValue()).toBe('6');
    await fields.getByRole('combobox', { name: 'Alternative of payment' }).selectOption('Bank');
    await fields.getByRole('textbox', { name: 'iban' }).fill('DE02');
    await fields.getByRole('checkbox', { name: /flag/ }).check();
    await fields.getByRole('combobox', { name: 'flag' }).fill('country-497');
    await page.getByRole('option', { name: 'country-497' }).click();
    await fields.getByRole('checkbox', { name: /crew/ }).check();
    await fields.getByRole('button', { name: 'Add item' }).click();
    await fields.getByRole('textbox', { name: 'name' }).first().fill('Ann');
    await fields.getByRole('checkbox', { name: /labels/ }).check();
    await fields.getByRole('textbox', { name: 'Name of the new member' }).fill('color');
    await page.keyboard.press('Enter');
    await fields.getByRole('textbox', { name: 'color' }).fill('red');
    await fields.getByRole('checkbox', { name: /remark/ }).check();
    await fields.getByRole('button', { name: 'Set null' }).click();
    await check();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(`POST ${host.origin}/berths`).waitFor();
    await page.getByRole('figure', { name: 'request body' }).waitFor();
    await check();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('region', { name: 'Result of the service' }).waitFor();
    await page.getByText('Text', { exact: true }).click();
    const result = JSON.parse(await page.getByRole('figure', { name: 'result' }).innerText()) as { body: unknown };
    expect(result.body).toEqual({
      ship: 'Aurora',
      hours: 6,
      payment: { iban: 'DE02' },
      flag: 'country-497',
      crew: [{ name: 'Ann' }],
      labels: { color: 'red' },
      remark: null,
    });
    await finish();
  });

  it('keeps every value when the person switches between form and JSON', async () => {
    const { page, finish } = await opened.open(pageOf('reserve'));
    await page.getByText('JSON', { exact: true }).click();
    const editor = page.locator('.cm-content');
    await editor.waitFor();
    const value = {
      ship: 7,
      imo: '@',
      other: { deep: [1, null] },
      payment: 'none',
      remark: 'a\r\nb',
      flag: 'elsewhere',
    };
    const text = JSON.stringify(value).replace('"@"', '12345678901234567890');
    await editor.fill(text);
    await page.getByText('Form', { exact: true }).click();
    const fields = page.getByRole('region', { name: 'Input fields' });
    expect(await fields.getByRole('textbox', { name: 'imo' }).inputValue()).toBe('12345678901234567890');
    expect(await fields.getByRole('textbox', { name: 'ship as JSON' }).inputValue()).toBe('7');
    expect(await fields.getByRole('textbox', { name: 'flag' }).inputValue()).toBe('elsewhere');
    await page.getByText(/would round the number at \/imo/).waitFor();
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    await page.getByText('JSON', { exact: true }).click();
    await editor.waitFor();
    const back = await page.getByRole('textbox', { name: 'Input as JSON' }).innerText();
    expect(back).toContain('12345678901234567890');
    expect(JSON.parse(back.replace('12345678901234567890', '"@"'))).toEqual(value);
    await editor.fill('{ "ship": ');
    await page.getByText(/The JSON is not valid/).waitFor();
    await page.getByText('Form', { exact: true }).click();
    expect(await editor.innerText()).toContain('{ "ship": ');
    await finish();
  });

  it('marks what the gateway finds wrong at its field', async () => {
    const { page, finish } = await opened.open(pageOf('reserve'), { expectedErrors: /400/ });
    const fields = page.getByRole('region', { name: 'Input fields' });
    await fields.getByRole('textbox', { name: 'hours' }).fill('99');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('alert').waitFor();
    await expect.poll(() => fields.getByRole('textbox', { name: 'hours' }).getAttribute('aria-invalid')).toBe('true');
    expect(await fields.getByText('missing').first().isVisible()).toBe(true);
    await finish();
  });

  it('asks before an irreversible call, and runs it with the confirmation of the gateway', async () => {
    const { page, check, finish } = await opened.open(pageOf('demolish'));
    await page.getByRole('textbox', { name: 'pier' }).fill('north');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'This call cannot be undone' });
    await dialog.getByText(`DELETE ${host.origin}/piers/north`).waitFor();
    await dialog.getByText(/Valid for \d+ s/).waitFor();
    await check();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByRole('button', { name: 'Run irreversible call' }).click();
    await page.getByRole('region', { name: 'Result of the service' }).getByText('/piers/north').waitFor();
    await finish();
  });

  it('shows pictures, and results that break their schema', async () => {
    const picture = await opened.open(pageOf('picture'));
    await picture.page.getByRole('button', { name: 'Run', exact: true }).click();
    await picture.page.getByRole('img', { name: 'Result 1, image/png' }).waitFor();
    expect(await picture.page.evaluate('document.querySelector("img[alt^=Result]").naturalWidth')).toBe(1);
    await picture.finish();
    const photo = await opened.open(pageOf('photo'));
    await photo.page.getByRole('button', { name: 'Run', exact: true }).click();
    await photo.page.getByRole('img', { name: 'Result 1, image/png' }).waitFor();
    expect(await photo.page.evaluate('document.querySelector("img[alt^=Result]").naturalWidth')).toBe(480);
    const saved = photo.page.waitForEvent('download');
    await photo.page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await saved).suggestedFilename()).toBe('result.png');
    expect(await photo.page.getByText('iVBORw0KGgo').count()).toBe(0);
    await photo.finish();
    const wrong = await opened.open(pageOf('wrong'));
    await wrong.page.getByRole('button', { name: 'Run', exact: true }).click();
    await wrong.page.getByRole('list', { name: 'Findings' }).getByText('gateway/output-mismatch').waitFor();
    await wrong.finish();
  });

  it('shows hostile results as text', async () => {
    const { page, finish } = await opened.open(pageOf('hostile'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result of the service' });
    await result.getByText('<script>document.title').waitFor();
    await result.getByText('U+202E').waitFor();
    expect(await page.title()).not.toContain('taken');
    await result.getByText('Text', { exact: true }).click();
    expect(await page.getByRole('figure', { name: 'result' }).innerText()).toContain('\\u202e');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await finish();
  });

  it('cancels a call that takes long', async () => {
    const { page, finish } = await opened.open(pageOf('slow'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('The gateway is calling the service').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You canceled the call').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    await finish();
  });

  it('shows the parts of a stream as they come, and keeps them when it is canceled', async () => {
    const { page, check, finish } = await opened.open(pageOf('tides'));
    expect(await page.getByText('* required').count()).toBe(0);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const parts = page.getByRole('region', { name: 'Parts of the response' });
    await parts.getByText('{"tide":5}', { exact: true }).waitFor();
    await page.getByText('The gateway is calling the service').waitFor();
    await check();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You canceled the call').waitFor();
    await parts.getByText('{"tide":5}', { exact: true }).waitFor();
    await check();
    await page.getByRole('checkbox', { name: /count/ }).check();
    await page.getByRole('textbox', { name: 'count' }).fill('3');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('streamed in 3 parts').waitFor();
    await page.getByRole('region', { name: 'Result of the service' }).getByText('tide').first().waitFor();
    await page.getByText('Timeline').first().click();
    await page.getByRole('list', { name: 'Timeline' }).getByText('Stream of the answer').waitFor();
    await finish();
  });

  it('shows the checks, tries and waits of a run', async () => {
    const { page, finish } = await opened.open(pageOf('flaky'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await timeline.getByRole('listitem').filter({ hasText: 'Try 1' }).getByText('503').waitFor();
    await timeline.getByText('Wait before the next try').waitFor();
    await timeline.getByRole('listitem').filter({ hasText: 'Try 2' }).getByText('200').waitFor();
    await timeline.getByText('Rate limit').waitFor();
    await finish();
  });

  it('keeps runs, loads their input again and compares two of them', async () => {
    const { page, check, finish } = await opened.open(pageOf('reserve'));
    const fields = page.getByRole('region', { name: 'Input fields' });
    await fields.getByRole('textbox', { name: 'number' }).fill('4111');
    for (const ship of ['Bora', 'Caro']) {
      await fields.getByRole('textbox', { name: 'ship' }).fill(ship);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('region', { name: 'Result of the service' }).getByText(ship).first().waitFor();
    }
    await page.getByRole('tab', { name: 'History' }).click();
    const runs = page.getByRole('checkbox', { name: /Compare the run/ });
    await runs.nth(1).waitFor();
    await runs.nth(0).check();
    await runs.nth(1).check();
    await page.getByRole('list', { name: 'Differences of the runs' }).getByText('/input/ship').waitFor();
    await check();
    await page.getByRole('button', { name: 'Load input' }).nth(1).click();
    expect(await fields.getByRole('textbox', { name: 'ship' }).inputValue()).toBe('Bora');
    await finish();
  });

  it('copies the call as curl, JSON-RPC, code and command', async () => {
    const { page, finish } = await opened.open(pageOf('demolish'));
    await page.getByRole('textbox', { name: 'pier' }).fill("o'hara");
    const copies = page.getByRole('group', { name: 'Copy the call as' });
    const expected = {
      curl: 'curl -X POST',
      'JSON-RPC': '"tools/call"',
      SDK: 'createClient',
      command: 'dragoman call',
    };
    for (const [form, text] of Object.entries(expected)) {
      await copies.getByRole('button', { name: form, exact: true }).click();
      await expect.poll(() => copied(page)).toContain(text);
    }
    await finish();
  });

  it('has one column on a narrow screen, and can be used with the keyboard alone', async () => {
    const { page, finish } = await opened.open(pageOf('demolish'), { viewport: { width: 390, height: 844 } });
    await page.getByRole('textbox', { name: 'pier' }).focus();
    await page.keyboard.type('south');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(`DELETE ${host.origin}/piers/south`).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await finish();
  });
});
