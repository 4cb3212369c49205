/** Starts the contestants, each in a separate process, on a separate core where pinning is supported. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Cores for the contestant and for everything else; undefined if pinning is not supported. */
export interface Cores {
  contestant: number | undefined;
  around: number | undefined;
}

/** The cores to use: the first for the contestant, the second for the load generator and the upstream. */
export function chooseCores(): Cores {
  const able = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;
  return able ? { contestant: 0, around: 1 } : { contestant: undefined, around: undefined };
}

/** A command line, pinned to a core if one is given. */
export function pinned(core: number | undefined, program: string, line: readonly string[]): [string, string[]] {
  return core === undefined ? [program, [...line]] : ['taskset', ['-c', String(core), program, ...line]];
}

/** Pins a running process with all of its threads to a core; does nothing without a core. */
export function moveTo(core: number | undefined, pid: number): void {
  if (core !== undefined) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)]);
}

/** Runs a function while this process is pinned to a core. */
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

/** A running process. */
export interface Running {
  pid: number;
  /** Stops it and waits for its end. */
  stop(): Promise<void>;
}

/** Start parameters of a process. */
export interface StartOptions {
  core: number | undefined;
  env?: Record<string, string>;
  /** The text that it prints when it is ready; without it, the start does not wait. */
  ready?: RegExp;
}

/**
 * Starts a process and waits until it prints that it is ready. Its output goes to a file: a pipe would not be read while
 * the load runs, and would block a process that prints much.
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
  if (options.ready !== undefined) await waitForOutput(child, file, options.ready);
  return { pid: child.pid ?? 0, stop };
}

async function waitForOutput(child: ChildProcess, file: string, words: RegExp): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 25) {
    const said = readFileSync(file, 'utf8');
    if (words.test(said)) return;
    if (child.exitCode !== null) throw new Error(`the process exited with ${child.exitCode}: ${said}`);
    await sleep(25);
  }
  child.kill('SIGKILL');
  throw new Error('the process did not become ready');
}

/** Kernel ticks per second, the unit of CPU time; the same on every Linux that Node supports. */
const ticks = 100;

/** CPU microseconds of a process and its children; undefined if the platform does not report them. */
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
