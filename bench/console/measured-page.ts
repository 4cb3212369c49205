/** Opens pages of the console in a browser without a cache, and reads what `page-probe.mjs` has recorded in them. */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';

/** A task of the main thread that took more than 50 ms. */
interface LongTask {
  startTime: number;
  duration: number;
}

/** Recorded in a page; times in milliseconds since the start of the navigation. */
interface Probe {
  tasks: LongTask[];
  frames: number[];
}

/** CPU time of the main thread in milliseconds, and the parts of it that Chromium reports. */
export interface MainThread {
  all: number;
  /** Compiling and running scripts. */
  script: number;
  /** Styles and layout. */
  layout: number;
}

/** A page while it is measured. */
export interface MeasuredPage {
  page: Page;
  /** When the page was interactive. */
  interactiveAt: number;
  probe(): Promise<Probe>;
  /** CPU time of the main thread so far. */
  mainThread(): Promise<MainThread>;
  /** Bytes of the JavaScript and CSS that the page has loaded, compressed with gzip. */
  loadedBytes(): Promise<{ js: number; css: number }>;
  close(): Promise<void>;
}

const script = fileURLToPath(new URL('./page-probe.mjs', import.meta.url));
const built = fileURLToPath(new URL('../../packages/server/dist', import.meta.url));
const viewport = { width: 1440, height: 900 };
const timeout = 120_000;
const windowMs = 1000;

/** Opens a page in a context of its own, so with an empty cache, and waits until it is interactive. */
export async function openMeasuredPage(
  browser: Browser,
  url: string,
  awaited: readonly string[],
): Promise<MeasuredPage> {
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(timeout);
  const page = await context.newPage();
  // Chromium spends half a second of CPU time on a new window, which is not part of the page.
  await sleep(windowMs);
  const session = await context.newCDPSession(page);
  // Unlike wall-clock time, CPU time of the thread does not grow while other processes use the cores.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript({ content: `globalThis.awaitedElements = ${JSON.stringify(awaited)};` });
  await page.addInitScript({ path: script });
  await page.goto(url, { waitUntil: 'commit' });
  const interactiveAt: number = await page.evaluate('probe.interactive');
  return {
    page,
    interactiveAt,
    probe: () => page.evaluate('({ ...probe, interactive: undefined })'),
    mainThread: () => readMainThread(session),
    loadedBytes: () => readLoadedBytes(page),
    close: () => context.close(),
  };
}

async function readMainThread(session: CDPSession): Promise<MainThread> {
  const { metrics } = await session.send('Performance.getMetrics');
  const msOf = (wanted: string) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN);
  return {
    all: msOf('TaskDuration'),
    script: msOf('ScriptDuration'),
    layout: msOf('LayoutDuration') + msOf('RecalcStyleDuration'),
  };
}

async function readLoadedBytes(page: Page): Promise<{ js: number; css: number }> {
  const paths: string[] = await page.evaluate(
    "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
  );
  const sizeOf = (extension: string) =>
    paths
      .filter((path) => path.endsWith(extension))
      .reduce((sum, path) => sum + statSync(`${built}${path}.gz`).size, 0);
  return { js: sizeOf('.js'), css: sizeOf('.css') };
}
