/** No file imports itself through others, types included: every part can be read, tested and moved without the rest. */
import { parseModule } from '../../../scripts/source-module.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { listPackageSources, resolveRelative } from '../layout.js';

/** Import cycles between the files of a package. */
export const importCycles: Check = {
  name: 'import-cycles',
  find(tree) {
    // Imports say neither `.ts` nor `.tsx`, so files are named without the x.
    const graph = new Map(listPackageSources(tree).map((file) => [file.replace(/x$/, ''), importedFiles(tree, file)]));
    return findCycles(graph).map((cycle) => toViolation(cycle));
  },
};

function importedFiles(tree: SourceTree, file: string): string[] {
  return parseModule(tree, file)
    .imports.filter(({ dynamic }) => !dynamic)
    .flatMap(({ specifier }) => resolveRelative(file, specifier) ?? []);
}

/** One cycle for each file that closes one, in depth-first order. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const finished = new Set<string>();
  const path: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push(path.slice(at));
    if (at >= 0 || finished.has(file)) return;
    path.push(file);
    for (const imported of graph.get(file) ?? []) visit(imported);
    path.pop();
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}

function toViolation(cycle: readonly string[]): Violation {
  const [file = ''] = cycle;
  return { file, message: `imports itself: ${[...cycle, file].join(' → ')}` };
}
