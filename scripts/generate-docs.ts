/** Generates every file, and writes it or reports how it differs from the file on disk. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GeneratedFile, PageMaker } from './generated-file.js';

/** Generates all files in memory. Throws if two generators create the same file. */
export async function makeFiles(root: string, pages: readonly PageMaker[]): Promise<GeneratedFile[]> {
  const made: GeneratedFile[] = [];
  for (const page of pages) made.push(...(await page(root)));
  const twice = made.find(({ path }, at) => made.findIndex((other) => other.path === path) !== at);
  if (twice !== undefined) throw new Error(`${twice.path} is generated twice.`);
  return made;
}

/** Paths of the files whose content on disk is missing or different. */
export function findOutdated(root: string, files: readonly GeneratedFile[]): string[] {
  return files
    .filter(({ path, text }) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
    .map(({ path }) => path);
}

/** Writes the files that differ and returns their paths. */
export function writeFiles(root: string, files: readonly GeneratedFile[]): string[] {
  const outdated = new Set(findOutdated(root, files));
  for (const { path, text } of files.filter((file) => outdated.has(file.path))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...outdated];
}
