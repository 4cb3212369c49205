/**
 * The score of the linter on real descriptions: how far it spreads, and how often it agrees with a reader who graded 40
 * of them. The documents were drawn at random and graded before the score was written, from three random operations of
 * each; the score was developed on one half.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { lintDocument } from '@dragoman/lint';
import type { Bench, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';

/** Larger documents take seconds each and change nothing. */
const maxBytes = 3_500_000;

/** Seven operations without ids and response schemas, over plain HTTP: it was once the best of thirty. */
const poorDocument = 'lint-second/11_dropx.io_1.0.0_swagger.yaml.gz';

/** Grades that differ by less are no opinion. */
const sameGrade = 5;

interface Graded {
  document: string;
  half: string;
  grade: number;
}

function readGrades(): Graded[] {
  const text = readFileSync(new URL('../lint/grades.tsv', import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const [document = '', half = '', grade = ''] = line.split('\t');
    return half === 'develop' || half === 'measure' ? [{ document, half, grade: Number(grade) }] : [];
  });
}

function* listDocuments(folder: string): Generator<string, void> {
  const rows = readFileSync(join(folder, 'openapi', 'index.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean);
  for (const row of rows) {
    const { file, group, bytes, ops } = JSON.parse(row) as { file: string; group: string; bytes: number; ops: number };
    if (group !== 'validity' && bytes <= maxBytes && ops > 0 && /\.(?:json|yaml)\.gz$/.test(file))
      yield `openapi/${file}`;
  }
  for (const file of readdirSync(join(folder, 'lint-second')))
    if (!file.startsWith('verdicts')) yield `lint-second/${file}`;
}

function measure(folder: string): BenchReport {
  const scores = new Map<string, number>();
  for (const document of listDocuments(folder)) {
    const { total } = lintDocument(gunzipSync(readFileSync(join(folder, document)))).score;
    if (total !== undefined) scores.set(document, total);
  }
  const values = [...scores.values()].sort((one, other) => one - other);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
  const agreement = (half: string) =>
    agreementOf(
      readGrades().filter((each) => each.half === half),
      scores,
    );
  const [develop, kept] = [agreement('develop'), agreement('measure')];
  const poor = scores.get(poorDocument) ?? 0;
  const spread = [values.length, mean.toFixed(1), deviation.toFixed(1), at(0), at(0.25), at(0.5), at(0.75), at(1)];
  return {
    tables: [
      {
        title: 'Scores of real descriptions',
        columns: ['documents', 'mean', 'deviation', 'least', 'quarter', 'median', 'three quarters', 'most'],
        rows: [spread.map(String)],
      },
      {
        title: 'Pairs of descriptions in which the score prefers the one that the reader prefers',
        columns: ['half', 'pairs', 'agree'],
        rows: [
          ['developed on', String(develop.pairs), `${(100 * develop.share).toFixed(1)} %`],
          ['kept aside', String(kept.pairs), `${(100 * kept.share).toFixed(1)} %`],
        ],
      },
    ],
    notes: [
      'One reader graded the documents in bench/lint/grades.tsv. Choosing by chance agrees in 50 %.',
      `${poorDocument} (no operationId, no response schema, plain HTTP) gets ${poor}; the earlier score, a share of rules, gave it 91 and all documents 81 to 95 (mean 88, deviation 3).`,
    ],
    figures: { 'score.deviation': deviation, 'score.agreement': kept.share, 'score.poor': poor },
  };
}

function agreementOf(graded: readonly Graded[], scores: ReadonlyMap<string, number>): { pairs: number; share: number } {
  let [pairs, agree] = [0, 0];
  for (const [at, one] of graded.entries()) {
    for (const other of graded.slice(at + 1)) {
      const difference = (scores.get(one.document) ?? 0) - (scores.get(other.document) ?? 0);
      if (Math.abs(one.grade - other.grade) < sameGrade) continue;
      pairs += 1;
      agree += difference === 0 ? 0.5 : Number(difference > 0 === one.grade > other.grade);
    }
  }
  return { pairs, share: agree / Math.max(1, pairs) };
}

/** The bench. */
export const score: Bench = {
  name: 'score',
  summary: 'the score of the linter on real descriptions, compared with the grades of a reader',
  run: async () => {
    const folder = corpusFolder();
    return folder === undefined ? { tables: [], notes: [corpusHelp], figures: {} } : measure(folder);
  },
};
