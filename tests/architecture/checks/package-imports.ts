/** Packages import only the packages below them, through their index, and leave their folder no other way. */

import { type Import, parseModule } from '../../../scripts/source-module.js';
import type { Check, Violation } from '../check.js';
import { listPackageSources, listPackages, type Manifest, packageOf, resolveRelative } from '../layout.js';

/** Who may import whom, by folder name. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: [],
  core: ['model'],
  sdk: ['model'],
  embedder: ['core'],
  lint: ['core', 'embedder', 'model'],
  middleware: ['core', 'model'],
  server: ['core', 'embedder', 'lint', 'model'],
  cli: ['lint', 'sdk', 'core', 'embedder', 'model'],
  console: ['sdk', 'model'],
};

/** The command may know the server's types, and load it, whose weight most commands do not need, where one asks for it. */
const onDemand = {
  from: 'cli',
  to: 'server',
  within: /^packages\/cli\/src\/(commands\/|local-store\.ts$)/,
} as const;

/** The agent's side of AGIS validates what it meets, which takes the engine; it is an optional peer of the client. */
const onSubpath = { from: 'sdk', to: 'core', within: /^packages\/sdk\/src\/agis\// } as const;

/** Imports between packages. */
export const packageImports: Check = {
  name: 'package-imports',
  find(tree) {
    const manifests = new Map(listPackages(tree).map(({ name, manifest }) => [name, manifest]));
    return listPackageSources(tree).flatMap((file) =>
      parseModule(tree, file).imports.flatMap((imported) => judge(file, imported, manifests)),
    );
  },
};

function judge(file: string, imported: Import, manifests: ReadonlyMap<string, Manifest>): Violation[] {
  const { specifier } = imported;
  const from = packageOf(file) ?? '';
  const resolved = resolveRelative(file, specifier);
  if (resolved !== undefined && !resolved.startsWith(`packages/${from}/`)) {
    return [{ file, message: `reaches out of its package with '${specifier}'` }];
  }
  const [, to, subpath] = /^@dragoman\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (to === undefined) return [];
  if (subpath !== undefined && !isExported(manifests.get(to), subpath)) {
    return [{ file, message: `imports '${specifier}', which ${to} does not export` }];
  }
  if (allowed[from]?.includes(to) || mayLoad(file, from, to, imported)) return [];
  if (from === onSubpath.from && to === onSubpath.to && onSubpath.within.test(file)) return [];
  return [{ file, message: `${from} may not import ${to}` }];
}

function mayLoad(file: string, from: string, to: string, { dynamic, typeOnly }: Import): boolean {
  if (from !== onDemand.from || to !== onDemand.to) return false;
  return typeOnly || (dynamic && onDemand.within.test(file));
}

function isExported(manifest: Manifest | undefined, subpath: string): boolean {
  return Object.keys(manifest?.exports ?? {}).some((key) => {
    const [head, tail] = key.slice(1).split('*');
    if (tail === undefined) return head === subpath;
    return subpath.startsWith(head ?? '') && subpath.endsWith(tail);
  });
}
