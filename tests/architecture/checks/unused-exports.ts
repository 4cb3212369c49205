/** The internal packages export what another package, a bench, a script or a test imports, and nothing else. */
import { parseModule } from '../../../scripts/source-module.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check } from '../check.js';
import { listEntryPoints, listModules, packageOf, resolveRelative } from '../layout.js';

/** Packages whose exports are for the other packages first; the others are installed for their public API. */
const internal: readonly string[] = ['documents', 'agis', 'core'];

/** Unused exports. */
export const unusedExports: Check = {
  name: 'unused-exports',
  find(tree) {
    return listEntryPoints(tree)
      .filter(({ name }) => internal.includes(name))
      .flatMap(({ name, specifier, source }) => {
        const isUsed = collectUses(tree, { name, specifier, source });
        return parseModule(tree, source)
          .exports.filter((exported) => !isUsed(exported))
          .map((exported) => ({ file: source, message: `exports ${exported}, which nobody imports` }));
      });
  },
};

interface EntryPoint {
  name: string;
  specifier: string;
  source: string;
}

/** Names count as used by a static import; a file with a dynamic import uses the names that occur in its text. */
function collectUses(tree: SourceTree, { name, specifier, source }: EntryPoint): (exported: string) => boolean {
  const used = new Set<string>();
  const texts: string[] = [];
  for (const file of listModules(tree).filter((each) => packageOf(each) !== name)) {
    for (const imported of parseModule(tree, file).imports) {
      if (imported.specifier !== specifier && resolveRelative(file, imported.specifier) !== source) continue;
      for (const each of imported.names) used.add(each);
      if (imported.dynamic) texts.push(tree.read(file));
    }
  }
  return (exported) => used.has(exported) || texts.some((text) => new RegExp(`\\b${exported}\\b`).test(text));
}
