/**
 * The soak test: mixed load with random faults; afterwards no socket, memory or slot is leaked, and every call has an
 * audit record. Ten seconds by default; DRAGOMAN_SOAK sets another duration.
 */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Store } from '@dragoman/core/engine';
import { verifyAudit } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { openSqliteStore } from '@dragoman/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import { startFaultyUpstream } from './faulty-upstream.js';
import type { ServerMessage } from './measured-server.js';
import type { SoakUpstreams } from './soak-load.js';
import { runLoad, soakCalls } from './soak-load.js';

const program = fileURLToPath(new URL('./measured-server.ts', import.meta.url));
const seconds = Number(process.env.DRAGOMAN_SOAK ?? 10);
const atOnce = 24;
const breakerWindowMs = 2000;
const breakerCalls = 20;

let folder: string;
let upstreams: SoakUpstreams;
let child: ChildProcess;
let url: string;

/** The next message of the server on a topic. */
function nextMessage<A extends ServerMessage['about']>(about: A): Promise<Extract<ServerMessage, { about: A }>> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the server ended with code ${code}`));
    const onMessage = (message: ServerMessage) => {
      if (message.about !== about) return;
      child.off('message', onMessage).off('exit', onExit);
      resolve(message as Extract<ServerMessage, { about: A }>);
    };
    child.on('message', onMessage).on('exit', onExit);
  });
}

async function measure() {
  const measured = nextMessage('measured');
  child.send('measure');
  return measured;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-soak-'));
  const [good, flaky, down] = await Promise.all([startFaultyUpstream(), startFaultyUpstream(), startFaultyUpstream()]);
  upstreams = { good, flaky, down };
  const flags = {
    port: 0,
    store: join(folder, 'soak.db'),
    'crawl.enabled': false,
    'outbound.allow': ['127.0.0.1'],
    'outbound.allowHttp': true,
    'gateway.localCallsPerMinute': 10_000_000,
    'gateway.answerBytes': 1_048_576,
    'upstream.breaker.windowMs': breakerWindowMs,
    'upstream.breaker.minCalls': breakerCalls,
    'upstream.breaker.coolDownMs': 500,
    'metrics.public': true,
  };
  child = fork(program, [JSON.stringify(flags)], { execArgv: ['--expose-gc', '--import', 'tsx'], stdio: 'inherit' });
  ({ url } = await nextMessage('ready'));
  for (const { agent, upstream, fault, idempotent } of soakCalls) {
    const endpoint = `http://127.0.0.1:${upstreams[upstream].port}/${fault}`;
    const response = await fetch(`${url}/agents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(agentDocument(agent, { endpoint, idempotent })),
    });
    expect([response.status, await response.text()]).toEqual([201, expect.anything()]);
  }
});

afterAll(async () => {
  child.kill('SIGKILL');
  await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()));
  await rm(folder, { recursive: true, force: true });
});

/** The value of one line of the metrics page. */
async function metric(line: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const found = page.split('\n').find((text) => text.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? Number.NaN);
}

async function countCalls(store: Store): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const records = await store.audit.list({ action: 'call', after, limit: 1000 });
    const last = records.at(-1);
    if (last === undefined) return count;
    count += records.length;
    after = last.seq;
  }
}

it(`leaves nothing behind after ${seconds} s of mixed load`, { timeout: (seconds + 110) * 1000 }, async () => {
  const idle = await measure();
  const warmUp = await runLoad(url, Math.min(5000, seconds * 300), atOnce, 1);
  await sleep(500);
  const before = await measure();
  const load = await runLoad(url, seconds * 1000, atOnce, 2);

  // Every call got its expected response, whatever happened to the others.
  expect([...warmUp.surprises, ...load.surprises]).toEqual([]);

  // Working upstreams are called; the breaker blocks those that are down.
  expect(await metric('dragoman_upstream_breakers{state="closed"}')).toBe(2);
  expect(
    (await metric('dragoman_upstream_breakers{state="open"}')) +
      (await metric('dragoman_upstream_breakers{state="half-open"}')),
  ).toBe(1);
  // On a busy machine, too few calls are made in each window for it to notice; the warm-up adds a third.
  const unnoticed = ((seconds * 1300) / breakerWindowMs) * breakerCalls;
  expect(upstreams.down.seen.length).toBeLessThan(Math.max(unnoticed, (warmUp.calls + load.calls) / 20));

  // Slots are released at once, sockets after an idle time.
  expect([await metric('dragoman_upstream_active'), await metric('dragoman_upstream_queued')]).toEqual([0, 0]);
  const openSockets = () => Object.values(upstreams).reduce((sum, upstream) => sum + upstream.open(), 0);
  for (let waited = 0; openSockets() > 0 && waited < 40_000; waited += 250) await sleep(250);
  expect(openSockets()).toBe(0);

  // A leak of two kilobytes per call would be visible on top of the warm-up growth.
  const after = await measure();
  expect(after.heapBytes - before.heapBytes).toBeLessThan(3_000_000 + load.calls * 500);
  expect(after.sockets).toBeLessThanOrEqual(idle.sockets);

  const stopped = nextMessage('stopped');
  child.send('stop');
  await stopped;
  const store = await openSqliteStore({ path: join(folder, 'soak.db'), clock: systemClock });
  // A caller that left may have done so before its request was read.
  const calls = warmUp.calls + load.calls;
  const unread = warmUp.left + load.left - upstreams.good.tries('/drip-body');
  const recorded = await countCalls(store);
  expect(recorded).toBeLessThanOrEqual(calls);
  expect(recorded).toBeGreaterThanOrEqual(calls - Math.max(0, unread));
  expect(await verifyAudit(store.audit)).toMatchObject({ ok: true, breaks: [] });
  await store.close();
});
