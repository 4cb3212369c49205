/** A real server with a real browser on its console, for the tests of screens and for the screenshots. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@dragoman/sdk';
import { createClient } from '@dragoman/sdk';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../browser.js';
import type { ServerProcess } from '../server-process.js';
import { startServerProcess } from '../server-process.js';
import { colorRules, findAxeViolations } from './axe.js';

/** The browser of the open consoles; undefined when the machine has none. It ends with the last console. */
export let browser: Browser | undefined = await openBrowser();

let openConsoles = 0;

/** A server with its console. */
export interface OpenedConsole {
  server: ServerProcess;
  /** Calls the server as a program; without a credential. */
  client: Client;
  /** Opens a page of the console, `/catalogue`, in a context of its own. */
  open(path: string, options?: OpenOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}

/** How a page is opened. */
export interface OpenOptions extends BrowserContextOptions {
  /** Console errors that the test provokes, such as the browser's report of a 401. */
  expectedErrors?: RegExp;
  /** Key with which the browser is logged in already. */
  key?: string;
}

/** A page whose errors, policy violations and requests are recorded. */
export interface WatchedPage {
  page: Page;
  /**
   * Checks the page as it is: throws on console errors, violations of the content security policy, requests to other
   * origins, findings of axe-core, and findings about colors in the dark theme.
   */
  check(): Promise<void>;
  /** Checks the page and closes it. */
  finish(): Promise<void>;
}

/** Starts a server with these settings; the store is a file that is deleted at the end. */
export async function openConsole(env: Record<string, string> = {}): Promise<OpenedConsole> {
  openConsoles += 1;
  if (browser?.isConnected() === false) browser = await openBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-console-'));
  const server = await startServerProcess({
    cwd: folder,
    env: { DRAGOMAN_STORE_PATH: join(folder, 'store.db'), ...env },
  });
  return {
    server,
    // Large documents take longer while other tests run.
    client: createClient({ baseUrl: server.url, allowInsecure: true, timeoutMs: 120_000 }),
    open: (path, options) => openPage(server.url, path, options),
    async close() {
      await server.stop();
      openConsoles -= 1;
      if (openConsoles === 0) await browser?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openPage(url: string, path: string, options: OpenOptions = {}): Promise<WatchedPage> {
  if (browser === undefined) throw new Error('there is no browser');
  const { expectedErrors, key, ...context } = options;
  const opened = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...context,
  });
  await opened.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  if (key !== undefined) await opened.request.post(`${url}/session`, { data: { key } });
  const page = await opened.newPage();
  const problems = await watchPage(page, url, expectedErrors);
  await page.goto(`${url}/console${path}`);
  await page.waitForSelector('h1');
  const check = async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    problems.push(...(await findAxeViolations(page)));
    await page.emulateMedia({ colorScheme: 'dark' });
    problems.push(...(await findAxeViolations(page, colorRules)).map((found) => `dark theme: ${found}`));
    if (problems.length > 0) throw new Error(`${page.url()}:\n${problems.join('\n')}`);
  };
  return {
    page,
    check,
    async finish() {
      await check();
      await opened.close();
    },
  };
}

/** Collects what must not happen on any page. */
async function watchPage(page: Page, url: string, expected: RegExp | undefined): Promise<string[]> {
  const problems: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => problems.push(`content security policy: ${text}`));
  await page.addInitScript({
    content:
      "addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective + ' ' + event.blockedURI))",
  });
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && expected?.test(text) !== true) problems.push(`console error: ${text}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught error: ${error.message}`));
  page.on('request', (request) => {
    const target = request.url();
    if (!target.startsWith(url) && !/^(?:data|blob):/.test(target))
      problems.push(`request to another origin: ${target}`);
  });
  return problems;
}
