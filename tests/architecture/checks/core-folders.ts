/** Inside core the flow is the folder list: a folder imports only folders before it, and protocols never each other. */

import { parseModule } from '../../../scripts/source-module.js';
import type { Check, Violation } from '../check.js';
import { isTestFile, listModules, resolveRelative } from '../layout.js';

const order = [
  'schema',
  'documents',
  'idl',
  'access',
  'catalogue',
  'discovery',
  'gateway',
  'transport',
  'procedures',
  'teams',
  'protocols',
  'conversion',
  'designer',
] as const;

const place = /^packages\/core\/src\/([^/]+)\/(?:([^/]+)\/)?/;

/** Imports between the folders of core. */
export const coreFolders: Check = {
  name: 'core-folders',
  find(tree) {
    const files = listModules(tree).filter((file) => place.test(file) && !isTestFile(file));
    return files.flatMap((file) => {
      const folder = place.exec(file)?.[1] ?? '';
      if (rank(folder) < 0) return [{ file, message: `core has no folder '${folder}' in its order` }];
      return parseModule(tree, file).imports.flatMap(({ specifier }) => judge(file, resolveRelative(file, specifier)));
    });
  },
};

function judge(file: string, target: string | undefined): Violation[] {
  if (target === undefined) return [];
  const [, from = '', fromUnit] = place.exec(file) ?? [];
  const [, to, toUnit] = place.exec(target) ?? [];
  if (to === undefined) return [{ file, message: `imports ${target}, which is above every folder` }];
  if (rank(to) > rank(from)) return [{ file, message: `${from} may not import ${to}` }];
  const crosses = from === 'protocols' && to === 'protocols' && fromUnit !== undefined && fromUnit !== toUnit;
  return crosses ? [{ file, message: `the protocol ${fromUnit} imports ${toUnit ?? 'the list of protocols'}` }] : [];
}

function rank(folder: string): number {
  return (order as readonly string[]).indexOf(folder);
}
