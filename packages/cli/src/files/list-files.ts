/** Lists the files below a folder, and reports when files change. */
import { watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Maximum number of files listed. */
const mostFiles = 10_000;

/** Milliseconds in which several changes count as one: editors write a file in steps. */
const gatherMs = 100;

/** The files below a folder in alphabetical order; undefined when the path is no folder. Links are not followed. */
export async function listFiles(path: string): Promise<readonly string[] | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return undefined;
  const files: string[] = [];
  const folders = [path];
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || files.length >= mostFiles) continue;
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      else if (entry.isFile()) files.push(join(folder, entry.name));
    }
  }
  return files.sort();
}

/** Yields after each change of one of the files. Their folders are watched, because editors replace a file by a new one. */
export async function* watchFiles(paths: readonly string[], signal: AbortSignal): AsyncGenerator<void, void> {
  let wake: () => void = () => undefined;
  let changed = false;
  const notice = () => {
    changed = true;
    wake();
  };
  const watchers = [...new Set(paths.map(dirname))].map((folder) =>
    watch(folder, { signal }, (_, name) => {
      if (name === null || paths.includes(join(folder, name))) notice();
    }).on('error', () => undefined),
  );
  signal.addEventListener('abort', notice, { once: true });
  try {
    while (!signal.aborted) {
      if (!changed) await new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, gatherMs));
      changed = false;
      yield;
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}
