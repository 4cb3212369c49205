/**
 * The delay of the server's event loop, and of ordinary calls, while twenty hostile imports run: with the threads for
 * documents, without them, and without hostile imports.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hostileJson, hostileOpenApi, hostileYaml } from '../../packages/server/src/hostile-documents.support.js';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { percentile } from '../measure.js';

const script = fileURLToPath(new URL('../hostile/server.mjs', import.meta.url));

/** Imports at the same time, and ordinary calls per second. */
const importsAtOnce = 20;
const callsPerSecond = 50;

interface Delays {
  p50: number;
  p99: number;
  max: number;
}

interface Sample {
  loop: Delays;
  calls: number[];
  imports: number;
}

interface Plan {
  key: string;
  name: string;
  threads: number;
  hostile: boolean;
}

const plans: readonly Plan[] = [
  { key: 'quiet', name: 'no hostile imports', threads: 2, hostile: false },
  { key: 'threads', name: '20 hostile imports, two threads (default)', threads: 2, hostile: true },
  { key: 'main', name: '20 hostile imports, no threads', threads: 0, hostile: true },
];

/** The hostile documents with their media types. */
function bodies(bytes: number): { type: string; body: string }[] {
  const json = Object.values({ ...hostileJson(bytes), ...hostileOpenApi(bytes) });
  return [
    ...Object.values(hostileYaml(bytes)).map((body) => ({ type: 'application/yaml', body })),
    ...json.map((document) => ({ type: 'application/json', body: `{"items":[{"document":${document}}]}` })),
  ];
}

async function startUpstream() {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end('{"wind":4}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}

async function measureOne({ threads, hostile }: Plan, upstreamPort: number, seconds: number): Promise<Sample> {
  const child = fork(script, [String(threads), String(upstreamPort)], { execArgv: [] });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    await register(url, upstreamPort);
    const ask = async () => {
      child.send('report');
      return ((await once(child, 'message')) as [Delays])[0];
    };
    await runCalls(url, 2);
    await ask();
    const stopping = new AbortController();
    const importing = hostile ? runImports(url, stopping.signal) : Promise.resolve(0);
    const calls = await runCalls(url, seconds);
    const loop = await ask();
    stopping.abort();
    return { loop, calls, imports: await importing };
  } finally {
    child.kill('SIGKILL');
  }
}

async function register(url: string, upstreamPort: number): Promise<void> {
  const document = {
    id: 'pier-weather',
    name: 'Pier weather',
    description: 'Forecasts wind at a pier.',
    version: '1.0.0',
    publisher: 'Harbour office',
    capabilities: ['weather'],
    endpoint: `http://127.0.0.1:${upstreamPort}/invoke`,
    inputs: { type: 'object', properties: { pier: { type: 'string' } } },
    outputs: { type: 'object', properties: { wind: { type: 'number' } } },
  };
  const { status } = await post(`${url}/agents`, 'application/json', JSON.stringify(document));
  if (status !== 201) throw new Error(`the registration was answered with ${status}`);
}

function post(url: string, type: string, body: string, signal?: AbortSignal): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': type }, body, ...(signal && { signal }) });
}

/** Calls at a fixed rate; returns the milliseconds of each. */
async function runCalls(url: string, seconds: number): Promise<number[]> {
  const latencies: number[] = [];
  const running: Promise<void>[] = [];
  const body = JSON.stringify({ input: { pier: 'north' } });
  for (let at = 0; at < seconds * callsPerSecond; at += 1) {
    running.push(
      (async () => {
        const start = performance.now();
        const response = await post(`${url}/agents/pier-weather/invoke`, 'application/json', body);
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`a call was answered with ${response.status}`);
        latencies.push(performance.now() - start);
      })(),
    );
    await sleep(1000 / callsPerSecond);
  }
  await Promise.all(running);
  return latencies;
}

/** Keeps twenty imports running; returns how many were answered. */
async function runImports(url: string, signal: AbortSignal): Promise<number> {
  const documents = [65_536, 1_000_000].flatMap(bodies);
  let next = 0;
  let answered = 0;
  const one = async () => {
    while (!signal.aborted) {
      const { type, body } = documents[next++ % documents.length] ?? { type: '', body: '' };
      try {
        await (await post(`${url}/imports`, type, body, signal)).arrayBuffer();
        answered += 1;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: importsAtOnce }, one));
  return answered;
}

async function measure({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const upstream = await startUpstream();
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  for (const plan of plans) {
    progress(plan.name);
    const { loop, calls, imports } = await measureOne(plan, upstream.port, quick ? 8 : 60);
    const values = {
      loop_p50_ms: loop.p50,
      loop_p99_ms: loop.p99,
      loop_max_ms: loop.max,
      call_p50_ms: percentile(calls, 0.5),
      call_p99_ms: percentile(calls, 0.99),
      imports,
    };
    for (const [name, value] of Object.entries(values)) figures[`hostile.${plan.key}.${name}`] = value;
    rows.push([plan.name, ...Object.values(values).map((value) => value.toFixed(1))]);
  }
  upstream.stop();
  const columns = ['server', 'loop p50 ms', 'loop p99 ms', 'loop max ms', 'call p50 ms', 'call p99 ms', 'imports'];
  return { tables: [{ title: 'event loop and ordinary calls', columns, rows }], notes: [], figures };
}

/** Event-loop delay under hostile imports. */
export const hostile: Bench = {
  name: 'hostile',
  summary: 'Delay of the event loop and of ordinary calls while twenty hostile imports run, with and without threads.',
  run: measure,
};
