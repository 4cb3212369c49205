/** What a package offers is named by hand in its index and pinned in one file, so that nothing slips in or out. */

import { parseModule } from '../../../scripts/source-module.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { listPackages } from '../layout.js';

const pins = 'docs/reference/public-api.json';

/** Exports of the packages. */
export const publicApi: Check = {
  name: 'public-api',
  find(tree) {
    const pinned = JSON.parse(tree.read(pins)) as Record<string, string[]>;
    return listPackages(tree).flatMap(({ name }) => judge(tree, name, pinned[name] ?? []));
  },
};

function judge(tree: SourceTree, name: string, pinned: readonly string[]): Violation[] {
  const file = `packages/${name}/src/index.ts`;
  if (!tree.files.includes(file)) return [{ file, message: 'the package has no index' }];
  const { exports } = parseModule(tree, file);
  if (exports.includes('*')) return [{ file, message: 'exports a whole module instead of names' }];
  return [
    ...exports
      .filter((each) => !pinned.includes(each))
      .map((each) => ({ file, message: `exports ${each}, which ${pins} lacks` })),
    ...pinned.filter((each) => !exports.includes(each)).map((each) => ({ file, message: `no longer exports ${each}` })),
  ];
}
