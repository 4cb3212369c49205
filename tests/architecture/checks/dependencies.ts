/** Every package declares what it imports, imports what it declares, and gives a reason for each dependency. */
import { builtinModules } from 'node:module';
import { parseModule } from '../../../scripts/source-module.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { listPackageSources, listPackages, type Manifest, packageName, packageOf } from '../layout.js';

const reasons = 'docs/decisions/dependencies.md';

/** Dependencies of the packages. */
export const dependencies: Check = {
  name: 'dependencies',
  find(tree) {
    const stated = tree.files.includes(reasons) ? tree.read(reasons) : '';
    return listPackages(tree).flatMap(({ name, manifest }) => judge(tree, name, manifest, stated));
  },
};

function judge(tree: SourceTree, name: string, manifest: Manifest, stated: string): Violation[] {
  const file = `packages/${name}/package.json`;
  // A private package is bundled: what it uses, its build tools included, is installed with no published package.
  const runtime = Object.keys((manifest.private === true ? manifest.devDependencies : manifest.dependencies) ?? {});
  const declared = new Set([...runtime, ...Object.keys(manifest.peerDependencies ?? {})]);
  const imported = listImported(tree, name);
  const used = new Set(imported.map(({ dependency }) => dependency));
  return [
    ...imported
      .filter(({ dependency }) => !declared.has(dependency))
      .map((from) => ({ file: from.file, message: `imports ${from.dependency}, which ${file} does not declare` })),
    ...runtime
      .filter((each) => manifest.private !== true && !used.has(each) && !isPeer(each, used, stated))
      .map((each) => ({ file, message: `declares ${each} and never imports it` })),
    ...runtime
      .filter((each) => !each.startsWith('@dragoman/') && !stated.includes(`\`${each}\``))
      .map((each) => ({ file, message: `${each} has no reason in ${reasons}` })),
  ];
}

function listImported(tree: SourceTree, name: string): { file: string; dependency: string }[] {
  return listPackageSources(tree)
    .filter((file) => packageOf(file) === name)
    .flatMap((file) =>
      parseModule(tree, file)
        .imports.filter(({ specifier }) => isExternal(specifier))
        .map(({ specifier }) => ({ file, dependency: packageName(specifier) })),
    );
}

function isExternal(specifier: string): boolean {
  return !/^(\.|node:|#)/.test(specifier) && !builtinModules.includes(specifier);
}

/** A package that is required as a peer of another one; its reason says so. */
function isPeer(dependency: string, used: ReadonlySet<string>, stated: string): boolean {
  return [...used].some((other) => stated.includes(`\`${dependency}\` (peer of \`${other}\`)`));
}
