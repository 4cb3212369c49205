/** The repository as a list of files, for the architecture tests, the docs and conformance. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with installed, built or stored files, never sources. */
const skipped: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git', '.dragoman', 'coverage', 'screenshots']);

/** A directory and its files. */
export interface SourceTree {
  /** Absolute path of the directory. */
  root: string;
  /** Paths of the files from the root, with `/`, in order. */
  files: readonly string[];
  /** Text of a file. */
  read(file: string): string;
}

/** Reads the list of files under a directory; texts are read on demand, once. */
export function readTree(root: string): SourceTree {
  const texts = new Map<string, string>();
  const read = (file: string): string => {
    const known = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
    texts.set(file, known);
    return known;
  };
  return { root, files: listFiles(root, ''), read };
}

function listFiles(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .filter((entry) => !skipped.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(root, path);
      return entry.isFile() ? [path] : [];
    });
}
