/** Counts the modules of this repository that a Node program loads. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const recorder = new URL('./fixtures/record-modules.mjs', import.meta.url).href;
const packages = new URL('../../packages/', import.meta.url).href;

/** A finished program. */
export interface LoadedModules {
  exitCode: number | null;
  /** Paths below `packages/` of the modules that were loaded, in order; packages from npm are left out. */
  own: string[];
}

/** Runs `node <args>` to its end and returns which of our modules it loaded. */
export async function loadedModules(args: readonly string[]): Promise<LoadedModules> {
  const child = spawn(process.execPath, ['--import', recorder, ...args], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const [urls, [exitCode]] = await Promise.all([
    readText(child.stdio[3] as Readable),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const own = urls.split('\n').filter((url) => url.startsWith(packages) && !url.includes('/node_modules/'));
  return { exitCode, own: [...new Set(own.map((url) => url.slice(packages.length)))] };
}

async function readText(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk as string;
  return text;
}
