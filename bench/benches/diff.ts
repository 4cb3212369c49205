/** Verdicts of `dragoman diff` on pairs of documents with known verdicts, and its time next to reading the documents. */
import { performance } from 'node:perf_hooks';
import { parseDescription } from '@dragoman/documents';
import { type Api, compareApis, defaultSettings, openApi } from '@dragoman/lint';
import { isJsonObject } from '@dragoman/model';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';
import { type DocumentPair, readPairs } from '../diff/pairs.js';
import { median } from '../measure.js';

function open(text: string): Api {
  const value = parseDescription(new TextEncoder().encode(text));
  const api = isJsonObject(value) ? openApi(value, defaultSettings) : undefined;
  if (api === undefined) throw new Error('a document of the corpus is not an API description');
  return api;
}

interface Measured {
  pair: DocumentPair;
  verdict: DocumentPair['expect'];
  undecided: boolean;
  /** Milliseconds for reading both documents, and for comparing them. */
  reading: number;
  comparing: number;
}

/** The rule about version numbers is a policy of ours, which the suite does not have. */
function measurePair(pair: DocumentPair, rounds: number): Measured {
  const [reading, comparing]: [number[], number[]] = [[], []];
  let difference: ReturnType<typeof compareApis> | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const [before, after] = [open(pair.before), open(pair.after)];
    const read = performance.now();
    difference = compareApis(before, after);
    reading.push(read - started);
    comparing.push(performance.now() - read);
  }
  const changes = (difference?.changes ?? []).filter(({ rule }) => rule !== 'breaking-change-without-version');
  return {
    pair,
    verdict: changes.some(({ effect }) => effect === 'breaking') ? 'breaking' : 'not-breaking',
    undecided: changes.some(({ effect }) => effect === 'undecided'),
    reading: median(reading),
    comparing: median(comparing),
  };
}

function rowOf(
  name: string,
  measured: readonly Measured[],
  by: 'expect' | 'judged' = 'expect',
): { row: string[]; share: number } {
  const agreed = measured.filter(({ pair, verdict }) => verdict === pair[by]).length;
  const share = measured.length === 0 ? 1 : agreed / measured.length;
  const undecided = measured.filter((each) => each.undecided).length;
  return {
    row: [name, String(measured.length), String(agreed), `${(100 * share).toFixed(1)} %`, String(undecided)],
    share,
  };
}

function report(measured: readonly Measured[]): BenchReport {
  const of = (half: DocumentPair['half'], weak?: boolean) =>
    measured.filter(({ pair }) => pair.half === half && (weak === undefined || pair.weak === weak));
  const rows = (['develop', 'aside'] as const).flatMap((half) => [
    rowOf(half, of(half)),
    rowOf(`${half}, certain verdicts`, of(half, false)),
    rowOf(`${half}, weak verdicts`, of(half, true)),
  ]);
  const judged = rowOf('all, weak pairs judged by a reader', measured, 'judged');
  const others = measured.filter(({ pair, verdict }) => verdict !== pair.expect || verdict !== pair.judged);
  const [reading, comparing] = [
    median(measured.map((each) => each.reading)),
    median(measured.map((each) => each.comparing)),
  ];
  const slowest = Math.max(...measured.map((each) => each.comparing));
  return {
    tables: [
      {
        title: 'agreement with the suite',
        columns: ['pairs', 'number', 'agree', 'share', 'with an undecided change'],
        rows: [...rows.map(({ row }) => row), rowOf('all', measured).row, judged.row],
      },
      {
        title: 'other verdicts',
        columns: ['half', 'older document', 'newer document', 'ours', 'suite', 'reader, if weak'],
        rows: others.map(({ pair, verdict }) => [
          ...[pair.half, pair.base, pair.revision, verdict, pair.expect],
          pair.weak ? pair.judged : '',
        ]),
      },
      {
        title: 'time per pair',
        columns: ['reading both documents, ms', 'comparing, ms', 'slowest, ms'],
        rows: [[reading.toFixed(1), comparing.toFixed(1), slowest.toFixed(1)]],
      },
    ],
    notes: [
      'The halves were fixed before development, by a hash of the file names (bench/diff/pairs.ts). The half kept aside was looked at once, at the end; docs/explanations/compatibility.md has the figures before and after.',
      'A weak verdict comes from a test that looks at one kind of change only. A reader judged all 25 weak pairs from the documents; bench/diff/weak-verdicts.tsv has the reasons, the same page those for other verdicts.',
    ],
    figures: {
      'diff.develop.agreement': rows[0]?.share ?? 0,
      'diff.aside.agreement': rows[3]?.share ?? 0,
      'diff.aside.certain': rows[4]?.share ?? 0,
      'diff.judged.agreement': judged.share,
      'diff.comparing.median_ms': comparing,
      'diff.reading.median_ms': reading,
    },
  };
}

async function measure(folder: string, { quick, progress }: BenchOptions): Promise<BenchReport> {
  const pairs = readPairs(folder);
  // The first comparison pays for loading the engine.
  for (const pair of pairs.slice(0, 3)) measurePair(pair, 1);
  const measured = pairs.map((pair, at) => {
    if (at % 10 === 0) progress(`pair ${at + 1} of ${pairs.length}`);
    return measurePair(pair, quick ? 1 : 5);
  });
  return report(measured);
}

/** Agreement and time of comparing API versions. */
export const diff: Bench = {
  name: 'diff',
  summary: 'verdicts on pairs of API versions compared with an independent suite, and the time per pair',
  async run(options) {
    const folder = corpusFolder();
    if (folder === undefined) return { tables: [], notes: [corpusHelp], figures: {} };
    return measure(folder, options);
  },
};
