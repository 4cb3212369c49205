/**
 * The impact that is derived from descriptions, compared with labels of 600 real operations, and with the HTTP method
 * alone. The labels were written by one reader before the rules; the rules were developed on one half. POST was drawn
 * far more often than it occurs, because its impact is the hardest to tell.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveConduct } from '@dragoman/core/conversion';
import type { Bench, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp, readJsonLines } from '../corpus.js';

interface Described {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
}

const impacts = ['informational', 'reversible', 'irreversible'] as const;
type Impact = (typeof impacts)[number];

interface Label {
  id: string;
  half: string;
  impact: Impact;
}

/** The labels of which the reader was sure. */
function readLabels(): Label[] {
  const text = readFileSync(new URL('../impact/labels.tsv', import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const [id = '', half = '', impact] = line.split('\t');
    return impacts.includes(impact as Impact) ? [{ id, half, impact: impact as Impact }] : [];
  });
}

const ways = {
  'method alone': ({ method }: Described) => deriveConduct({ method, path: '' }).impact,
  derived: (operation: Described) => deriveConduct(operation).impact,
};

function measure(folder: string): BenchReport {
  const labels = new Map(readLabels().map((label) => [label.id, label]));
  const operations = [...readJsonLines<Described>(join(folder, 'operations.jsonl.gz'))].filter(({ id }) =>
    labels.has(id),
  );
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  for (const half of ['develop', 'measure']) {
    const drawn = operations.filter(({ id }) => labels.get(id)?.half === half);
    for (const [way, derive] of Object.entries(ways)) {
      for (const impact of impacts) {
        const found = drawn.filter((operation) => derive(operation) === impact);
        const meant = drawn.filter(({ id }) => labels.get(id)?.impact === impact);
        const right = found.filter(({ id }) => labels.get(id)?.impact === impact).length;
        const [recall, precision] = [right / meant.length, right / found.length];
        rows.push([half, way, impact, String(meant.length), recall.toFixed(2), precision.toFixed(2)]);
        figures[`impact.${half}.${way.replace(' ', '_')}.${impact}.recall`] = recall;
        figures[`impact.${half}.${way.replace(' ', '_')}.${impact}.precision`] = precision;
      }
    }
  }
  const columns = ['half', 'way', 'impact', 'operations', 'recall', 'precision'];
  const notes = ['The rules were developed on the half "develop"; the other half is the measurement.'];
  return { tables: [{ title: 'impact of labelled operations', columns, rows }], notes, figures };
}

/** Derived impacts against labels. */
export const impact: Bench = {
  name: 'impact',
  summary: 'Impact derived from descriptions against 600 labelled operations, compared with the HTTP method alone.',
  async run() {
    const folder = corpusFolder();
    return folder === undefined ? { tables: [], notes: [corpusHelp], figures: {} } : measure(folder);
  },
};
