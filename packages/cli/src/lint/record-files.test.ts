/** Tests which changes start the next run of `lint --watch`, on real files. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFiles, watchFiles } from '../files/list-files.js';
import type { Runtime } from '../terminal/runtime.js';
import { recordFiles } from './record-files.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-watch-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Records a run that opens these files, and reads the watcher until the first change that matters. */
async function startWatch(given: string[], opened: string[], written: string[] = []) {
  const open: Pick<Runtime, 'cwd' | 'openFile' | 'listFiles'> = {
    cwd: folder,
    async *openFile() {
      yield new Uint8Array();
    },
    listFiles,
  };
  const { runtime, watched } = recordFiles(open, given, written);
  for (const name of opened) runtime.openFile(join(folder, name));
  for (const source of given) await runtime.listFiles(join(folder, source));
  const stop = new AbortController();
  const changes = watchFiles(watched, stop.signal);
  return { watched, changed: changes.next(), stop: () => stop.abort() };
}

describe('lint --watch', () => {
  it('runs again after a change of a file that the run has read, also when it is replaced', async () => {
    await writeFile(join(folder, 'schemas.yaml'), 'a: 1');
    const { changed } = await startWatch(['api.yaml'], ['api.yaml', 'schemas.yaml']);
    await writeFile(join(folder, 'schemas.tmp'), 'a: 2');
    await rename(join(folder, 'schemas.tmp'), join(folder, 'schemas.yaml'));
    expect(await changed).toEqual({ done: false, value: undefined });
  });

  it('runs again when a folder gets a further document', async () => {
    await mkdir(join(folder, 'apis', 'more'), { recursive: true });
    await writeFile(join(folder, 'apis', 'more', 'one.yaml'), 'openapi: 3.1.0');
    const { changed } = await startWatch(['apis'], ['apis/more/one.yaml']);
    await writeFile(join(folder, 'apis', 'more', 'two.yaml'), 'openapi: 3.1.0');
    expect((await changed).done).toBe(false);
  });

  it('ignores other files, and the files that the run writes', async () => {
    await mkdir(join(folder, 'apis'));
    const { watched, changed, stop } = await startWatch(['apis', 'api.yaml'], ['api.yaml'], ['apis/report.json']);
    const matters = (name: string) => watched.matters(join(folder, name));
    expect(['api.yaml', 'apis/new.json', 'apis/new-folder'].filter(matters)).toHaveLength(3);
    expect(['other.yaml', 'apis/report.json', 'apis/picture.png'].filter(matters)).toEqual([]);
    stop();
    expect((await changed).done).toBe(true);
  });
});
