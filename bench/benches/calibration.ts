/**
 * Fits the calibration of resolution scores on the training sets, and the probability below which nothing is offered.
 * The output is copied to packages/core/src/discovery/resolve/calibrate.ts.
 */
import { createEmbedder } from '@dragoman/embedder';
import type { Bench, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';
import { collectExamples, fitWeights, likelihood } from '../discovery/calibration-fit.js';
import { percentile } from '../measure.js';

/** Share of the answerable requests that may be rejected. */
const lostShare = 0.03;
const tiers = [
  { name: 'words', share: 0, tier: undefined },
  { name: 'instant', share: 0.6, tier: 'instant' },
  { name: 'precise', share: 0.8, tier: 'precise' },
] as const;

/** Fits the calibration. */
export const calibration: Bench = {
  name: 'calibration',
  summary: 'fits the calibration of resolution scores on the training sets (needs the corpus)',
  async run({ quick, progress }) {
    const report: BenchReport = { tables: [], notes: [], figures: {} };
    const corpus = corpusFolder();
    if (corpus === undefined) return { ...report, notes: [corpusHelp] };
    const rows: (string | number)[][] = [];
    for (const { name, share, tier } of quick ? tiers.slice(0, 1) : tiers) {
      progress(`examples by ${name}`);
      const embedder = tier === undefined ? undefined : await createEmbedder({ tier });
      const examples = await collectExamples(corpus, embedder, share);
      const weights = fitWeights(examples);
      const answerable = examples.filter(({ first, unanswerable }) => first && !unanswerable);
      const least = percentile(
        answerable.map((example) => likelihood(weights, example)),
        lostShare,
      );
      rows.push([name, ...weights, least]);
      report.figures[`calibration.${name}.least`] = least;
    }
    report.tables.push({
      title: 'weights of the logistic functions, and the probability of the least probable answerable requests',
      columns: ['compared by', 'constant', 'words', 'meaning', 'lead', `${100 * lostShare} % are below`],
      rows,
    });
    return report;
  },
};
