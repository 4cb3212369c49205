/**
 * Fits the weights of resolution's decisions on the training sets and on the development half of the everyday set.
 * `--write` replaces packages/core/src/discovery/resolve/calibration-weights.ts and the samples of operations in
 * packages/embedder/weights, so that new weights of a model need nothing else.
 */
import { writeFileSync } from 'node:fs';
import { createEmbedder, type Tier } from '@dragoman/embedder';
import type { CalibrationWeights } from '../../packages/core/src/discovery/resolve/calibration.js';
import { openBackground } from '../../packages/embedder/src/background.js';
import type { Bench, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';
import { makeBackground, recordBackground } from '../discovery/background-sample.js';
import { type Comparison, collectExamples } from '../discovery/calibration-examples.js';
import { fitDecisions, printWeights } from '../discovery/calibration-fit.js';

const tiers = ['words', 'instant', 'precise'] as const;
const target = new URL('../../packages/core/src/discovery/resolve/calibration-weights.ts', import.meta.url);

/** The model with a new sample of operations. */
async function openComparison(corpus: string, { tier, write }: { tier: Tier; write: boolean }): Promise<Comparison> {
  const embedder = await createEmbedder({ tier });
  const sample = await makeBackground(corpus, embedder);
  if (write) recordBackground(tier, sample);
  return { embedder, background: openBackground(sample, embedder.dimensions) };
}

/** Fits the calibration. */
export const calibration: Bench = {
  name: 'calibration',
  summary:
    'fits the decisions of resolution on the training sets and our own requests; --write saves the weights (needs the corpus)',
  async run({ quick, write, progress }) {
    const report: BenchReport = { tables: [], notes: [], figures: {} };
    const corpus = corpusFolder();
    if (corpus === undefined) return { ...report, notes: [corpusHelp] };
    const fitted: Record<string, CalibrationWeights> = {};
    for (const tier of quick && !write ? tiers.slice(0, 1) : tiers) {
      progress(`examples by ${tier}`);
      const comparison = tier === 'words' ? { background: () => 0 } : await openComparison(corpus, { tier, write });
      fitted[tier] = fitDecisions(await collectExamples(corpus, comparison), tier !== 'words');
      report.figures[`calibration.${tier}.margin`] = fitted[tier].margin;
    }
    const names = ['constant', 'words', 'meaning', 'lead', 'verb', 'opposed', 'least', 'margin', 'sure'] as const;
    report.tables.push({
      title: 'weights of the logistic functions, and the limits of the decisions',
      columns: ['compared by', ...names, 'twin: constant', 'gap', 'likeness'],
      rows: Object.entries(fitted).map(([tier, { twin, ...own }]) => [
        tier,
        ...names.map((name) => own[name]),
        ...Object.values(twin),
      ]),
    });
    if (write) writeFileSync(target, printWeights(fitted));
    return report;
  },
};
