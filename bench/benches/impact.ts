/**
 * The impact that is derived from descriptions, compared with labels of real operations, and with the HTTP method
 * alone. The labels of each set were written by one reader before the rules that they tested; the rules were developed
 * on one half of it. POST was drawn far more often than it occurs, because its impact is the hardest to tell; the second
 * set has risky operations above all.
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

const halves = ['develop', 'measure', 'second develop', 'second measure'];

/** The labels of which the reader was sure. */
function readLabels(): Label[] {
  const texts = ['labels', 'second'].map((name) =>
    readFileSync(new URL(`../impact/${name}.tsv`, import.meta.url), 'utf8'),
  );
  return texts
    .join('\n')
    .split('\n')
    .flatMap((line) => {
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
  for (const half of halves) {
    const drawn = operations.filter(({ id }) => labels.get(id)?.half === half);
    for (const [way, derive] of Object.entries(ways)) {
      for (const impact of impacts) {
        const found = drawn.filter((operation) => derive(operation) === impact);
        const meant = drawn.filter(({ id }) => labels.get(id)?.impact === impact);
        const right = found.filter(({ id }) => labels.get(id)?.impact === impact).length;
        const [recall, precision] = [right / meant.length, right / found.length];
        rows.push([half, way, impact, String(meant.length), recall.toFixed(2), precision.toFixed(2)]);
        figures[`impact.${half.replace(' ', '_')}.${way.replace(' ', '_')}.${impact}.recall`] = recall;
        figures[`impact.${half.replace(' ', '_')}.${way.replace(' ', '_')}.${impact}.precision`] = precision;
      }
    }
  }
  const columns = ['half', 'way', 'impact', 'operations', 'recall', 'precision'];
  const notes = ['The rules were developed on the halves "develop"; the other halves are the measurement.'];
  return { tables: [{ title: 'impact of labelled operations', columns, rows }], notes, figures };
}

/** Derived impacts against labels. */
export const impact: Bench = {
  name: 'impact',
  summary: 'Impact derived from descriptions against 725 labelled operations, compared with the HTTP method alone.',
  async run() {
    const folder = corpusFolder();
    return folder === undefined ? { tables: [], notes: [corpusHelp], figures: {} } : measure(folder);
  },
};
