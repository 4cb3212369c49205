/** Entry points list their exports by name, and one file pins them, so that every change of the public API is visible. */
import { parseModule } from '../../../scripts/source-module.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { type EntryPoint, listEntryPoints } from '../layout.js';

const pins = 'docs/reference/public-api.json';

/** Exports of the packages. */
export const publicApi: Check = {
  name: 'public-api',
  find(tree) {
    const pinned = JSON.parse(tree.read(pins)) as Record<string, string[]>;
    return listEntryPoints(tree).flatMap((entry) => checkEntry(tree, entry, pinned[entry.specifier] ?? []));
  },
};

function checkEntry(tree: SourceTree, { specifier, source: file }: EntryPoint, pinned: readonly string[]): Violation[] {
  if (!tree.files.includes(file)) return [{ file, message: `is missing, and the package exports it as ${specifier}` }];
  const { exports } = parseModule(tree, file);
  if (exports.includes('*')) return [{ file, message: 'exports a whole module instead of names' }];
  return [
    ...exports
      .filter((each) => !pinned.includes(each))
      .map((each) => ({ file, message: `exports ${each}, which ${pins} lacks` })),
    ...pinned.filter((each) => !exports.includes(each)).map((each) => ({ file, message: `no longer exports ${each}` })),
  ];
}
