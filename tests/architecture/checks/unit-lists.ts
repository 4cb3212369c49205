/**
 * Each extension unit is one file or folder and one line in one list: none missing, none listed twice. A file in
 * such a folder that is not listed must be imported by a listed one.
 */
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
  /** Members that belong in no list, with the reason. */
  unlisted?: Readonly<Record<string, string>>;
}

const kinds: readonly Kind[] = [
  {
    unit: 'protocol',
    folder: 'packages/core/src/protocols',
    list: 'packages/core/src/protocols/index.ts',
    unlisted: { 'llms-txt': 'it is written and served; no description is read from it' },
  },
  {
    unit: 'AIDIP route',
    folder: 'packages/core/src/protocols/aidip/routes',
    list: 'packages/core/src/protocols/aidip/serve.ts',
  },
  { unit: 'AGIS pass', folder: 'packages/agis/src/passes', list: 'packages/agis/src/passes/index.ts' },
  { unit: 'step', folder: 'packages/server/src/http/steps', list: 'packages/server/src/http/pipeline.ts' },
  {
    unit: 'route',
    folder: 'packages/server/src/routes',
    list: 'packages/server/src/routes/index.ts',
    unlisted: { 'read-profile-body': 'it is a job of the document threads' },
  },
  { unit: 'command', folder: 'packages/cli/src/commands', list: 'packages/cli/src/commands/index.ts' },
  {
    unit: 'model interface',
    folder: 'packages/sdk/src/executor/shapes',
    list: 'packages/sdk/src/executor/shapes/index.ts',
  },
  { unit: 'probe check', folder: 'packages/lint/src/probe/checks', list: 'packages/lint/src/probe/checks/index.ts' },
  {
    unit: 'console screen',
    folder: 'packages/console/src/features',
    list: 'packages/console/src/app/screens.ts',
    unlisted: { links: 'it holds the links between screens' },
  },
  { unit: 'bench', folder: 'bench/benches', list: 'bench/benches/index.ts' },
  { unit: 'docs page', folder: 'scripts/docs', list: 'scripts/docs/index.ts' },
  { unit: 'architecture check', folder: 'tests/architecture/checks', list: 'tests/architecture/checks/index.ts' },
];

/** One list per kind of unit. */
export const unitLists: Check = {
  name: 'unit-lists',
  find: (tree) => kinds.flatMap((kind) => judge(tree, kind)),
};

function judge(tree: SourceTree, kind: Kind): Violation[] {
  const { folder, unit, list } = kind;
  const members = listMembers(tree, kind);
  if (members.length === 0) return [];
  if (!tree.files.includes(list)) return [{ file: list, message: `the list of every ${unit} is missing` }];
  const listed = listImports(tree, list);
  const parts = new Set(members.flatMap((file) => listImports(tree, file)));
  const forgotten = members
    .filter((file) => isForgotten(file, folder, listed, parts))
    .map((file) => unitOf(folder, file))
    .filter((name) => kind.unlisted?.[name] === undefined);
  const twice = listed.filter((target, at) => listed.indexOf(target) !== at).map((target) => unitOf(folder, target));
  return [
    ...[...new Set(forgotten)].map((name) => ({ file: list, message: `does not list the ${unit} '${name}'` })),
    ...[...new Set(twice)].map((name) => ({ file: list, message: `lists the ${unit} '${name}' twice` })),
  ];
}

function isForgotten(file: string, folder: string, listed: readonly string[], parts: ReadonlySet<string>): boolean {
  const isListed = listed.some((target) => unitOf(folder, target) === unitOf(folder, file));
  return !isListed && !parts.has(file);
}

function listMembers(tree: SourceTree, { folder, list }: Kind): string[] {
  return listModules(tree).filter((file) => file.startsWith(`${folder}/`) && !isTestPart(file) && file !== list);
}

function isTestPart(file: string): boolean {
  return /\.(test|contract|support)\.ts$/.test(file);
}

function listImports(tree: SourceTree, file: string): string[] {
  return parseModule(tree, file).imports.flatMap(({ specifier }) => resolveRelative(file, specifier) ?? []);
}

function unitOf(folder: string, file: string): string {
  return posix.relative(folder, file).split('/')[0]?.replace(/\.ts$/, '') ?? '';
}
