/** Moves through a large catalogue with the wheel and the keyboard, and searches and sorts it: long tasks and frames. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Table } from '../measure.js';
import { type MeasuredPage, openMeasuredPage } from './measured-page.js';
import type { Scene } from './scene.js';

interface Motion {
  name: string;
  /** Moves in the table with this selector. */
  move(page: Page, table: string): Promise<void>;
}

interface View {
  name: 'operations' | 'services';
  path: string;
  label: string;
  motions: readonly Motion[];
}

const repeat = async (times: number, work: () => Promise<void>) => {
  for (let at = 0; at < times; at += 1) await work();
};

const wheel = (pixels: number, times: number): Motion => ({
  name: `wheel, ${pixels.toLocaleString('en')} px each`,
  async move(page, table) {
    await page.locator(table).hover();
    await repeat(times, () => page.mouse.wheel(0, pixels));
  },
});

const press = (name: string, keys: readonly string[], times: number): Motion => ({
  name,
  move: (page, table) =>
    repeat(times, async () => {
      for (const key of keys) await page.locator(table).press(key);
    }),
});

const scrolls = [
  wheel(600, 200),
  wheel(20_000, 150),
  press('arrow down', ['ArrowDown'], 200),
  press('page down', ['PageDown'], 60),
  press('end and home', ['End', 'Home'], 10),
];

const search: Motion = {
  name: 'type a search',
  async move(page) {
    await page.locator('main').getByRole('searchbox').pressSequentially('list orders', { delay: 60 });
    await page.getByText(/^(?:Best [\d,]+ operations|[\d,]+ of [\d,]+)$/).waitFor();
  },
};

const sort: Motion = {
  name: 'sort by operations',
  async move(page) {
    const header = page.getByRole('columnheader', { name: 'Operations' });
    await header.getByRole('button').click();
    await page.locator('[aria-sort]').filter({ hasText: 'Operations' }).waitFor();
  },
};

/** Waits until the table has all rows. */
const load = (rows: number): Motion => ({
  name: 'load all rows',
  async move(page, table) {
    while (Number(await page.locator(table).getAttribute('aria-rowcount')) < rows) await sleep(250);
  },
});

const views: readonly View[] = [
  {
    name: 'operations',
    path: '/console/catalogue?view=operations',
    label: 'Operations',
    motions: [...scrolls, search],
  },
  { name: 'services', path: '/console/catalogue', label: 'Services', motions: [...scrolls, sort, search] },
];

/** Time after a motion in which its frames and tasks are still recorded. */
const settleMs = 500;

interface Moved {
  frames: number;
  perSecond: number;
  longestFrame: number;
  /** Tasks over 50 ms and over 100 ms. */
  long: number;
  tooLong: number;
  longestTask: number;
  /** CPU time of the main thread per second. */
  busy: number;
}

async function measureMotion(opened: MeasuredPage, { move }: Motion, table: string): Promise<Moved> {
  const { page, probe, mainThread } = opened;
  const [from, cpu]: [number, number] = [await page.evaluate('performance.now()'), (await mainThread()).all];
  await move(page, table);
  await sleep(settleMs);
  const recorded = await probe();
  const busy = (await mainThread()).all - cpu;
  const frames = recorded.frames.filter((time) => time >= from);
  const gaps = frames.slice(1).map((time, at) => time - (frames[at] ?? time));
  const tasks = recorded.tasks.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration);
  const seconds = ((frames.at(-1) ?? from) - from) / 1000;
  return {
    frames: frames.length,
    perSecond: frames.length / seconds,
    longestFrame: Math.max(0, ...gaps),
    long: tasks.length,
    tooLong: tasks.filter((ms) => ms > 100).length,
    longestTask: Math.max(0, ...tasks),
    busy: busy / seconds,
  };
}

const columns = [
  'motion',
  'frames',
  'frames/s',
  'longest frame ms',
  'tasks > 50 ms',
  'tasks > 100 ms',
  'longest task ms',
  'main thread CPU ms/s',
];

async function measureView(
  { browser, url, services }: Scene,
  { name, path, label, motions }: View,
): Promise<{ rows: (string | number)[][]; figures: Record<string, number> }> {
  const table = `[role="table"][aria-label="${label}"]`;
  const opened = await openMeasuredPage(browser, `${url}${path}`, ['main h1', `${table} [aria-rowindex="2"]`]);
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  try {
    for (const motion of [load(services), ...motions]) {
      const moved = await measureMotion(opened, motion, table);
      rows.push([`${name}: ${motion.name}`, ...Object.values(moved)]);
      const key = `console.scroll.${name}.${motion.name.replace(/\W+/g, '_')}`;
      figures[`${key}.frames_per_second`] = moved.perSecond;
      figures[`${key}.longest_task_ms`] = moved.longestTask;
      figures[`${key}.tasks_over_100_ms`] = moved.tooLong;
    }
    return { rows, figures };
  } finally {
    await opened.close();
  }
}

/** Measures every motion in both tables of the catalogue. */
export async function measureScrolling(
  scene: Scene,
  operations: number,
): Promise<{ table: Table; figures: Record<string, number> }> {
  const measured: Awaited<ReturnType<typeof measureView>>[] = [];
  for (const view of views) measured.push(await measureView(scene, view));
  const title = `The catalogue with ${operations.toLocaleString('en')} operations, almost as many services`;
  const rows = measured.flatMap((each) => each.rows);
  return { table: { title, columns, rows }, figures: Object.assign({}, ...measured.map((each) => each.figures)) };
}
