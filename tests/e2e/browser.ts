/** Finds and starts the Chromium of this machine. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The first one has no window of its own and takes a third less time for the same tests. */
const programs = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Starts a headless browser. Without one, tests are skipped with a warning; in CI this throws instead. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = process.env.CHROMIUM_PATH ?? programs.find((path) => existsSync(path));
  if (executablePath === undefined) {
    if (process.env.CI) throw new Error('Chromium is not installed, and CI must not skip the browser tests');
    console.warn('Chromium is not installed (set CHROMIUM_PATH): the browser tests are SKIPPED');
    return undefined;
  }
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}
