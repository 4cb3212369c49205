/** Installs packed packages in a folder of their own, as a user's npm would. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from '../../scripts/release/run-npm.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** True when npm's registry answers. Without one, tests are skipped with a warning; in CI this throws instead. */
export async function requireRegistry(): Promise<boolean> {
  const asked = await runNpm(root, ['view', 'picocolors', 'version', '--fetch-retries=0', '--fetch-timeout=10000']);
  if (asked.code === 0) return true;
  if (process.env.CI) {
    throw new Error(`The npm registry is not reachable, and CI must not skip its tests:\n${asked.stderr}`);
  }
  console.warn('The npm registry is not reachable: the tests of packed packages are SKIPPED');
  return false;
}

/** Makes a project with nothing in it but these packages. */
export async function installPackages(folder: string, packages: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const options = ['--no-audit', '--no-fund', '--prefer-offline'];
  const installed = await runNpm(folder, ['install', ...options, ...packages]);
  if (installed.code !== 0) throw new Error(`npm install failed:\n${installed.stderr}`);
}
