/** What exists is documented, and what is documented exists: packages, failures, commands, benches, examples. */

import { parseModule } from '../../../scripts/source-module.js';
import type { SourceTree } from '../../../scripts/source-tree.js';
import type { Check, Violation } from '../check.js';
import { listPackageSources, listPackages, packageOf, resolveRelative } from '../layout.js';

/** Completeness of the documents, as far as a name can show it. */
export const docsComplete: Check = {
  name: 'docs-complete',
  find: (tree) => [
    ...listPackages(tree).flatMap(({ name }) => demand(tree, 'README.md', `packages/${name}`)),
    ...judgeFailures(tree),
    ...judgeDiagnostics(tree),
    ...listNames(tree, /^packages\/cli\/src\/commands\/([^/.]+)\.ts$/).flatMap((name) =>
      demand(tree, 'docs/reference/cli.md', `dragoman ${name.replace('-', ' ')}`),
    ),
    ...listBenches(tree).flatMap((name) => demand(tree, 'bench/README.md', `\`${name}\``)),
    ...listNames(tree, /^examples\/([^/]+)\//)
      .filter((story) => !tree.files.includes(`examples/${story}/README.md`))
      .map((story) => ({ file: `examples/${story}/README.md`, message: 'the example has no README' })),
  ],
};

function demand(tree: SourceTree, file: string, text: string): Violation[] {
  const found = tree.files.includes(file) && tree.read(file).includes(text);
  return found ? [] : [{ file, message: `does not name '${text}'` }];
}

function judgeFailures(tree: SourceTree): Violation[] {
  const table = 'packages/model/src/failure.ts';
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

function judgeDiagnostics(tree: SourceTree): Violation[] {
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

/** Names of the benches in the list: each says its own beside its summary. */
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
