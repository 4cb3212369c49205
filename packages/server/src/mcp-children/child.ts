/**
 * One run of an MCP server as a child process: lines of JSON in and out, bounded; waiting requests are notified when
 * it ends. It runs in its own process group, which is ended as a whole.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Watchdog } from './watchdog.js';

/** Command of a child. */
export interface ChildCommand {
  command: string;
  args: readonly string[];
  cwd?: string;
  env: Readonly<Record<string, string>>;
}

/** A running child. */
export interface Child {
  /** Process id; undefined when it could not be started. */
  readonly pid: number | undefined;
  /** True once its standard output had a line that is not JSON. */
  readonly hasOtherOutput: boolean;
  /** Sends one message, given as JSON; messages of one turn are written together. */
  send(message: string): void;
  /** Ends it gracefully, then forcibly. */
  end(): Promise<void>;
  /** Kills it at once, for this reason. */
  cut(why: string): void;
}

/** Dependencies of a child. */
export interface ChildPorts {
  watchdog: Watchdog;
  /** Maximum line length in bytes. */
  lineBytes: number;
  /** Called with pieces of standard error, not cut at lines, and with the first lines of its output that are not JSON. */
  onNoise: (text: string) => void;
  /** Called with every message and its length. */
  onMessage: (message: JsonValue, characters: number) => void;
  /** Called once, when it has ended, with the reason. */
  onEnd: (why: Failure) => void;
}

/** Milliseconds that a child has to exit once its input is closed, and after SIGTERM. */
const timeoutMs = { quiet: 500, asked: 1500 };

/** Milliseconds in which the output of an ended child is still read; a process that left its group may keep it open. */
const drainMs = 200;

/** Maximum unread bytes sent to a child; a child that does not read is killed. */
const maxUnread = 64 * 1024 * 1024;

/** Maximum number of output lines that are not JSON and are passed on, and of characters of each. */
const otherLines = { count: 20, characters: 500 };

/** Maximum characters of a path in a message. */
const longestPath = 200;

/** Starts a child. */
export function startChild(command: ChildCommand, ports: ChildPorts): Child {
  const made = trySpawn(command);
  if (made instanceof Error) return failedChild(startProblem(made, command), ports);
  const { pid } = made;
  if (pid !== undefined) ports.watchdog.add(pid);
  let over = false;
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const settle = (why: string) => {
    if (over) return;
    over = true;
    finish();
    // Its own child processes end with it.
    killGroup(made, 'SIGKILL');
    if (pid !== undefined) ports.watchdog.remove(pid);
    ports.onEnd(endFailure(why));
  };
  made.once('error', (error) => settle(startProblem(error, command)));
  made.once('exit', (code, signal) => {
    const why = `The MCP server ended (${signal ?? `exit code ${code}`}).`;
    killGroup(made, 'SIGKILL');
    const drained = setTimeout(() => settle(why), drainMs);
    made.once('close', () => {
      clearTimeout(drained);
      settle(why);
    });
  });
  made.stdin.on('error', () => undefined);
  made.stderr.setEncoding('utf8').on('data', ports.onNoise);
  let others = 0;
  readLines(made, ports.lineBytes, {
    take: ports.onMessage,
    skip: (line) => {
      others += 1;
      if (others <= otherLines.count) ports.onNoise(`\nstdout: ${line.slice(0, otherLines.characters)}\n`);
    },
    tooLong: () => settle(`The MCP server sent a line of more than ${ports.lineBytes} bytes.`),
  });
  const write = createLineWriter(made);
  return {
    pid,
    get hasOtherOutput() {
      return others > 0;
    },
    send(message) {
      if (over) return;
      if (made.stdin.writableLength > maxUnread) settle('The MCP server does not read its input.');
      else write(`${message}\n`);
    },
    end: () => endGently(made, ended),
    cut: settle,
  };
}

function endFailure(message: string): Failure {
  const help = 'The operator sees its last lines on standard error with "dragoman servers list --stderr".';
  return new Failure('UPSTREAM_ERROR', { message, help });
}

/** Node reports some errors, such as a working directory that is a file, by an event, and others by throwing. */
function trySpawn({ command, args, cwd, env }: ChildCommand): ChildProcessWithoutNullStreams | Error {
  try {
    return spawn(command, [...args], {
      stdio: 'pipe',
      env: { ...env },
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function failedChild(problem: string, { onEnd }: ChildPorts): Child {
  let over = false;
  const settle = (why: string) => {
    if (!over) onEnd(endFailure(why));
    over = true;
  };
  setImmediate(() => settle(problem));
  return {
    pid: undefined,
    hasOtherOutput: false,
    send: () => undefined,
    end: async () => settle(problem),
    cut: settle,
  };
}

/** The message of Node names the arguments too, which may contain secrets, so only its code is used. */
function startProblem({ code = 'unknown error' }: NodeJS.ErrnoException, command: ChildCommand): string {
  return `The MCP server could not be started (${code}): ${startCause(code, command)}.`;
}

function startCause(code: string, command: ChildCommand): string {
  const { cwd } = command;
  const named = `"${shown(command.command)}"`;
  if ((code === 'ENOENT' || code === 'ENOTDIR') && cwd !== undefined && !existsSync(cwd)) {
    return `its working directory "${shown(cwd)}" does not exist`;
  }
  if (code === 'EACCES') {
    return `the command ${named} is a folder, or a file that the server may not execute; for a script, name its interpreter first, such as "node ${shown(command.command)}"`;
  }
  if (code !== 'ENOENT') return `the command is ${named}`;
  if (isPresent(command)) {
    return `the command ${named} exists, but not the interpreter that its first line names, or not the loader that it was built for`;
  }
  const hint = /\s/.test(named) ? '; if it has arguments, write them separately' : '';
  return `the command ${named} does not exist on the machine of the server, or is not in its PATH${hint}`;
}

function shown(path: string): string {
  return path.replace(/\p{Cc}/gu, '?').slice(0, longestPath);
}

/** True if the file of the command is there, where the system looks for it. */
function isPresent({ command, cwd = '.', env }: ChildCommand): boolean {
  const folders = /[\\/]/.test(command) ? [cwd] : (env.PATH ?? '').split(delimiter);
  return folders.some((folder) => existsSync(resolve(folder, command)));
}

/** A write is expensive, so the lines of one turn of the event loop are written together. */
function createLineWriter({ stdin }: ChildProcessWithoutNullStreams): (line: string) => void {
  let lines = '';
  const flush = () => {
    const all = lines;
    lines = '';
    stdin.write(all);
  };
  return (line) => {
    if (lines === '') setImmediate(flush);
    lines += line;
  };
}

/** Takes messages. Lines that are not JSON do not end the server: some servers print a greeting. */
function readLines(
  { stdout }: ChildProcessWithoutNullStreams,
  most: number,
  { take, skip, tooLong }: { take: ChildPorts['onMessage']; skip: (line: string) => void; tooLong: () => void },
): void {
  let parts: Buffer[] = [];
  let size = 0;
  stdout.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = joined(parts, chunk, { start, end });
      const message = parseLine(line);
      if (parts.length > 0) parts = [];
      size = 0;
      start = end + 1;
      if (message !== undefined) take(message, line.length);
      else if (line.trim() !== '') skip(line);
    }
    if (start === chunk.length) return;
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size <= most) return;
    parts = [];
    size = 0;
    stdout.destroy();
    tooLong();
  });
}

/** Most lines arrive in one chunk, which is not copied. */
function joined(parts: readonly Buffer[], chunk: Buffer, { start, end }: { start: number; end: number }): string {
  if (parts.length === 0) return chunk.toString('utf8', start, end);
  return Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8');
}

function parseLine(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line) as JsonValue;
  } catch {
    return undefined;
  }
}

function killGroup({ pid }: { pid?: number | undefined }, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has already ended.
  }
}

async function endGently(made: ChildProcessWithoutNullStreams, ended: Promise<void>): Promise<void> {
  made.stdin.end();
  const ask = setTimeout(() => killGroup(made, 'SIGTERM'), timeoutMs.quiet);
  const force = setTimeout(() => killGroup(made, 'SIGKILL'), timeoutMs.asked);
  await ended;
  clearTimeout(ask);
  clearTimeout(force);
}
