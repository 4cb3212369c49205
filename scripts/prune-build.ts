/** Deletes the declarations of modules that no longer exist; `tsc -b` never deletes anything. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Prunes the output of all packages below a root; gives the deleted files, as paths from the root. */
export function pruneBuild(root: string): string[] {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  const stale = packages.flatMap((folder) => listStale(root, folder));
  for (const file of stale) rmSync(join(root, file));
  return stale;
}

function listStale(root: string, folder: string): string[] {
  const output = join(root, folder, 'dist');
  if (!existsSync(output)) return [];
  const files = readdirSync(output, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => isStale(join(root, folder, 'src'), file)).map((file) => join(folder, 'dist', file));
}

function isStale(sources: string, file: string): boolean {
  const module = /^(.+?)\.d\.ts(?:\.map)?$/.exec(file)?.[1];
  return module !== undefined && !['ts', 'tsx'].some((end) => existsSync(join(sources, `${module}.${end}`)));
}
