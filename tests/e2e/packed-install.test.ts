/** The published packages as a user gets them: packed, installed outside the repository, run, imported, type-checked. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTarballProblems, type PackedPackage, packPackages } from '../../scripts/release/pack-packages.js';
import { runProgram } from '../../scripts/release/run-npm.js';
import { readTree } from '../../scripts/source-tree.js';
import { installPackages, requireRegistry } from './packed-packages.js';
import { startServerProcess } from './server-process.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const typedConsumer = fileURLToPath(new URL('./fixtures/packed-consumer', import.meta.url));
const examples = fileURLToPath(new URL('../../examples/register-and-search', import.meta.url));
const reachable = await requireRegistry();

const folder = mkdtempSync(join(tmpdir(), 'dragoman-packed-'));
const whole = join(folder, 'whole');
let packed: PackedPackage[];

beforeAll(async () => {
  packed = await packPackages(repository, join(folder, 'tarballs'));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface InstalledManifest {
  exports: Record<string, unknown>;
  dependencies?: Record<string, string>;
}

function readManifest(project: string, name: string): InstalledManifest {
  return JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')) as InstalledManifest;
}

/** Every specifier that a package exports; a pattern stands for each file that it matches. */
function listSpecifiers(project: string, { name, files }: PackedPackage): string[] {
  return Object.keys(readManifest(project, name).exports).flatMap((key) => {
    if (!key.includes('*')) return [name + key.slice(1)];
    const [before = '', after = ''] = key.slice(2).split('*');
    const matched = files.filter((file) => file.startsWith(before) && file.endsWith(after));
    expect(matched, key).not.toEqual([]);
    return matched.map((file) => `${name}/${file}`);
  });
}

/** Imports each specifier in one new process; gives the number of names by specifier. */
async function importAll(project: string, specifiers: readonly string[]): Promise<Record<string, number>> {
  const program = `
    const counts = {};
    for (const specifier of ${JSON.stringify(specifiers)}) {
      const options = specifier.endsWith('.json') ? { with: { type: 'json' } } : {};
      counts[specifier] = Object.keys(await import(specifier, options)).length;
    }
    console.log(JSON.stringify(counts));
  `;
  writeFileSync(join(project, 'import-all.js'), program);
  const { stdout, stderr } = await runProgram(process.execPath, ['import-all.js'], { cwd: project });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Record<string, number>;
}

/** A package and those of ours that it depends on, at any depth. */
function withOwnDependencies(name: string): PackedPackage[] {
  const found = new Set([name]);
  for (const each of found) {
    for (const dependency of Object.keys(readManifest(whole, each).dependencies ?? {})) {
      if (dependency.startsWith('@dragoman/')) found.add(dependency);
    }
  }
  return packed.filter((each) => found.has(each.name));
}

describe('each tarball', () => {
  it('holds licence, README and build, and nothing that only developers need', () => {
    const folders = readdirSync(new URL('../../packages', import.meta.url));
    const published = folders.filter((name) => name !== 'console');
    expect(packed.map(({ name }) => name).sort()).toEqual(published.map((name) => `@dragoman/${name}`).sort());
    const tree = readTree(repository);
    const problems = packed.flatMap((each) =>
      findTarballProblems(tree, each.name.replace('@dragoman/', 'packages/'), each),
    );
    expect(problems).toEqual([]);
  });
});

describe.skipIf(!reachable)('installed outside the repository', () => {
  beforeAll(async () => {
    // The types of the middleware name these frameworks, which are optional peers.
    const others = ['fastify@5', 'hono@4', '@types/node@20'];
    await installPackages(whole, [...packed.map(({ tarball }) => tarball), ...others]);
  }, 300_000);

  it('imports every export key of every package', async () => {
    const specifiers = packed.flatMap((each) => listSpecifiers(whole, each));
    const counts = await importAll(whole, specifiers);
    expect(Object.keys(counts)).toEqual(specifiers);
    expect(Object.entries(counts).filter(([, names]) => names === 0)).toEqual([]);
  });

  it('compiles a strict TypeScript consumer, declarations of the packages included', async () => {
    cpSync(typedConsumer, whole, { recursive: true });
    const modules = packed.flatMap((each) => listSpecifiers(whole, each)).filter((each) => !each.endsWith('.json'));
    const imports = modules.map((specifier, at) => `export * as entry${at} from '${specifier}';`);
    writeFileSync(join(whole, 'every-entry.ts'), `${imports.join('\n')}\n`);
    const compiled = await runProgram(process.execPath, [compiler, '-p', '.'], { cwd: whole });
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('refers to no source map', () => {
    const names = readdirSync(join(whole, 'node_modules/@dragoman'), { recursive: true, encoding: 'utf8' });
    const scripts = names.filter((name) => /\.(js|d\.ts)$/.test(name));
    expect(scripts.length).toBeGreaterThan(1_000);
    const mapped = scripts.filter((name) =>
      readFileSync(join(whole, 'node_modules/@dragoman', name), 'utf8').includes('\n//# sourceMappingURL='),
    );
    expect(mapped).toEqual([]);
  });

  it('runs dragoman --version, serve, add, search and lint', async () => {
    const cwd = join(folder, 'work');
    cpSync(examples, cwd, { recursive: true });
    const bin = join(whole, 'node_modules', '.bin', 'dragoman');
    const program = join(whole, 'node_modules/@dragoman/cli/bin/dragoman.js');
    const version = await runProgram(bin, ['--version'], { cwd });
    expect(version).toMatchObject({ code: 0, stdout: expect.stringContaining('0.1.0') });

    const server = await startServerProcess({ cwd, env: { DRAGOMAN_SEARCH_EMBEDDER: 'precise' }, command: program });
    try {
      const env = { ...process.env, DRAGOMAN_SERVER: server.url };
      const added = await runProgram(bin, ['add', 'freight-desk.json', 'pier-weather.json', '--json'], { cwd, env });
      expect(JSON.parse(added.stdout)).toMatchObject({ summary: { created: 2 } });
      const found = await runProgram(bin, ['search', 'where is my container', '--json'], { cwd, env });
      expect(found.stdout).toContain('northquay-freight-desk');
      const openApi = await fetch(`${server.url}/openapi.json`);
      writeFileSync(join(cwd, 'openapi.json'), await openApi.text());
      const linted = await runProgram(bin, ['lint', 'openapi.json', '--format', 'json'], { cwd, env });
      expect(JSON.parse(linted.stdout)).toMatchObject({ documents: [{ findings: expect.any(Array) }] });
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  it('installs the SDK without core, server and lint, and imports all of it', async () => {
    const project = join(folder, 'sdk-alone');
    const packages = withOwnDependencies('@dragoman/sdk');
    await installPackages(
      project,
      packages.map(({ tarball }) => tarball),
    );
    const sdk = packages.filter(({ name }) => name === '@dragoman/sdk');
    const specifiers = sdk.flatMap((each) => listSpecifiers(project, each));
    expect(specifiers).toContain('@dragoman/sdk/agis');
    expect(Object.keys(await importAll(project, specifiers))).toEqual(specifiers);
    const installed = readdirSync(join(project, 'node_modules/@dragoman'));
    expect(installed.filter((name) => ['core', 'server', 'lint', 'embedder', 'cli'].includes(name))).toEqual([]);
  }, 300_000);
});
