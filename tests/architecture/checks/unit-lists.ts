/** A unit of extension is one file or folder and one line in one list: none forgotten, none listed twice. */
import { posix } from 'node:path';
import { parseModule } from '../../../scripts/source-module.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { listModules, resolveRelative } from '../layout.js';

/** Folders whose members are units, listed in the folder's `index.ts`. */
const kinds = [
  { folder: 'packages/core/src/protocols', unit: 'protocol' },
  { folder: 'packages/server/src/routes', unit: 'route' },
  { folder: 'packages/cli/src/commands', unit: 'command' },
  { folder: 'bench/benches', unit: 'bench' },
  { folder: 'scripts/docs', unit: 'docs page' },
  { folder: 'tests/architecture/checks', unit: 'architecture check' },
] as const;

/** One list per kind of unit. */
export const unitLists: Check = {
  name: 'unit-lists',
  find: (tree) => kinds.flatMap((kind) => judge(tree, kind)),
};

function judge(tree: SourceTree, { folder, unit }: (typeof kinds)[number]): Violation[] {
  const list = `${folder}/index.ts`;
  const units = listUnits(tree, folder);
  if (units.length === 0) return [];
  if (!tree.files.includes(list)) return [{ file: list, message: `the list of every ${unit} is missing` }];
  const listed = listImports(tree, list).map((target) => unitOf(folder, target));
  return units.flatMap((name) => {
    const times = listed.filter((each) => each === name).length;
    if (times === 1) return [];
    return [{ file: list, message: `lists the ${unit} '${name}' ${times} times instead of once` }];
  });
}

function listUnits(tree: SourceTree, folder: string): string[] {
  const members = listModules(tree).filter(
    (file) => file.startsWith(`${folder}/`) && !/\.(test|contract|support)\.ts$/.test(file),
  );
  const names = members.filter((file) => file !== `${folder}/index.ts`).map((file) => unitOf(folder, file));
  return [...new Set(names)];
}

function listImports(tree: SourceTree, list: string): string[] {
  return parseModule(tree, list).imports.flatMap(({ specifier }) => resolveRelative(list, specifier) ?? []);
}

function unitOf(folder: string, file: string): string {
  return posix.relative(folder, file).split('/')[0]?.replace(/\.ts$/, '') ?? '';
}
