/** Builds every package before the end-to-end tests, because they start the built command as a user would. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Vitest's global setup: runs once, before the first end-to-end test. */
export default function buildOnce(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const build = spawnSync('npm', ['run', 'build'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (build.status !== 0) throw new Error(`The build failed:\n${build.stdout}${build.stderr}`);
}
