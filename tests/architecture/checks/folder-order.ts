/**
 * Every package declares the order of its folders in ARCHITECTURE.md, under a heading "Inside <package>": the first column of the
 * table lists them, and a folder imports only folders above it. Files next to the folders may import all of them, and no
 * folder imports these files.
 */
import { parseModule } from '../../../scripts/source-module.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { isTestFile, listModules, resolveRelative } from '../layout.js';

const page = 'ARCHITECTURE.md';

/** Packages with an order. */
const ordered: readonly string[] = ['core', 'lint', 'language', 'middleware', 'console', 'server', 'cli'];

/** Folders whose own folders must not import each other: protocols meet only in the entry, screens only through links. */
const apart: readonly string[] = ['protocols', 'features'];

/** Imports between the folders of a package. */
export const folderOrder: Check = {
  name: 'folder-order',
  find(tree) {
    const orders = tree.files.includes(page) ? readOrders(tree.read(page)) : new Map<string, string[]>();
    return listModules(tree)
      .filter((file) => !isTestFile(file))
      .flatMap((file) => {
        const place = placeOf(file);
        const order = place === undefined ? undefined : orders.get(place.package);
        if (place?.folder === undefined || order === undefined || !ordered.includes(place.package)) return [];
        return checkFile(tree, file, order);
      });
  },
};

/** Package → its folders in order. */
function readOrders(text: string): Map<string, string[]> {
  const sections = text.split(/^## /m).flatMap((section) => {
    const name = /^Inside (\w+)/.exec(section)?.[1];
    const folders = [...section.matchAll(/^\| `([\w-]+)\/` \|/gm)].flatMap((match) => match[1] ?? []);
    return name === undefined ? [] : [[name, folders] as const];
  });
  return new Map(sections);
}

interface Place {
  package: string;
  folder: string | undefined;
  /** Folder inside the folder. */
  unit: string | undefined;
}

function placeOf(file: string): Place | undefined {
  const [, name, folder, unit] = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?(?:([^/]+)\/)?[^/]+$/.exec(file) ?? [];
  return name === undefined ? undefined : { package: name, folder, unit };
}

function checkFile(tree: SourceTree, file: string, order: readonly string[]): Violation[] {
  const from = placeOf(file);
  if (from?.folder === undefined) return [];
  if (!order.includes(from.folder)) {
    return [{ file, message: `${page} lists no folder '${from.folder}' inside ${from.package}` }];
  }
  return parseModule(tree, file).imports.flatMap(({ specifier }) => {
    const target = resolveRelative(file, specifier);
    const to = target === undefined ? undefined : placeOf(target);
    const message = to === undefined || target === undefined ? undefined : complaint(from, to, { target, order });
    return message === undefined ? [] : [{ file, message }];
  });
}

function complaint(from: Place, to: Place, { target, order }: { target: string; order: readonly string[] }) {
  if (to.folder === undefined) return `imports ${target}, which is above every folder`;
  if (order.indexOf(to.folder) > order.indexOf(from.folder ?? '')) return `${from.folder} may not import ${to.folder}`;
  if (from.folder !== to.folder || !apart.includes(to.folder)) return undefined;
  if (from.unit === undefined || from.unit === to.unit || (to.unit === undefined && to.folder === 'features'))
    return undefined;
  return `${from.unit} may not import ${to.unit ?? 'the list'}: both are in ${to.folder}`;
}
