/** Lists the files below a folder, and reports when files change. */
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Watched } from '../terminal/runtime.js';

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

/** Yields after each change that matters. Folders are watched, because editors replace a file by a new one. */
export async function* watchFiles({ folders, matters }: Watched, signal: AbortSignal): AsyncGenerator<void, void> {
  let wake: () => void = () => undefined;
  let changed = false;
  const notice = () => {
    changed = true;
    wake();
  };
  const watchers = new Map<string, FSWatcher>();
  const watchFolder = (folder: string) => {
    if (watchers.has(folder) || !existsSync(folder)) return;
    const watcher = watch(folder, { signal }, (_, name) => {
      if (name === null || matters(join(folder, name))) notice();
    });
    watchers.set(
      folder,
      watcher.on('error', () => watchers.delete(folder)),
    );
  };
  signal.addEventListener('abort', notice, { once: true });
  try {
    while (!signal.aborted) {
      for (const folder of folders()) watchFolder(folder);
      if (!changed) await new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, gatherMs));
      changed = false;
      yield;
    }
  } finally {
    for (const watcher of watchers.values()) watcher.close();
  }
}
