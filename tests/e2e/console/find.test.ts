/** Find in a real browser: candidates with their reasons, limits, steps, policy, and texts of hostile providers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEverydayServices } from './everyday-services.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addHostileServices } from './sample-content.js';

describe.skipIf(browser === undefined)('Find', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole({ DRAGOMAN_SEARCH_EMBEDDER: 'precise' });
  }, 60_000);

  afterAll(() => opened.close());

  it('says what to do while the catalogue is empty', async () => {
    const { page, finish } = await opened.open('/find');
    await page.getByText('The catalogue has no operations').waitFor();
    await finish();
  });

  it('is operated with the keyboard: request, reasons, and the command that asks the same', async () => {
    await addEverydayServices(opened.client);
    const { page, check, finish } = await opened.open('/find');
    await page.getByText('Write what an agent would be asked to do').waitFor();
    await check();
    await page.keyboard.press('/');
    await page.keyboard.type('refund the 40 dollar charge ch_123');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Found' }).waitFor();
    const first = page.getByRole('listitem').filter({ hasText: 'refund_charge' }).first();
    await first.getByText('charge_id = ch_123').waitFor();
    await first.getByText('Meaning').waitFor();
    expect(await page.getByRole('img', { name: /^Score: .*found from .*candidate 1/ }).count()).toBe(1);
    expect(await page.getByRole('img', { name: /^Meaning: .*nothing from 0\.00/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Copy as command' }).press('Enter');
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^dragoman resolve 'refund the 40 dollar charge ch_123' --why --server http/,
    );
    await finish();
  }, 60_000);

  it('excludes services by policy, says so, and keeps the policy in the address', async () => {
    const { page, finish } = await opened.open('/find?q=freeze%20the%20debit%20card');
    await page.getByRole('button', { name: 'Exclude Oakvault from this request' }).first().click();
    await page.waitForURL(/deny=/);
    await page.reload();
    await page.getByText('Excluded by you').waitFor();
    await page.getByLabel('Maximum impact').selectOption('informational');
    await page.getByText('Impact too high').waitFor();
    await page.getByRole('button', { name: 'Allow oakvault again' }).click();
    await page.getByText('Excluded by you').waitFor({ state: 'detached' });
    await finish();
  });

  it('shows the steps of a request for several operations', async () => {
    const { page, finish } = await opened.open(
      '/find?q=find%20a%20flight%20to%20Porto%20on%2020%20November%2C%20then%20book%20it',
    );
    await page.getByRole('heading', { name: /^Step 1: find a flight/ }).waitFor();
    await page.getByRole('heading', { name: /^Step 2: book it/ }).waitFor();
    await finish();
  });

  it('names the nearest operations when nothing matches, on a narrow screen', async () => {
    const { page, finish } = await opened.open('/find?q=paint%20my%20house', { viewport: { width: 390, height: 844 } });
    await page.getByRole('heading', { name: 'Nothing' }).waitFor();
    await page.getByText('Nearest operations, not offered to agents').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await finish();
  });

  it('saves which operation is right, and evaluates the saved cases', async () => {
    const { page, check, finish } = await opened.open('/find?q=freeze%20the%20debit%20card');
    await page.getByRole('button', { name: 'The right one is freeze_card' }).press('Enter');
    await page.getByRole('button', { name: 'freeze_card is saved as the right one' }).waitFor();
    await page.getByRole('searchbox', { name: 'Request' }).fill('give the customer the money back');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=give/);
    await page.getByRole('button', { name: 'The right one is …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Which operation is right?' });
    await dialog.getByRole('searchbox').fill('freeze');
    await dialog.getByRole('button', { name: /^unfreeze_card/ }).waitFor();
    await check();
    await dialog.getByRole('button', { name: /^unfreeze_card/ }).click();
    await page.getByText('Saved: unfreeze_card should come first for this request.').waitFor();
    await page.getByRole('link', { name: 'Evaluation 2' }).click();
    await page.getByRole('button', { name: 'Run all cases' }).click();
    await page.getByText('50 %').first().waitFor();
    await page.getByText('oakvault/unfreeze_card').waitFor();
    await check();
    await page.getByRole('button', { name: 'Remove the case give the customer the money back' }).click();
    await page.getByText('1 case', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Run all cases' }).click();
    await page.getByText('100 %').first().waitFor();
    await opened.client.saved.create({
      kind: 'case',
      request: 'freeze the debit card',
      agent: 'oakvault',
      operation: 'freeze_card',
      arguments: { card: 'c_77' },
    });
    await page.reload();
    await page.getByText('2 cases', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Run all cases' }).click();
    await page.getByText('not read: card').waitFor();
    await page.getByText('0 of 1').waitFor();
    await finish();
  }, 60_000);

  it('shows hostile texts as text', async () => {
    await addHostileServices(opened.client);
    const { page, finish } = await opened.open('/find?q=%3Cscript%3E%20document%20title%20taken%20weather%20W');
    await page.getByRole('heading', { name: /Found|Ask|Nothing/ }).waitFor();
    expect(await page.title()).not.toBe('taken');
    expect(await page.evaluate('document.querySelector("main").scrollWidth <= innerWidth')).toBe(true);
    await finish();
  });
});
