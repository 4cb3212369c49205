/** Connects the command line to the real process; no other file uses `process`. */
import { randomUUID } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { listFiles, watchFiles } from './files/list-files.js';
import { openBelow } from './files/open-below.js';
import { run } from './run.js';
import type { Runtime, Writer } from './terminal/runtime.js';

/** Runs the command line of this process and sets its exit code. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processRuntime());
}

function processRuntime(): Runtime {
  const { stdin, stdout, stderr } = process;
  const signal = stopSignal();
  return {
    stdout: writerOf(stdout),
    stderr: writerOf(stderr),
    stdin,
    env: process.env,
    cwd: process.cwd(),
    terminal: {
      stdin: stdin.isTTY === true,
      stdout: stdout.isTTY === true,
      stderr: stderr.isTTY === true,
      columns: stdout.columns || stderr.columns || 80,
    },
    fetch: (input, init) => fetch(input, init),
    openFile: (path, { below } = {}) => (below === undefined ? createReadStream(path) : openBelow(path, below)),
    listFiles,
    watchFiles,
    writeFile: (path, content) => writeFile(path, content),
    async createFile(path, text, { replace, like }) {
      await mkdir(dirname(path), { recursive: true });
      const mode = like === undefined ? {} : { mode: (await stat(like)).mode & 0o777 };
      await writeFile(path, text, { flag: replace ? 'w' : 'wx', ...mode });
    },
    async program() {
      const { findProgram } = await import('./files/find-program.js');
      return findProgram({ path: process.env.PATH ?? '', node: process.execPath, script: process.argv[1] ?? '' });
    },
    loadModule: (path) => import(pathToFileURL(path).href),
    ask: (question, how) => ask(question, { ...how, signal }),
    signal,
    now: Date.now,
    newId: randomUUID,
    version: readVersion(),
  };
}

function writerOf(stream: NodeJS.WriteStream): Writer {
  // The reader of a pipe may stop early (`| head`); exit quietly then.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    if (stream !== process.stderr) process.stderr.write(`error: cannot write the output: ${error.message}\n`);
    process.exit(3);
  });
  return {
    write: (text) => void stream.write(text),
    settled: () =>
      stream.writableNeedDrain ? new Promise((resolve) => stream.once('drain', () => resolve())) : Promise.resolve(),
  };
}

interface Asking extends NonNullable<Parameters<Runtime['ask']>[1]> {
  signal: AbortSignal;
}

async function ask(question: string, { hidden = false, until, signal }: Asking): Promise<string> {
  if (signal.aborted) return '\n';
  // readline echoes what is typed; a hidden answer is echoed into this stream.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? silent : process.stderr;
  if (hidden) process.stderr.write(question);
  const prompt = createInterface({ input: process.stdin, output, ...(hidden ? { terminal: true } : {}) });
  // Ctrl-C and Ctrl-D close the prompt without answering its question; a signal and the end of the time do, too.
  const closed = new Promise<string>((resolve) => prompt.once('close', () => resolve('\n')));
  const close = () => prompt.close();
  const timer = until === undefined ? undefined : setTimeout(close, Math.max(0, until - Date.now()));
  signal.addEventListener('abort', close);
  try {
    const answer = await Promise.race([prompt.question(question), closed]);
    if (hidden || answer === '\n') process.stderr.write('\n');
    return answer;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', close);
    prompt.close();
  }
}

/** The first signal requests a graceful stop; a second one ends the process. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort(signal));
  return controller.signal;
}

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
