/** A unit of extension is one file or folder and one line in one list: none forgotten, none listed twice. */
import { posix } from 'node:path';
import { parseModule } from '../../../scripts/source-module.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { listModules, resolveRelative } from '../layout.js';

/** One kind of unit: the folder of its members, and the one file that lists them. */
interface Kind {
  unit: string;
  folder: string;
  list: string;
}

const kinds: readonly Kind[] = [
  { unit: 'protocol', folder: 'packages/core/src/protocols', list: 'packages/core/src/protocols/index.ts' },
  { unit: 'step', folder: 'packages/server/src/http/steps', list: 'packages/server/src/http/pipeline.ts' },
  { unit: 'route', folder: 'packages/server/src/routes', list: 'packages/server/src/routes/index.ts' },
  { unit: 'command', folder: 'packages/cli/src/commands', list: 'packages/cli/src/commands/index.ts' },
  { unit: 'bench', folder: 'bench/benches', list: 'bench/benches/index.ts' },
  { unit: 'docs page', folder: 'scripts/docs', list: 'scripts/docs/index.ts' },
  { unit: 'architecture check', folder: 'tests/architecture/checks', list: 'tests/architecture/checks/index.ts' },
];

/** One list per kind of unit. */
export const unitLists: Check = {
  name: 'unit-lists',
  find: (tree) => kinds.flatMap((kind) => judge(tree, kind)),
};

function judge(tree: SourceTree, { folder, unit, list }: Kind): Violation[] {
  const units = listUnits(tree, folder).filter((name) => name !== 'index');
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
  const names = members.map((file) => unitOf(folder, file));
  return [...new Set(names)];
}

function listImports(tree: SourceTree, list: string): string[] {
  return parseModule(tree, list).imports.flatMap(({ specifier }) => resolveRelative(list, specifier) ?? []);
}

function unitOf(folder: string, file: string): string {
  return posix.relative(folder, file).split('/')[0]?.replace(/\.ts$/, '') ?? '';
}
