/** The inbox in a real browser: first steps on an empty server, then what needs a decision and where it is decided. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { hostileTexts } from './sample-content.js';

describe.skipIf(browser === undefined)('the inbox', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
  });

  afterAll(() => opened.close());

  it('shows the first steps on an empty server, each with its place', async () => {
    const { page, finish } = await opened.open('/inbox');
    await page.getByRole('heading', { name: 'Add an OpenAPI document' }).click();
    await page.getByRole('heading', { level: 1, name: 'Add' }).waitFor();
    await page.goBack();
    await page.getByText('dragoman demo').waitFor();
    await finish();
  });

  it('lists a missing credential and held texts of a hostile service, and leads to the page where it is added', async () => {
    await opened.client.agents.register({
      id: 'locked',
      name: `Locked ${hostileTexts[0]}`.slice(0, 150),
      description: 'Needs a key.',
      capabilities: ['testing'],
      endpoint: 'https://locked.example/api',
      authentication: { type: 'api_key', instructions: hostileTexts[1] },
      operations: [{ name: 'run', description: 'Runs.', inputs: { type: 'object' }, outputs: {} }],
    });
    const { page, check, finish } = await opened.open('/inbox', { viewport: { width: 390, height: 844 } });
    await page.getByText('2 items need your decision.').waitFor();
    expect(await page.getByRole('heading', { name: 'Add an MCP server' }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await check();
    await page.getByRole('link', { name: 'Add credential' }).click();
    await page.waitForURL(/\/services\/locked\?tab=credentials/);
    await finish();
  });

  it('leads to the held texts, and is empty when they are released and nothing else needs a decision', async () => {
    await opened.client.credentials.add('locked', {
      kind: 'api_key',
      name: 'test',
      secret: { value: 'a-secret-value' },
    });
    const { page, finish } = await opened.open('/inbox');
    await page.getByRole('link', { name: 'Review' }).click();
    const release = page.getByRole('button', { name: 'Release' });
    await release.first().waitFor();
    for (let held = await release.count(); held > 0; held -= 1) {
      await release.first().click();
      await page.getByRole('button', { name: 'Hold again' }).nth(-1).waitFor();
      await expect.poll(() => release.count()).toBe(held - 1);
    }
    await page.goto(page.url().replace(/\/services.*/, '/inbox'));
    await page.getByText('Nothing needs a decision').waitFor();
    await finish();
  });
});
