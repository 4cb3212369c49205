/** Whether every face finds the same operations in the same order, and how many of them are right. */
import type { Bench, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';
import { compareSearches, openSearchedRegistry, requestsBy } from '../discovery/one-ranking.js';

/** Compares the rankings of the faces. */
export const ranking: Bench = {
  name: 'ranking',
  summary: 'compares what each face finds for 100 summaries of GitHub and 100 paraphrases (needs the corpus)',
  async run({ quick, progress }) {
    const report: BenchReport = { tables: [], notes: [], figures: {} };
    const corpus = corpusFolder();
    if (corpus === undefined) return { ...report, notes: [corpusHelp] };
    const registry = await openSearchedRegistry(corpus, { embedder: quick ? 'instant' : 'precise' });
    for (const wording of ['summary', 'paraphrase'] as const) {
      progress(`requests by ${wording}`);
      const results = await compareSearches(registry, requestsBy(wording));
      report.tables.push({
        title: `100 requests by ${wording}, ${quick ? 'instant' : 'precise'} model`,
        columns: ['face', 'right first', 'right in the first five', 'equal to the ranking', 'abstained'],
        rows: results.map(({ face, first, found, equal, empty }) => [face, first, found, equal, empty]),
      });
      report.figures[`ranking.${wording}.first`] = results[1]?.first ?? 0;
    }
    await registry.close();
    return report;
  },
};
