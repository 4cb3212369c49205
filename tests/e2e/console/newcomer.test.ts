/** The way of a newcomer in a real browser: import, find, preview, confirm, trace, connect. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Echo, newcomerSteps, petstorePlan, startEcho } from './newcomer-way.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';

describe.skipIf(browser === undefined)('the way of a newcomer', () => {
  let echo: Echo;
  let opened: OpenedConsole;

  beforeAll(async () => {
    echo = await startEcho();
    opened = await openConsole(echo.env);
  }, 60_000);

  afterAll(async () => {
    await opened.close();
    await echo.host.close();
  });

  it('leads from an empty server to a confirmed call, its trace and a connected MCP client', async () => {
    const { page, check, finish } = await opened.open('');
    for (const { run } of newcomerSteps(petstorePlan, echo.host.origin)) {
      await run(page);
      await check();
    }
    await finish();
  }, 180_000);
});
