/** Starts the contestants, each in one process of its own, on a core of its own where the machine lets us choose. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Cores for the contestant and for what stands around it; undefined where nothing can be pinned. */
export interface Cores {
  contestant: number | undefined;
  around: number | undefined;
}

/** The cores to use: the first for the contestant, the second for the load and the agent. */
export function chooseCores(): Cores {
  const able = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;
  return able ? { contestant: 0, around: 1 } : { contestant: undefined, around: undefined };
}

/** A command line, held to a core when one is given. */
export function pinned(core: number | undefined, program: string, line: readonly string[]): [string, string[]] {
  return core === undefined ? [program, [...line]] : ['taskset', ['-c', String(core), program, ...line]];
}

/** Holds a process that runs to a core, with all of its threads; does nothing when none is given. */
export function moveTo(core: number | undefined, pid: number): void {
  if (core !== undefined) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)]);
}

/** Does something while this process is held to a core. */
export async function onCore<T>(core: number | undefined, work: () => Promise<T>): Promise<T> {
  if (core === undefined) return work();
  const [, before = ''] =
    /: (\S+)\s*$/.exec(spawnSync('taskset', ['-p', '-c', String(process.pid)], { encoding: 'utf8' }).stdout) ?? [];
  moveTo(core, process.pid);
  try {
    return await work();
  } finally {
    spawnSync('taskset', ['-a', '-p', '-c', before, String(process.pid)]);
  }
}

/** A process that answers. */
export interface Running {
  pid: number;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
}

/** How a process is started. */
export interface StartOptions {
  core: number | undefined;
  env?: Record<string, string>;
  /** What it prints when it can be asked; without it, nothing is waited for. */
  ready?: RegExp;
}

/**
 * Starts a process and waits until it says that it is ready. What it says goes to a file: nobody would empty a pipe while
 * the load runs, and a process that writes much would stand still.
 */
export async function startProcess(program: string, line: readonly string[], options: StartOptions): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-bench-said-'));
  const file = join(folder, 'said');
  const said = openSync(file, 'w');
  const child = spawn(...pinned(options.core, program, line), {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', said, said],
  });
  closeSync(said);
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  if (options.ready !== undefined) await saying(child, file, options.ready);
  return { pid: child.pid ?? 0, stop };
}

async function saying(child: ChildProcess, file: string, words: RegExp): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 25) {
    const said = readFileSync(file, 'utf8');
    if (words.test(said)) return;
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${said}`);
    await sleep(25);
  }
  child.kill('SIGKILL');
  throw new Error('it did not become ready');
}

/** A port that nothing listens on just now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Kernel ticks per second, in which processor time is told; the same on every Linux that Node runs on. */
const ticks = 100;

/** Microseconds of processor time that a process and those it started have used; undefined where nobody tells. */
export function processorTime(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    const own = (Number(fields[11]) + Number(fields[12])) * (1e6 / ticks);
    return children.reduce((sum, child) => sum + (processorTime(child) ?? 0), own);
  } catch {
    return undefined;
  }
}
