/** The pairs of documents with known verdicts, in two halves: one to develop on, one that is only measured. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Two versions of a document and the verdict of the suite. */
export interface DocumentPair {
  base: string;
  revision: string;
  expect: 'breaking' | 'not-breaking';
  /** The suite's own names of the changes. */
  changes: readonly string[];
  /** True when the suite looked at one check only, so that "not-breaking" may be wrong. */
  weak: boolean;
  /** The verdict of a reader on a weak pair, from the two documents alone; otherwise that of the suite. */
  judged: 'breaking' | 'not-breaking';
  /** `develop`: the engine was developed on it; `aside`: only measured. */
  half: 'develop' | 'aside';
  before: string;
  after: string;
}

/** Reads the pairs of a corpus. */
export function readPairs(corpus: string): DocumentPair[] {
  const folder = join(corpus, 'diff');
  const texts = JSON.parse(gunzipSync(readFileSync(join(folder, 'documents.json.gz'))).toString()) as Record<
    string,
    string
  >;
  const lines = readFileSync(join(folder, 'pairs.jsonl'), 'utf8').split('\n');
  const weakVerdicts = readWeakVerdicts();
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const pair = JSON.parse(line) as Omit<DocumentPair, 'half' | 'before' | 'after' | 'judged'>;
      const judged = pair.weak ? weakVerdicts.get(`${pair.base} ${pair.revision}`) : pair.expect;
      if (judged === undefined)
        throw new Error(`weak-verdicts.tsv has no verdict on ${pair.base} and ${pair.revision}`);
      return { ...pair, judged, half: halfOf(pair), before: texts[pair.base] ?? '', after: texts[pair.revision] ?? '' };
    });
}

/** Verdicts of a reader on every weak pair, each with its reason, by the names of both documents. */
function readWeakVerdicts(): Map<string, DocumentPair['judged']> {
  const text = readFileSync(new URL('weak-verdicts.tsv', import.meta.url), 'utf8');
  const rows = text.split('\n').map((line) => line.split('\t'));
  return new Map(
    rows.flatMap(([base, revision, verdict]) =>
      verdict === 'breaking' || verdict === 'not-breaking' ? [[`${base} ${revision}`, verdict] as const] : [],
    ),
  );
}

/** The first hexadecimal digit of the hash of both names in order of the alphabet, so that a pair and its reverse are in one half. */
function halfOf({ base, revision }: Pick<DocumentPair, 'base' | 'revision'>): DocumentPair['half'] {
  const digit = createHash('sha256').update([base, revision].sort().join('\n')).digest('hex').charAt(0);
  return Number.parseInt(digit, 16) % 2 === 0 ? 'develop' : 'aside';
}
