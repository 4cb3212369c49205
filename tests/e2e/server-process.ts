/** Starts the built server as a user would, in a separate process, so that tests can kill it. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';

const builtCommand = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));
const startTimeoutMs = 60_000;

/** A server in its own process. */
export interface ServerProcess {
  url: string;
  port: number;
  pid: number;
  /** Its output so far, for messages of failing tests. */
  output(): string;
  /** Kills it without warning, like a power cut. */
  kill(): Promise<void>;
  /** Stops it as an operator would; resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Start parameters of the server. */
export interface ServerProcessOptions {
  /** Folder without a configuration file, where the server runs. */
  cwd: string;
  /** Settings; no other Dragoman setting is inherited from this process. */
  env: Record<string, string>;
  /** Path of the program; the one built in this repository unless given. */
  command?: string;
  /** Milliseconds until it must be ready; a minute unless given. */
  timeoutMs?: number;
  /** Its port; a free one unless given. */
  port?: number;
  /** Where it is reached; loopback unless given. */
  host?: string;
  /** Command line before its own, such as that of a network namespace. */
  within?: readonly string[];
}

/** Starts a server on a free port and waits until it is ready. */
export async function startServerProcess({
  cwd,
  env,
  command = builtCommand,
  timeoutMs = startTimeoutMs,
  port: given,
  host = '127.0.0.1',
  within = [],
}: ServerProcessOptions): Promise<ServerProcess> {
  const port = given ?? (await freePort());
  const [program = '', ...args] = [...within, process.execPath, command, 'serve'];
  const child = spawn(program, args, {
    cwd,
    env: {
      ...inherited(),
      DRAGOMAN_PORT: String(port),
      DRAGOMAN_LOG_LEVEL: 'warn',
      DRAGOMAN_SEARCH_EMBEDDER: 'none',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  const url = `http://${host}:${port}`;
  await untilReady(child, url, { timeoutMs, output: () => output });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  return {
    url,
    port,
    pid: child.pid ?? 0,
    output: () => output,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

function inherited(): Record<string, string> {
  const own = (name: string) => /^(DRAGOMAN_|DATABASE_URL$|OTEL_|NODE_ENV$|VITEST)/.test(name);
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries.filter(([name]) => !own(name)));
}

async function untilReady(
  child: ChildProcess,
  url: string,
  { timeoutMs, output }: { timeoutMs: number; output: () => string },
): Promise<void> {
  for (let waited = 0; waited < timeoutMs; waited += 25) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}:\n${output()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await sleep(25);
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not become ready:\n${output()}`);
}
