/** Records which files a run reads, so that a change of any of them starts the next run. */
import { dirname, resolve, sep } from 'node:path';
import type { Runtime, Watched } from '../terminal/runtime.js';
import { folderOf, mayBeInput } from './find-inputs.js';

/** The files that a run with these arguments reads, and the folders that may get further documents; `written` never matters. */
export function recordFiles<R extends Pick<Runtime, 'cwd' | 'openFile' | 'listFiles'>>(
  runtime: R,
  given: readonly string[],
  written: readonly string[],
): { runtime: R; watched: Watched } {
  const opened = new Set<string>();
  const listed = new Set<string>();
  const own = new Set(written.map((path) => resolve(runtime.cwd, path)));
  const roots = given.map((source) => resolve(runtime.cwd, folderOf(source)));
  return {
    runtime: {
      ...runtime,
      openFile(path, how) {
        opened.add(path);
        return runtime.openFile(path, how);
      },
      async listFiles(path) {
        const files = await runtime.listFiles(path);
        if (files !== undefined) for (const folder of [path, ...files.map(dirname)]) listed.add(folder);
        return files;
      },
    },
    watched: {
      folders: () => new Set([...listed, ...[...opened].map((path) => dirname(path))]),
      matters: (path) =>
        !own.has(path) &&
        (opened.has(path) ||
          (listed.has(dirname(path)) && mayBeInput(path) && roots.some((root) => path.startsWith(root + sep)))),
    },
  };
}
