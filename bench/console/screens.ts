/** Loads every screen with an empty cache: size, time until it is interactive, longest task. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '../measure.js';
import { median } from '../measure.js';
import { openMeasuredPage } from './measured-page.js';
import { largeService, type Scene } from './scene.js';

interface MeasuredScreen {
  name: string;
  path: string;
  /** Selectors of the heading and of the first data; the screen is shown when all of them are visible. */
  awaited: readonly string[];
}

const heading = 'main h1';
const row = (table: string) => `[role="table"][aria-label="${table}"] [role="row"][aria-rowindex="2"]`;

/** A text of the same server that the browser shows without any script: the floor. */
const floor: MeasuredScreen = { name: 'floor: /llms.txt', path: '/llms.txt', awaited: ['pre'] };

const screens: readonly MeasuredScreen[] = [
  { name: 'inbox', path: '/console/inbox', awaited: [heading, 'main li'] },
  { name: 'catalogue', path: '/console/catalogue', awaited: [heading, row('Services')] },
  { name: 'add', path: '/console/add', awaited: [heading, 'main textarea'] },
  {
    name: 'find',
    path: '/console/find?q=reserve%20a%20berth%20for%20the%20ship%20Aurora',
    awaited: [heading, 'main ol li, main [role="list"] li'],
  },
  { name: 'activity', path: '/console/activity', awaited: [heading, '[role="row"][aria-rowindex="2"]'] },
  { name: 'sources', path: '/console/sources', awaited: [heading, '[role="row"][aria-rowindex="2"]'] },
  { name: 'connect', path: '/console/connect', awaited: [heading, 'main figure'] },
  { name: 'admin', path: '/console/admin', awaited: [heading, 'main [role="tabpanel"]'] },
  { name: 'service', path: `/console/services/${largeService}`, awaited: [heading, 'main [role="option"]'] },
  { name: 'try', path: '/console/services/harbor/operations/reserve/try', awaited: [heading, 'main input'] },
];

interface Loaded {
  js: number;
  css: number;
  interactive: number;
  longest: number;
  mainThread: number;
  script: number;
  layout: number;
}

/** Milliseconds after which the longest task is read, so that tasks after the first data count as well. */
const settleMs = 1000;

async function load({ browser, url }: Scene, { path, awaited }: MeasuredScreen): Promise<Loaded> {
  const measured = await openMeasuredPage(browser, `${url}${path}`, awaited);
  try {
    const { all: mainThread, script, layout } = await measured.mainThread();
    const bytes = await measured.loadedBytes();
    await sleep(settleMs);
    const { tasks } = await measured.probe();
    return {
      ...bytes,
      interactive: measured.interactiveAt,
      longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
      mainThread,
      script,
      layout,
    };
  } finally {
    await measured.close();
  }
}

const columns = [
  'screen',
  'JS kB',
  'CSS kB',
  'interactive ms',
  'worst ms',
  '÷ floor',
  'longest task ms',
  'main thread CPU ms',
  'of it script ms',
  'of it layout ms',
];

/** Measures all screens in turn, after one load that does not count. */
export async function measureScreens(
  scene: Scene,
  rounds: number,
  operations: number,
): Promise<{ table: Table; figures: Record<string, number> }> {
  const all = [floor, ...screens];
  const loads = new Map<string, Loaded[]>(all.map(({ name }) => [name, []]));
  for (const screen of screens.slice(0, 1)) await load(scene, screen);
  for (let round = 0; round < rounds; round += 1) {
    for (const screen of all) loads.get(screen.name)?.push(await load(scene, screen));
  }
  const of = (name: string, value: keyof Loaded) => (loads.get(name) ?? []).map((each) => each[value]);
  const floorMs = median(of(floor.name, 'interactive'));
  const figures: Record<string, number> = {};
  const rows = all.map(({ name }) => {
    const interactive = median(of(name, 'interactive'));
    const worst = Math.max(...of(name, 'interactive'));
    const longest = Math.max(...of(name, 'longest'));
    const [js, css] = [median(of(name, 'js')) / 1000, median(of(name, 'css')) / 1000];
    const cpu = median(of(name, 'mainThread'));
    const key = `console.${name.replace(/:.*/, '')}`;
    Object.assign(figures, {
      [`${key}.js_kb`]: js,
      [`${key}.css_kb`]: css,
      [`${key}.interactive_ms`]: interactive,
      [`${key}.longest_task_ms`]: longest,
      [`${key}.main_thread_cpu_ms`]: cpu,
    });
    const [script, layout] = [median(of(name, 'script')), median(of(name, 'layout'))];
    return [name, js, css, interactive, worst, interactive / floorMs, longest, cpu, script, layout];
  });
  const title = `First load of each screen, ${operations.toLocaleString('en')} operations in the catalogue, empty browser cache`;
  return { table: { title, columns, rows }, figures };
}
