/**
 * Lints the whole corpus of API descriptions and writes `docs/reference/lint-corpus.md`; run by hand. Samples of the
 * rules that are named are printed, for somebody to judge.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusFolder, corpusHelp } from '../bench/corpus.js';
import type { LintFinding } from '../packages/lint/src/index.js';
import { lintDocument, rules } from '../packages/lint/src/index.js';
import { judged } from './lint-corpus/judged.js';
import { createOpenDocument, readIndex } from './openapi-corpus/read-corpus.js';

interface Tally {
  findings: number;
  documents: number;
  samples: LintFinding[];
}

/** Most findings of a rule that are kept for judging, one of a document. */
const mostSamples = 10;

function tallyCorpus(folder: string): { tally: Map<string, Tally>; linted: number; operations: number } {
  const open = createOpenDocument(folder);
  const tally = new Map<string, Tally>(rules.map(({ id }) => [id, { findings: 0, documents: 0, samples: [] }]));
  let linted = 0;
  let operations = 0;
  for (const row of readIndex(folder)) {
    const report = lintDocument(open(row).bytes, { uri: row.entry ?? row.file });
    if (report.target !== 'openapi') continue;
    linted += 1;
    operations += report.operations.length;
    const counts = new Map<string, LintFinding[]>();
    for (const each of report.findings) counts.set(each.rule, [...(counts.get(each.rule) ?? []), each]);
    for (const [rule, own] of counts) {
      const sum = tally.get(rule);
      if (sum === undefined) continue;
      sum.findings += own.length + (report.beyond[rule] ?? 0);
      sum.documents += 1;
      const sample = own[Math.floor(own.length / 2)];
      if (sum.samples.length < mostSamples && sample !== undefined) sum.samples.push(sample);
    }
  }
  return { tally, linted, operations };
}

function writePage({ tally, linted, operations }: ReturnType<typeof tallyCorpus>): string {
  const rows = rules.map(({ id, severity, varies }) => {
    const { findings = 0, documents = 0 } = tally.get(id) ?? {};
    const verdict = judged[id];
    const precision = verdict === undefined ? '' : `${verdict.right} of ${verdict.of}`;
    return `| \`${id}\` | ${varies ?? severity} | ${documents} | ${findings} | ${precision} |`;
  });
  return [
    '# The linter on real descriptions',
    '',
    'Made by `npx tsx --tsconfig tsconfig.tests.json scripts/lint-corpus.ts` from the corpus of real API descriptions; run by hand.',
    '',
    `${linted} OpenAPI 3.x documents with ${operations} exposed operations. "Hand-checked" is how many of the samples looked at, one of a`,
    'document, somebody found to be right by place and message; rules without a number have not been looked at. The aim is 0.9 for errors and',
    '0.8 for warnings.',
    '',
    '| Rule | Severity | Documents | Findings | Hand-checked |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const corpus = corpusFolder();
if (corpus === undefined) {
  console.error(corpusHelp);
  process.exitCode = 2;
} else {
  const result = tallyCorpus(join(corpus, 'openapi'));
  const wanted = process.argv.slice(2);
  for (const id of wanted) {
    for (const { message, location } of result.tally.get(id)?.samples ?? []) {
      console.log(`${id}\t${location.uri}\t${location.pointer}\t${message}`);
    }
  }
  writeFileSync(fileURLToPath(new URL('../docs/reference/lint-corpus.md', import.meta.url)), writePage(result));
  console.log(`${result.linted} documents linted`);
}
