/** Puts one contestant under load: with wrk where it is installed, else with a generator of ours in a process of its own. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinned } from './processes.js';

/** One call, as every contestant gets it. */
export interface CallUnderLoad {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** POST unless given. */
  method?: string;
  /** A header that has another value with every request. */
  freshHeader?: string;
}

/** How hard. */
export interface LoadPlan {
  connections: number;
  seconds: number;
}

/** What one round found; times in milliseconds. */
export interface LoadFigures {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** Answers that were no 200. */
  failed: number;
}

/** Sends the load and waits for its end. */
export type Load = (call: CallUnderLoad, plan: LoadPlan) => LoadFigures;

/** The load that this machine can send, and what it is called. */
export function findLoad(folder: string, core: number | undefined): { name: string; load: Load } {
  const { status } = spawnSync('wrk', ['-v'], { stdio: 'ignore' });
  if (status === null) return { name: 'a generator of ours on undici (wrk is not installed)', load: sendOwn(core) };
  return { name: 'wrk', load: sendWrk(folder, core) };
}

/** wrk takes body and headers from a script, and prints figures through one. */
function sendWrk(folder: string, core: number | undefined): Load {
  return ({ url, headers, body, method = 'POST', freshHeader }, { connections, seconds }) => {
    const script = join(folder, 'call.lua');
    const lines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
    if (body !== '') lines.push(`wrk.body = '${body}'`);
    if (freshHeader !== undefined) lines.push(freshValue(freshHeader));
    writeFileSync(script, `wrk.method = "${method}"\n${lines.join('\n')}\n${wrkReport}`);
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url];
    return readFigures(spawnSync(...pinned(core, 'wrk', options), { encoding: 'utf8' }).stdout, seconds);
  };
}

/** Counts from a place of its own in every round, so that no value comes twice. */
function freshValue(header: string): string {
  return `
local count = 0
request = function()
  count = count + 1
  wrk.headers["${header}"] = "${randomUUID()}-" .. count
  return wrk.format()
end`;
}

const wrkReport = `
done = function(summary, latency)
  local bad = summary.errors.status + summary.errors.read + summary.errors.write + summary.errors.timeout
  print(string.format('{"perSecond":%f,"p50":%f,"p95":%f,"p99":%f,"failed":%d}', summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1000, latency:percentile(95) / 1000, latency:percentile(99) / 1000, bad))
end
`;

function sendOwn(core: number | undefined): Load {
  const program = fileURLToPath(new URL('./load.mjs', import.meta.url));
  return (call, plan) => {
    const line = [program, JSON.stringify({ ...call, ...plan })];
    return readFigures(spawnSync(...pinned(core, process.execPath, line), { encoding: 'utf8' }).stdout, plan.seconds);
  };
}

function readFigures(output: string, seconds: number): LoadFigures {
  const line = output.split('\n').find((each) => each.startsWith('{'));
  if (line === undefined) throw new Error(`the load of ${seconds} s gave no figures: ${output}`);
  return JSON.parse(line) as LoadFigures;
}
