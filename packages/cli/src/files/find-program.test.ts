import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findProgram } from './find-program.js';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-')));
  for (const place of ['installed', 'node_modules/.bin', 'empty'])
    await mkdir(join(folder, place), { recursive: true });
  for (const place of ['installed', 'node_modules/.bin'])
    await writeFile(join(folder, place, 'dragoman'), '', { mode: 0o755 });
});
afterEach(() => rm(folder, { recursive: true }));

it.each([
  ['by its name where it is installed', ['empty', 'installed'], undefined],
  ['by its file if only npx knows it', ['node_modules/.bin', 'empty'], 'file'],
])('starts it %s', async (_, folders, how) => {
  const script = join(folder, 'installed', 'dragoman');
  const path = folders.map((name) => join(folder, name)).join(delimiter);
  const words = await findProgram({ path, node: '/usr/bin/node', script });
  expect(words).toEqual(how === undefined ? ['dragoman'] : ['/usr/bin/node', script]);
});
