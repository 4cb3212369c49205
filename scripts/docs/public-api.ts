/** Pins what each entry point exports, so that a change of the public interface shows up in review. */
import { listEntryPoints } from '../../tests/architecture/layout.js';
import type { PageMaker } from '../generated-file.js';
import { parseModule } from '../source-module.js';
import { readTree } from '../source-tree.js';

/** Generates docs/reference/public-api.json. */
export const makePublicApi: PageMaker = async (root) => {
  const tree = readTree(root);
  const pinned = listEntryPoints(tree).map(
    ({ specifier, source }) => [specifier, parseModule(tree, source).exports.sort()] as const,
  );
  return [{ path: 'docs/reference/public-api.json', text: `${JSON.stringify(Object.fromEntries(pinned), null, 2)}\n` }];
};
