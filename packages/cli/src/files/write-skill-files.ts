/** Writes the files of a skill to a folder: all or none, never outside it, and never over existing files unless forced. */
import { resolve, sep } from 'node:path';
import type { SkillFiles } from '@dragoman/sdk';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';

/** Maximum number of files in a skill, and length of a path. */
const mostFiles = 1000;
const longestPath = 200;
const segment = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Writes the files below a folder and returns their paths. The registry is not trusted, so its paths are checked. */
export async function writeSkillFiles(
  runtime: Runtime,
  { files }: SkillFiles,
  { folder, force }: { folder: string; force: boolean },
): Promise<string[]> {
  const root = resolve(runtime.cwd, folder);
  if (!Array.isArray(files) || files.length > mostFiles) throw new UsageError('the registry returned an invalid skill');
  const targets = files.map(({ path, text }) => ({ path: placeBelow(root, path), text: String(text) }));
  const present = force ? [] : await existing(runtime, targets);
  if (present.length > 0) throw new UsageError(`${present.join(', ')} already exists; --force replaces existing files`);
  for (const { path, text } of targets) await runtime.createFile(path, text, { replace: force });
  return targets.map(({ path }) => path);
}

function placeBelow(root: string, path: unknown): string {
  const segments = typeof path === 'string' && path.length <= longestPath ? path.split('/') : [];
  const place = resolve(root, ...segments);
  if (segments.length > 0 && segments.every((each) => segment.test(each)) && place.startsWith(root + sep)) return place;
  throw new UsageError(`the registry returned an invalid file name for a skill: ${String(path).slice(0, 100)}`);
}

async function existing(runtime: Runtime, targets: readonly { path: string }[]): Promise<string[]> {
  const found: string[] = [];
  for (const { path } of targets) if (await isThere(runtime, path)) found.push(path);
  return found;
}

async function isThere({ openFile }: Runtime, path: string): Promise<boolean> {
  try {
    for await (const _ of openFile(path)) return true;
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT' && (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}
