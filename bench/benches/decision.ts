/**
 * When resolution says found, ask or nothing: on our own everyday requests, whose kept half nothing is tuned on, and on
 * the public evaluation sets.
 */
import { type BuiltInEmbedder, createEmbedder } from '@dragoman/embedder';
import type { Bench, BenchReport } from '../bench.js';
import { corpusFolder } from '../corpus.js';
import { measureAbstention } from '../discovery/abstention.js';
import { measureEveryday } from '../discovery/everyday/measure-everyday.js';
import { readRetrievalSets } from '../discovery/retrieval-set.js';

/** Public sets of up to this many tools are used; with --quick, smaller ones and the instant model only. */
const mostTools = 2_500;
const quickTools = 500;

/** Measures the decisions of resolution. */
export const decision: Bench = {
  name: 'decision',
  summary:
    'found, ask or nothing: resolution on everyday requests with near twins and, with the corpus, on public sets',
  async run({ quick, progress }) {
    const report: BenchReport = { tables: [], notes: [], figures: {} };
    const instant = await createEmbedder({ tier: 'instant' });
    const models: [string, BuiltInEmbedder | undefined][] = [
      ['words', undefined],
      ['instant', instant],
    ];
    if (!quick) models.push(['precise', await createEmbedder({ tier: 'precise' })]);
    progress('everyday requests');
    await measureEveryday(models, ['development', 'kept'], report);
    report.notes.push(
      'Everyday: found right counts every found answer, also for requests with twins, without an operation and for the opposite. Only the development half was used for tuning.',
    );
    const corpus = corpusFolder();
    if (corpus === undefined) return report;
    progress('public sets');
    const sets = readRetrievalSets(corpus, 1).filter(({ tools }) => tools.length <= (quick ? quickTools : mostTools));
    await measureAbstention(sets, models.slice(1), report);
    report.notes.push('Public sets: for evaluation only; nothing was tuned on them.');
    return report;
  },
};
