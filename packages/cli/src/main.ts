/** The real process as the surroundings of a call. The only file here that touches it. */
import { randomUUID } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { openBelow } from './open-below.js';
import { run } from './run.js';
import type { Surroundings, Writer } from './surroundings.js';

/** Runs the command line of this process and sets its exit code. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processSurroundings());
}

function processSurroundings(): Surroundings {
  const { stdin, stdout, stderr } = process;
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
    writeFile: (path, text) => writeFile(path, text),
    async createFile(path, text, { replace, like }) {
      await mkdir(dirname(path), { recursive: true });
      const mode = like === undefined ? {} : { mode: (await stat(like)).mode & 0o777 };
      await writeFile(path, text, { flag: replace ? 'w' : 'wx', ...mode });
    },
    async program() {
      const { findProgram } = await import('./find-program.js');
      return findProgram({ path: process.env.PATH ?? '', node: process.execPath, script: process.argv[1] ?? '' });
    },
    loadModule: (path) => import(pathToFileURL(path).href),
    ask,
    signal: stopSignal(),
    now: Date.now,
    newId: randomUUID,
    version: readVersion(),
  };
}

function writerOf(stream: NodeJS.WriteStream): Writer {
  // Whoever reads may have seen enough (`| head`): then there is nothing left to do.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    if (stream !== process.stderr) process.stderr.write(`error: the output cannot be written: ${error.message}\n`);
    process.exit(3);
  });
  return {
    write: (text) => void stream.write(text),
    settled: () =>
      stream.writableNeedDrain ? new Promise((resolve) => stream.once('drain', () => resolve())) : Promise.resolve(),
  };
}

async function ask(question: string, { hidden = false }: { hidden?: boolean } = {}): Promise<string> {
  // What is typed is echoed by the dialogue itself; into this it may echo.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? silent : process.stderr;
  if (hidden) process.stderr.write(question);
  const dialogue = createInterface({ input: process.stdin, output, ...(hidden ? { terminal: true } : {}) });
  // Ctrl-C and Ctrl-D close the dialogue, which leaves its question open for ever.
  const closed = new Promise<string>((resolve) => dialogue.once('close', () => resolve('\n')));
  try {
    const answer = await Promise.race([dialogue.question(question), closed]);
    if (hidden || answer === '\n') process.stderr.write('\n');
    return answer;
  } finally {
    dialogue.close();
  }
}

/** The first signal asks to stop, a second one ends the process at once. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort(signal));
  return controller.signal;
}

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
