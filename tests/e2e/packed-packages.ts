/** Packs every package and installs the tarballs in a folder of its own, as a user's npm would. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One tarball. */
export interface PackedPackage {
  name: string;
  /** Absolute path of the tarball. */
  tarball: string;
  /** Paths in the tarball, without the leading `package/`. */
  files: string[];
}

/** What a program printed, and how it ended. */
export interface ProgramResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** True when npm's registry answers. Without one, tests are skipped with a warning; in CI this throws instead. */
export async function requireRegistry(): Promise<boolean> {
  const asked = await npm(root, ['view', 'picocolors', 'version', '--fetch-retries=0', '--fetch-timeout=10000']);
  if (asked.code === 0) return true;
  if (process.env.CI)
    throw new Error(`The npm registry is not reachable, and CI must not skip its tests:\n${asked.stderr}`);
  console.warn('The npm registry is not reachable: the tests of packed packages are SKIPPED');
  return false;
}

/** Packs all workspaces into a folder. */
export async function packAll(destination: string): Promise<PackedPackage[]> {
  mkdirSync(destination, { recursive: true });
  const packed = await npm(root, ['pack', '--workspaces', '--json', '--pack-destination', destination]);
  if (packed.code !== 0) throw new Error(`npm pack failed:\n${packed.stderr}`);
  const listed = JSON.parse(packed.stdout) as { name: string; filename: string; files: { path: string }[] }[];
  return listed.map(({ name, filename, files }) => ({
    name,
    tarball: join(destination, filename),
    files: files.map(({ path }) => path),
  }));
}

/** Makes a project with nothing in it but these packages. */
export async function installPackages(folder: string, packages: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const options = ['--no-audit', '--no-fund', '--prefer-offline'];
  const installed = await npm(folder, ['install', ...options, ...packages]);
  if (installed.code !== 0) throw new Error(`npm install failed:\n${installed.stderr}`);
}

/** Runs npm without the settings that `npm test` hands to its children, because they belong to this repository. */
function npm(cwd: string, options: readonly string[]): Promise<ProgramResult> {
  const kept = /^npm_config_(registry|cache|userconfig|cafile|.*proxy)$/;
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/.test(name) || kept.test(name)),
  );
  return runProgram(process.platform === 'win32' ? 'npm.cmd' : 'npm', options, { cwd, env });
}

/** Runs a program to its end; a failing exit code is a result, not an error. */
export function runProgram(
  program: string,
  options: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<ProgramResult> {
  const shell = process.platform === 'win32';
  return new Promise((resolve, reject) => {
    execFile(program, [...options], { cwd, env, shell, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, stdout, stderr });
      else reject(error);
    });
  });
}
