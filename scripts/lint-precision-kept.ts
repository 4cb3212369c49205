/**
 * Lints the documents of earlier draws again, and writes in the last column of `bench/lint/precision.tsv` whether each judged
 * finding is still reported with its severity; run manually: `scripts/lint-precision-kept.ts <folder>...`. The folders have
 * the documents under the names of the table; lines of other documents stay as they are.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintDocument } from '../packages/lint/src/index.js';

const table = new URL('../bench/lint/precision.tsv', import.meta.url);
const folders = process.argv.slice(2);
const reported = new Map<string, ReadonlySet<string> | undefined>();

/** Rule, severity and location of all findings in a document; undefined when no folder has it. */
function lintNamed(name: string): ReadonlySet<string> | undefined {
  const path = folders.map((folder) => join(folder, name)).find((each) => existsSync(each));
  if (path === undefined) return undefined;
  const { findings } = lintDocument(readFileSync(path));
  return new Set(findings.map(({ rule, severity, location }) => [rule, severity, location.pointer].join('\t')));
}

const counts = { kept: 0, changed: 0, skipped: 0 };

function updateLine(line: string): string {
  const cells = line.split('\t');
  const [, rule, severity, document = '', pointer] = cells;
  if (line.startsWith('#') || rule === undefined) return line;
  if (!reported.has(document)) reported.set(document, lintNamed(document));
  const found = reported.get(document);
  const now = found?.has([rule, severity, pointer].join('\t')) ? 'kept' : 'changed';
  counts[found === undefined ? 'skipped' : now] += 1;
  return found === undefined ? line : [...cells.slice(0, 7), now].join('\t');
}

writeFileSync(table, readFileSync(table, 'utf8').split('\n').map(updateLine).join('\n'));
console.log(`${counts.kept} reported, ${counts.changed} not reported, ${counts.skipped} without a document`);
