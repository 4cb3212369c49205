/** Activity while a service is called a thousand times a second: does the page keep up, and is every call counted? */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Table } from '../measure.js';
import { openMeasuredPage } from './measured-page.js';
import { echoService, type Scene } from './scene.js';

/** Calls per second. */
const rate = 1000;
const tickMs = 10;

interface Sent {
  /** Calls answered with 200. */
  done: number;
  failed: number;
  perSecond: number;
}

/** Sends calls at a fixed rate without waiting for responses, and then waits for all of them. */
async function sendCalls(url: string, seconds: number): Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const { hostname, port } = new URL(url);
  const body = '{"text":"ahoy"}';
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  const options = { hostname, port, agent, method: 'POST', path: `/agents/${echoService}/invoke`, headers };
  const call = () =>
    new Promise<number>((resolve) => {
      const sent = request(options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', () => resolve(0));
      sent.end(body);
    });
  const calls: Promise<number>[] = [];
  const begin = performance.now();
  while (calls.length < rate * seconds) {
    const due = Math.min(rate * seconds, ((performance.now() - begin) * rate) / 1000);
    while (calls.length < due) calls.push(call());
    await sleep(tickMs);
  }
  const statuses = await Promise.all(calls);
  const took = (performance.now() - begin) / 1000;
  agent.destroy();
  const done = statuses.filter((status) => status === 200).length;
  return { done, failed: statuses.length - done, perSecond: statuses.length / took };
}

/** Records of the calls in the audit log. */
async function countRecords({ client }: Scene): Promise<number> {
  let count = 0;
  let before: number | undefined;
  do {
    const conditions = {
      service: echoService,
      action: 'call',
      limit: 100,
      ...(before === undefined ? {} : { before }),
    };
    const { records, nextBefore } = await client.audit.search(conditions);
    count += records.length;
    before = nextBefore;
  } while (before !== undefined);
  return count;
}

/** Calls that the page has counted since it was opened, and those of them that it does not draw. */
async function readCounts(page: Page): Promise<{ counted: number; undrawn: number }> {
  const text = (await page.getByRole('status').filter({ hasText: 'calls' }).first().textContent()) ?? '';
  const number = (pattern: RegExp) => Number((pattern.exec(text)?.[1] ?? '0').replaceAll(',', ''));
  return { counted: number(/([\d,]+) calls? since/), undrawn: number(/([\d,]+) calls? not drawn/) };
}

/** Milliseconds after which the page must have all events. */
const settleMs = 3000;

/** Measures the page while the calls are made. */
export async function measureLiveCalls(
  scene: Scene,
  seconds: number,
): Promise<{ table: Table; figures: Record<string, number> }> {
  const { browser, url } = scene;
  const recordsBefore = await countRecords(scene);
  const awaited = ['main h1', '[role="row"][aria-rowindex="2"]'];
  const { page, probe, mainThread, close } = await openMeasuredPage(browser, `${url}/console/activity`, awaited);
  try {
    await page.getByText('Live', { exact: true }).waitFor();
    const [from, cpu] = [Number(await page.evaluate('performance.now()')), (await mainThread()).all];
    const { done, failed, perSecond } = await sendCalls(url, seconds);
    await sleep(settleMs);
    const cpuShare = ((await mainThread()).all - cpu) / (seconds * 1000);
    const recorded = await probe();
    const tasks = recorded.tasks.filter(({ startTime }) => startTime > from).map(({ duration }) => duration);
    const frames = recorded.frames.filter((time) => time > from);
    const framesPerSecond = frames.length / (((frames.at(-1) ?? from) - from) / 1000);
    const { counted, undrawn } = await readCounts(page);
    const drawn = await page.getByRole('row').count();
    const records = (await countRecords(scene)) - recordsBefore;
    const figures = {
      'console.live.calls_per_second': perSecond,
      'console.live.calls_done': done,
      'console.live.calls_failed': failed,
      'console.live.audit_records': records,
      'console.live.counted_by_page': counted,
      'console.live.not_drawn': undrawn,
      'console.live.rows_in_document': drawn,
      'console.live.tasks_over_100_ms': tasks.filter((ms) => ms > 100).length,
      'console.live.longest_task_ms': Math.max(0, ...tasks),
      'console.live.frames_per_second': framesPerSecond,
      'console.live.main_thread_share': cpuShare,
    };
    const rows = Object.entries(figures).map(([name, value]) => [nameOf(name), value]);
    const title = `Activity at ${rate.toLocaleString('en')} calls a second for ${seconds} seconds`;
    return { table: { title, columns: ['value', ''], rows }, figures };
  } finally {
    await close();
  }
}

const nameOf = (key: string) => key.replace('console.live.', '').replaceAll('_', ' ');
