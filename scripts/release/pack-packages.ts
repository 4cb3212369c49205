/** Packs the packages as they are published, and checks what is in the tarballs. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTree, type SourceTree } from '../source-tree.js';
import { planRelease } from './plan-release.js';
import { runNpm } from './run-npm.js';

/** One tarball. */
export interface PackedPackage {
  name: string;
  /** Absolute path of the tarball. */
  tarball: string;
  /** Size of the tarball in bytes. */
  size: number;
  /** Paths in the tarball, without the leading `package/`. */
  files: string[];
}

/** Packs all published workspaces of a repository into a folder. */
export async function packPackages(root: string, destination: string): Promise<PackedPackage[]> {
  mkdirSync(destination, { recursive: true });
  const workspaces = planRelease(readTree(root)).packages.map(({ folder }) => `--workspace=${folder}`);
  const packed = await runNpm(root, ['pack', ...workspaces, '--json', '--pack-destination', destination]);
  if (packed.code !== 0) throw new Error(`npm pack failed:\n${packed.stderr}`);
  const listed = JSON.parse(packed.stdout) as (Omit<PackedPackage, 'tarball' | 'files'> & {
    filename: string;
    files: { path: string }[];
  })[];
  return listed.map(({ name, size, filename, files }) => ({
    name,
    tarball: join(destination, filename),
    size,
    files: files.map(({ path }) => path),
  }));
}

/** Files that only developers need. */
const unwanted = /\.(map|tsbuildinfo)$|\.(test|support|contract)\.|(^|\/)fixtures\/|^src\//;

/** Sentences on files that a tarball lacks and on files that must not be in it. */
export function findTarballProblems(tree: SourceTree, folder: string, { name, files }: PackedPackage): string[] {
  const built = folder === 'packages/server' ? ['dist/console/index.html', 'dist/console/index.html.br'] : [];
  const needed = ['LICENSE', 'README.md', 'package.json', ...listTargets(tree, folder), ...built];
  const sources = new Set(tree.files);
  const stale = files.filter((file) => {
    const module = /^dist\/(.+?)\.d\.ts$/.exec(file)?.[1];
    return module !== undefined && !sources.has(`${folder}/src/${module}.ts`);
  });
  return [
    ...needed.filter((file) => !files.includes(file)).map((file) => `${name} lacks ${file}`),
    ...files.filter((file) => unwanted.test(file)).map((file) => `${name} must not contain ${file}`),
    ...stale.map((file) => `${name} contains ${file}, which has no source`),
  ];
}

/** The files that the export keys of a package lead to, patterns left out. */
function listTargets(tree: SourceTree, folder: string): string[] {
  const { exports } = JSON.parse(tree.read(`${folder}/package.json`)) as {
    exports: Record<string, string | Record<string, string>>;
  };
  return Object.values(exports)
    .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
    .filter((target) => !target.includes('*'))
    .map((target) => target.replace(/^\.\//, ''));
}
