/** The layout of the repository, for the checks. */
import { posix } from 'node:path';
import type { SourceTree } from '../../scripts/source-tree.js';

/** True for a file that only tests use. */
export function isTestFile(file: string): boolean {
  return /\.(test|contract|support)\.tsx?$/.test(file) || /^(tests|examples)\//.test(file);
}

/** Every TypeScript file. */
export function listModules(tree: SourceTree): string[] {
  return tree.files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
}

/** The sources of the packages that are built and published. */
export function listPackageSources(tree: SourceTree): string[] {
  return listModules(tree).filter((file) => /^packages\/[^/]+\/src\//.test(file) && !isTestFile(file));
}

/** Name of the package that a file belongs to: `core` for `packages/core/src/…`. */
export function packageOf(file: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(file)?.[1];
}

/** Every package by folder name, with its manifest. */
export function listPackages(tree: SourceTree): { name: string; manifest: Manifest }[] {
  return tree.files.flatMap((file) => {
    const name = /^packages\/([^/]+)\/package\.json$/.exec(file)?.[1];
    return name === undefined ? [] : [{ name, manifest: JSON.parse(tree.read(file)) as Manifest }];
  });
}

/** A specifier of a package, with its source file. */
export interface EntryPoint {
  /** Folder name of the package. */
  name: string;
  /** `@dragoman/core/http`. */
  specifier: string;
  source: string;
}

/** Every entry point of every package that is a module. */
export function listEntryPoints(tree: SourceTree): EntryPoint[] {
  return listPackages(tree).flatMap(({ name, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([key, target]) => {
      const file = /^\.\/dist\/(.+)\.js$/.exec(String((target as { default?: string }).default ?? target))?.[1];
      const specifier = `@dragoman/${name}${key.slice(1)}`;
      return file === undefined ? [] : [{ name, specifier, source: `packages/${name}/src/${file}.ts` }];
    }),
  );
}

/** The members of a package.json that the checks read. */
export interface Manifest {
  name: string;
  /** True for a package that is never published. */
  private?: boolean;
  exports?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Path of a relative import from the root, with the extension `.ts`; undefined for other imports. */
export function resolveRelative(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return posix.normalize(posix.join(posix.dirname(file), specifier)).replace(/\.js$/, '.ts');
}

/** Package name of a bare import, without its subpath: `@hono/node-server` for `@hono/node-server/serve-static`. */
export function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Targets of the links in a Markdown page outside code, without their fragments. */
export function listLinkTargets(page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map((match) => decodeURI(match[1] ?? ''));
  return targets.map((target) => target.replace(/#.*/, '')).filter((target) => target !== '');
}
