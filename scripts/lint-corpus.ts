/**
 * Lints the whole corpus of API descriptions and writes `docs/reference/lint-corpus.md`; run manually. With
 * `--sample <seed> <rule>…` it samples findings for manual review instead, as lines for `lint-corpus/verdicts.tsv`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusFolder, corpusHelp } from '../bench/corpus.js';
import { parseDescription } from '../packages/documents/src/index.js';
import { rules } from '../packages/lint/src/index.js';
import { isJsonObject } from '../packages/model/src/index.js';
import { lintCorpusDocuments } from './lint-corpus/lint-corpus-documents.js';
import { readVerdicts } from './lint-corpus/read-verdicts.js';
import { type Drawable, sampleFindings } from './lint-corpus/sample-findings.js';
import { createShowPlace } from './lint-corpus/show-place.js';
import { type CorpusTally, writePage } from './lint-corpus/write-page.js';

/** Findings per rule that are reviewed in one round. */
const sampleSize = 10;

async function tallyCorpus(folder: string): Promise<CorpusTally> {
  const tally: CorpusTally = { documents: 0, operations: 0, rules: new Map(), places: new Set() };
  for (const { id } of rules) tally.rules.set(id, { findings: 0, documents: 0 });
  for await (const { name, operations, findings, beyond } of lintCorpusDocuments(folder)) {
    tally.documents += 1;
    tally.operations += operations;
    for (const { rule, location } of findings) {
      const sum = tally.rules.get(rule);
      if (sum !== undefined) sum.findings += 1;
      tally.places.add(`${rule}\t${name}\t${location.pointer}`);
    }
    for (const rule of new Set(findings.map((each) => each.rule))) {
      const sum = tally.rules.get(rule);
      if (sum !== undefined) sum.documents += 1;
      if (sum !== undefined) sum.findings += beyond[rule] ?? 0;
    }
  }
  return tally;
}

/** Prints samples with the text at their locations. */
async function printSamples(folder: string, seed: number, wanted: ReadonlySet<string>): Promise<void> {
  const found = new Map<string, Drawable[]>();
  const bytes = new Map<string, Uint8Array>();
  for await (const document of lintCorpusDocuments(folder)) {
    bytes.set(document.name, document.bytes);
    for (const { rule, message, location } of document.findings) {
      if (!wanted.has(rule)) continue;
      const list = found.get(rule) ?? [];
      list.push({ document: document.name, pointer: location.pointer, message });
      found.set(rule, list);
    }
  }
  const shows = new Map<string, ReturnType<typeof createShowPlace>>();
  for (const [rule, list] of found) {
    for (const [at, { document, pointer, message }] of sampleFindings(list, {
      rule,
      seed,
      most: sampleSize,
    }).entries()) {
      const show = shows.get(document) ?? createView(bytes.get(document) ?? new Uint8Array());
      shows.set(document, show);
      console.log(`${rule}\t${seed}\t?\t${document}\t${pointer}\n  ${at + 1}. ${message}\n    ${show(pointer)}`);
    }
  }
}

function createView(bytes: Uint8Array): ReturnType<typeof createShowPlace> {
  const root = parseDescription(bytes);
  return isJsonObject(root) ? createShowPlace(root) : () => '';
}

const corpus = corpusFolder();
const [mode, seed, ...wanted] = process.argv.slice(2);
if (corpus === undefined) {
  console.error(corpusHelp);
  process.exitCode = 2;
} else if (mode === '--sample') {
  await printSamples(
    join(corpus, 'openapi'),
    Number(seed),
    new Set(wanted.length > 0 ? wanted : rules.map(({ id }) => id)),
  );
} else {
  const tally = await tallyCorpus(join(corpus, 'openapi'));
  const verdicts = readVerdicts();
  writeFileSync(
    fileURLToPath(new URL('../docs/reference/lint-corpus.md', import.meta.url)),
    writePage(tally, verdicts),
  );
  console.log(`${tally.documents} documents linted`);
}
