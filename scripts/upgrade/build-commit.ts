/** Builds an earlier commit of this repository in a folder of its own, with the packages that are installed here. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds it and returns the path of its command; throws when the commit is not in this clone. */
export async function buildCommit(commit: string, folder: string, say: (line: string) => void): Promise<string> {
  const { stdout } = await run('git', ['log', '-1', '--format=%h %cs %s', commit], { cwd: root });
  say(`previous: ${stdout.trim()}`);
  await mkdir(folder);
  const archive = join(folder, 'archive.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['--extract', '--file', archive, '--directory', folder]);
  await linkModules(folder);
  say('building it');
  // Declarations and the console are not needed to run the server.
  await run(join(root, 'node_modules/.bin/tsx'), ['scripts/bundle.ts'], { cwd: folder });
  return join(folder, 'packages/cli/bin/dragoman.js');
}

/** Links every installed package, and the packages of the workspace to their own sources. */
async function linkModules(folder: string): Promise<void> {
  await linkAll(join(root, 'node_modules'), join(folder, 'node_modules'), (name) => name !== '@dragoman');
  await mkdir(join(folder, 'node_modules/@dragoman'));
  for (const name of await readdir(join(folder, 'packages'))) {
    const own = join(folder, 'packages', name);
    const { name: full } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8')) as { name: string };
    await mkdir(join(own, 'dist'), { recursive: true });
    await symlink(own, join(folder, 'node_modules', full));
    const nested = join(root, 'packages', name, 'node_modules');
    if (existsSync(nested)) await linkAll(nested, join(own, 'node_modules'), () => true);
  }
}

async function linkAll(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (isWanted(name)) await symlink(join(from, name), join(to, name));
  }
}
