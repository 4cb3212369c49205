/** Pins what each package exports, so that a change of the public interface shows up in review. */
import type { PageMaker } from '../generated-file.js';
import { parseModule } from '../source-module.js';
import { readTree } from '../source-tree.js';

/** Makes docs/reference/public-api.json. */
export const makePublicApi: PageMaker = async (root) => {
  const tree = readTree(root);
  const pinned = tree.files.flatMap((file) => {
    const name = /^packages\/([^/]+)\/src\/index\.ts$/.exec(file)?.[1];
    return name === undefined ? [] : [[name, parseModule(tree, file).exports.sort()] as const];
  });
  const text = `${JSON.stringify(Object.fromEntries(pinned), null, 2)}\n`;
  return [{ path: 'docs/reference/public-api.json', text }];
};
