/** Packages import only permitted packages, through their entry points, and no files outside their folder. */

import { type Import, parseModule } from '../../../scripts/source-module.js';
import type { Check, Violation } from '../check.js';
import { listPackageSources, listPackages, type Manifest, packageOf, resolveRelative } from '../layout.js';

/** Permitted imports by folder name; with a slash, only that entry point. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: [],
  documents: ['model'],
  agis: ['documents', 'model'],
  core: ['agis', 'documents', 'model'],
  embedder: ['core/embedder'],
  lint: ['core/descriptions', 'agis', 'documents', 'model'],
  language: ['lint', 'core/descriptions', 'core/editing', 'agis', 'documents', 'model'],
  sdk: ['agis', 'documents', 'model'],
  middleware: ['core/http', 'core/descriptions', 'core/conversion', 'documents', 'model'],
  server: ['core', 'agis', 'documents', 'embedder', 'lint', 'model'],
  cli: ['lint', 'language', 'sdk', 'agis', 'documents', 'core', 'embedder', 'model'],
  console: ['sdk', 'language', 'lint', 'agis', 'core/descriptions', 'documents', 'model'],
};

/** The CLI may import the server's types anywhere, but loads the heavy server only in commands that need it. */
const onDemand = {
  from: 'cli',
  to: 'server',
  within: /^packages\/cli\/src\/(commands\/|registry\/local-store\.ts$)/,
} as const;

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
  const entryPoint = `${to}${subpath ?? ''}`;
  if ([to, entryPoint].some((each) => allowed[from]?.includes(each)) || mayLoad(file, from, to, imported)) return [];
  return [{ file, message: `${from} may not import ${entryPoint}` }];
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
