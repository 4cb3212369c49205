/** The console's workbench in a real browser: from a keystroke to the new findings, by the size of the document. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openConsole } from '../../tests/e2e/console/open-console.js';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';
import { median, percentile } from '../measure.js';

const documents = [
  'vendor/twilio__spec_json_twilio_video_v1.json.gz',
  'vendor/Adyen__json_CheckoutService-v71.json.gz',
  'vendor/Adyen__yaml_CheckoutService-v71.yaml.gz',
  'big/slackapi__web-api_slack_web_openapi_v2.json.gz',
  'big/twilio__spec_json_twilio_api_v2010.json.gz',
  'big/openai__openapi.yaml.gz',
  'big/npm-octokit-openapi__api.github.com.json.gz',
];

/** Milliseconds after which a check counts as failed. */
const checkTimeoutMs = 120_000;

/** Measures in the page, from the key event to the status "Checked", without the time of the automation. */
const install = `(() => {
  let pressed;
  let report = () => {};
  window.nextRecheck = () => new Promise((resolve) => { report = resolve; });
  addEventListener('keydown', () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    const status = [...document.querySelectorAll('[role=status]')].some((each) => each.textContent === 'Checked');
    if (!status || pressed === undefined) return;
    report(performance.now() - pressed);
    pressed = undefined;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})()`;

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const corpus = corpusFolder();
  if (corpus === undefined) throw new Error(corpusHelp);
  const opened = await openConsole();
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  try {
    for (const name of quick ? documents.slice(0, 3) : documents) {
      progress(name);
      const bytes = gunzipSync(readFileSync(join(corpus, 'openapi', name)));
      const { page } = await opened.open('/workbench');
      const { first, times } = await measure(page, basename(name, '.gz'), bytes, quick ? 5 : 15);
      await page.context().close();
      const megabytes = Math.round(bytes.byteLength / 10_000) / 100;
      rows.push([
        basename(name, '.gz'),
        megabytes,
        Math.round(first),
        Math.round(median(times)),
        Math.round(percentile(times, 0.95)),
      ]);
      figures[`workbench.${basename(name, '.gz')}.recheck.median.ms`] = Math.round(median(times));
    }
  } finally {
    await opened.close();
  }
  const columns = [
    'document',
    'MB',
    'opened and checked, ms',
    're-check after a key, median ms',
    '95th percentile, ms',
  ];
  return {
    tables: [{ title: 'Workbench: findings after a keystroke', columns, rows }],
    notes: [
      'From the key event to the new findings, score and conditions in the page, with the pause of 40 ms (400 ms above 4 MB) before a check. One key at a time in a text at the beginning of the document.',
    ],
    figures,
  };
}

async function measure(
  page: Page,
  name: string,
  bytes: Buffer,
  keys: number,
): Promise<{ first: number; times: number[] }> {
  page.setDefaultTimeout(checkTimeoutMs);
  const checked = () =>
    page
      .getByRole('status')
      .filter({ hasText: /^Checked$/ })
      .waitFor();
  const began = performance.now();
  await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/plain', buffer: bytes });
  await checked();
  const first = performance.now() - began;
  await page.getByRole('textbox', { name: /^Text of/ }).click({ position: { x: 60, y: 12 } });
  await page.keyboard.press('Control+f');
  await page.keyboard.type('title');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.evaluate(install);
  const times: number[] = [];
  while (times.length < keys) {
    const time = page.evaluate('window.nextRecheck()') as Promise<number>;
    await page.keyboard.press('x');
    times.push(await time);
  }
  return { first, times };
}

/** The benchmark. */
export const workbench: Bench = {
  name: 'workbench',
  summary: 'the workbench for descriptions: from a keystroke to the new findings, by document size',
  run,
};
