/**
 * How requests are read: whether those that must not act are recognized and ordinary ones are not refused, alone,
 * through resolution and through AGIS matching; and which inputs are read. On the development lists and on those set aside.
 */
import { createWords, readMood } from '@dragoman/agis';
import { anonymous, createDiscoveryIndex, createResolver } from '@dragoman/core/engine';
import { changing, countCalls } from '../../packages/agis/src/matching/changing-endpoints.support.js';
import { measureInputs } from '../../packages/agis/src/matching/labelled-inputs.support.js';
import { measureMoods, readRequests } from '../../packages/agis/src/mood/labelled-requests.support.js';
import type { Bench, BenchReport } from '../bench.js';
import { corpusFolder } from '../corpus.js';
import { readRetrievalSets } from '../discovery/retrieval-set.js';
import { makeEntry, makeOperation, makeStored } from '../entries.js';

const parts = ['develop', 'heldout'] as const;
const words = createWords();

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
}

/** How many requests of a list are resolved to an operation that changes something. */
async function countFound(texts: readonly string[]): Promise<number> {
  const operations = changing.map(([name, description]) => ({
    ...makeOperation(name, []),
    description,
    impact: 'irreversible' as const,
  }));
  const stored = makeStored(makeEntry('desk', { name: 'Desk', operations }), 1);
  const index = createDiscoveryIndex();
  index.put(stored);
  const resolver = createResolver({
    index,
    entries: { readMany: async () => [stored] },
    words: () => words,
    clock: { now: () => 0 },
  });
  const context = { languages: [], residency: [], holds: [] };
  let found = 0;
  for (const intent of texts) {
    const { decision } = await resolver.resolve({ intent, context, policy: {}, top: 1, ranked: true }, anonymous);
    if (decision === 'found') found += 1;
  }
  return found;
}

async function measureLists(report: BenchReport): Promise<void> {
  const moods: (string | number)[][] = [];
  const inputs: (string | number)[][] = [];
  for (const part of parts) {
    const list = readRequests(part);
    const { forbidden, acted, ordinary, refused } = measureMoods(list, words);
    const texts = list.filter(({ kind }) => kind !== 'act' && kind !== 'read').map(({ text }) => text);
    const found = await countFound(texts);
    const calls = countCalls(texts, words);
    moods.push([part, share(acted.length, forbidden), share(found, forbidden), calls, share(refused.length, ordinary)]);
    const { requests, wanted, read, right } = measureInputs(part, words);
    inputs.push([part, requests, share(right, read), share(right, wanted)]);
    report.figures[`reading.${part}.acted`] = acted.length / forbidden;
    report.figures[`reading.${part}.found`] = found / forbidden;
    report.figures[`reading.${part}.calls`] = calls;
    report.figures[`reading.${part}.refused`] = refused.length / ordinary;
    report.figures[`reading.${part}.input_precision`] = right / read;
    report.figures[`reading.${part}.input_recall`] = right / wanted;
  }
  report.tables.push(
    {
      title: 'requests that must not act, and ordinary requests that are refused',
      columns: ['list', 'read as a request', 'resolved to a changing operation', 'AGIS calls', 'ordinary refused'],
      rows: moods,
    },
    { title: 'inputs read from requests', columns: ['list', 'requests', 'precision', 'recall'], rows: inputs },
  );
}

/** All requests of the public sets ask for something; negations and reports among them are errors of the reader. */
function measurePublicSets(folder: string, report: BenchReport): void {
  const rows = readRetrievalSets(folder, 1).map(({ name, requests }) => {
    const kinds = requests.map((request) => readMood(request, words).kind);
    const count = (...wanted: string[]) => kinds.filter((kind) => wanted.includes(kind)).length;
    const refused = count('negated', 'contradictory', 'past', 'hypothetical', 'quoted', 'other');
    return [
      name,
      requests.length,
      count('request'),
      count('question'),
      count('how-to'),
      share(refused, requests.length),
    ];
  });
  report.tables.push({
    title: 'public sets, all of whose requests are ordinary: as what they are read',
    columns: ['set', 'requests', 'request', 'question', 'how to', 'anything else'],
    rows,
  });
}

/** Measures how requests are read. */
export const reading: Bench = {
  name: 'reading',
  summary: 'requests that must not act, ordinary requests that are refused, and the inputs read from requests',
  async run() {
    const report: BenchReport = { tables: [], notes: [], figures: {} };
    await measureLists(report);
    const corpus = corpusFolder();
    if (corpus !== undefined) measurePublicSets(corpus, report);
    return report;
  },
};
