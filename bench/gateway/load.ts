/** Generates load for one contestant: with wrk if it is installed, else with our own generator in a separate process. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinned } from './processes.js';

/** The call that every contestant gets. */
export interface CallUnderLoad {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Default: POST. */
  method?: string;
  /** A header with a new value in every request. */
  freshHeader?: string;
}

/** Intensity of the load. */
export interface LoadPlan {
  connections: number;
  seconds: number;
}

/** Result of one round; times in milliseconds. */
export interface LoadFigures {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** Responses with a status other than 200. */
  failed: number;
}

/** Runs the load and waits for its end. */
export type Load = (call: CallUnderLoad, plan: LoadPlan) => LoadFigures;

/** The available load generator and its name. */
export function findLoad(folder: string, core: number | undefined): { name: string; load: Load } {
  const { status } = spawnSync('wrk', ['-v'], { stdio: 'ignore' });
  if (status === null) return { name: 'our generator on undici (wrk is not installed)', load: sendOwn(core) };
  return { name: 'wrk', load: sendWrk(folder, core) };
}

/** wrk reads body and headers from a script, which also prints the metrics. */
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

/** Each round starts counting at another value, so that no value repeats. */
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
  if (line === undefined) throw new Error(`the load of ${seconds} s returned no metrics: ${output}`);
  return JSON.parse(line) as LoadFigures;
}
