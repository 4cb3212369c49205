/**
 * Writes the JavaScript of every package to its `dist`: one file per entry point and shared chunks, because Node spends most of a
 * start on opening files. Other packages stay imports, so that no class exists twice. `tsc -b` writes the declarations before.
 */
import { readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { pruneBuild } from './prune-build.js';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));

/** Entry points that no `exports` names: programs, and the scripts of worker threads. */
const programs: Readonly<Record<string, readonly string[]>> = {
  cli: ['main'],
  core: ['digest/browser', 'digest/node'],
  documents: ['libraries/browser', 'libraries/node'],
  embedder: ['embedding-thread'],
  server: ['main', 'document-thread'],
};

interface Manifest {
  exports: Record<string, string | { default: string }>;
}

/** Entry points of a package as paths below `src`, without extension. */
function entriesOf(name: string): string[] {
  const manifest = JSON.parse(readFileSync(`${packages}${name}/package.json`, 'utf8')) as Manifest;
  const exported = Object.values(manifest.exports).flatMap((target) => {
    const file = typeof target === 'string' ? target : target.default;
    return /^\.\/dist\/(.+)\.js$/.exec(file)?.[1] ?? [];
  });
  return [...exported, ...(programs[name] ?? [])];
}

/** Removes the JavaScript of an earlier build; declarations belong to `tsc -b`, and the console has a build of its own. */
async function clean(name: string): Promise<void> {
  const folder = `${packages}${name}/dist`;
  const files = await readdir(folder, { recursive: true });
  for (const file of files) if (/^(?!console\/).*\.js(\.map)?$/.test(file)) rmSync(`${folder}/${file}`);
}

async function bundle(name: string): Promise<void> {
  await clean(name);
  await build({
    absWorkingDir: `${packages}${name}`,
    entryPoints: entriesOf(name).map((entry) => ({ in: `src/${entry}.ts`, out: entry })),
    outdir: 'dist',
    // Chunks lie in the same folder as the entry points, so that `import.meta.url` has the same depth in `src` and `dist`.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    packages: 'external',
    external: ['node:*', '#*'],
    // Published bundles must not refer to a map, because maps are not published.
    sourcemap: 'external',
    logLevel: 'warning',
  });
}

/** `scripts/build-console.ts` builds the console. */
const names = (await readdir(packages, { withFileTypes: true })).filter(
  (each) => each.isDirectory() && each.name !== 'console',
);
await Promise.all(names.map(({ name }) => bundle(name)));
pruneBuild(fileURLToPath(new URL('..', import.meta.url)));
