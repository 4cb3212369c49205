/** Packages, failures, commands, benches and examples are documented, and the documentation names no others. */

import { parseModule } from '../../../scripts/source-module.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { listPackageSources, listPackages, packageOf, resolveRelative } from '../layout.js';

/** Completeness of the documentation, checked by name. */
export const docsComplete: Check = {
  name: 'docs-complete',
  find: (tree) => [
    ...listPackages(tree).flatMap(({ name }) => demand(tree, 'README.md', `packages/${name}`)),
    ...checkFailures(tree),
    ...checkDiagnostics(tree),
    ...listNames(tree, /^packages\/cli\/src\/commands\/([^/.]+)\.ts$/).flatMap((name) =>
      demand(tree, 'docs/reference/cli.md', `dragoman ${name.replace('-', ' ')}`),
    ),
    ...listBenches(tree).flatMap((name) => demand(tree, 'bench/README.md', `\`${name}\``)),
    ...listNames(tree, /^examples\/([^/]+)\//)
      .filter((example) => !tree.files.includes(`examples/${example}/README.md`))
      .map((example) => ({ file: `examples/${example}/README.md`, message: 'the example has no README' })),
  ],
};

function demand(tree: SourceTree, file: string, text: string): Violation[] {
  const found = tree.files.includes(file) && tree.read(file).includes(text);
  return found ? [] : [{ file, message: `does not name '${text}'` }];
}

function checkFailures(tree: SourceTree): Violation[] {
  const table = 'packages/model/src/failure-table.ts';
  const page = 'docs/reference/failures.md';
  if (!tree.files.includes(table)) return [];
  const codes = matchAll(tree.read(table), /^ {2}([A-Z][A-Z_]+): \{/gm);
  const documented = tree.files.includes(page) ? matchAll(tree.read(page), /^## ([A-Z_]+)$/gm) : [];
  return [
    ...codes.filter((code) => !documented.includes(code)).map((code) => ({ file: page, message: `lacks ${code}` })),
    ...documented
      .filter((code) => !codes.includes(code))
      .map((code) => ({ file: page, message: `names ${code}, which is gone` })),
  ];
}

function checkDiagnostics(tree: SourceTree): Violation[] {
  const page = 'scripts/docs/diagnostics.ts';
  const tables = listPackageSources(tree).filter(
    (file) => packageOf(file) !== 'model' && /export const \w+: DiagnosticTable\b/.test(tree.read(file)),
  );
  const imports = tree.files.includes(page) ? parseModule(tree, page).imports : [];
  const listed = imports.map(({ specifier }) => resolveRelative(page, specifier));
  return tables
    .filter((file) => !listed.includes(file))
    .map((file) => ({ file: page, message: `lacks the table of ${file}` }));
}

/** Names of the benches in the list; each file has a name and a summary. */
function listBenches(tree: SourceTree): string[] {
  const list = 'bench/benches/index.ts';
  if (!tree.files.includes(list)) return [];
  const listed = parseModule(tree, list).imports.flatMap(({ specifier }) => resolveRelative(list, specifier) ?? []);
  return listed.flatMap((file) => matchAll(tree.read(file), /^ *name: '([a-z-]+)',\n *summary:/gm));
}

function listNames(tree: SourceTree, pattern: RegExp): string[] {
  const found = tree.files.flatMap((file) => pattern.exec(file)?.[1] ?? []);
  return [...new Set(found)].filter((name) => name !== 'index');
}

function matchAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}
