/**
 * Retrieval quality of the index: mean nDCG@10 over public tool-retrieval sets, compared with MiniSearch with
 * its default ranking on the same texts. The sets are for evaluation only; nothing is tuned on them.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { anonymous, createLexicalIndex } from '@dragoman/core/engine';
import MiniSearch from 'minisearch';
import type { Bench, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp, readJsonLines } from '../corpus.js';
import { makeEntry, makeStored } from '../entries.js';

interface Tool {
  id: string;
  name: string;
  description: string;
}

interface Request {
  query: string;
  relevant: string[];
}

/** Finds the ids of the best tools for a request, best first. */
type Search = (query: string) => string[];

const depth = 10;
/** With --quick only every n-th request is used. */
const quickShare = 4;

/** nDCG@10 with equal weight for every relevant tool. */
export function ndcg(found: readonly string[], relevant: readonly string[]): number {
  const wanted = new Set(relevant);
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const ideal = Array.from({ length: Math.min(depth, wanted.size) }, (_, rank) => gain(rank));
  const sum = (gains: readonly number[]) => gains.reduce((total, one) => total + one, 0);
  const reached = found.slice(0, depth).map((id, rank) => (wanted.has(id) ? gain(rank) : 0));
  return wanted.size === 0 ? 0 : sum(reached) / sum(ideal);
}

function dragoman(tools: readonly Tool[]): Search {
  const index = createLexicalIndex();
  tools.forEach(({ id, name, description }, number) => {
    index.put(makeStored(makeEntry(id, { name, description }), number));
  });
  return (text) =>
    index.find({ text, conditions: [], order: 'relevance', top: depth, skip: 0 }, anonymous).hits.map(({ id }) => id);
}

function miniSearch(tools: readonly Tool[]): Search {
  const index = new MiniSearch<Tool>({ fields: ['name', 'description'] });
  index.addAll([...tools]);
  return (text) =>
    index
      .search(text)
      .slice(0, depth)
      .map(({ id }) => String(id));
}

function meanNdcg(search: Search, requests: readonly Request[]): number {
  const total = requests.reduce((sum, { query, relevant }) => sum + ndcg(search(query), relevant), 0);
  return (100 * total) / requests.length;
}

/** Mean nDCG@10 over the evaluation sets. */
export const quality: Bench = {
  name: 'quality',
  summary: 'nDCG@10 of tool retrieval on seven public sets, compared with MiniSearch (needs the corpus)',
  async run({ quick, progress }) {
    const corpus = corpusFolder();
    const report: BenchReport = { tables: [], notes: [], figures: {} };
    if (corpus === undefined) return { ...report, notes: [corpusHelp] };
    const sets = readdirSync(join(corpus, 'retrieval', 'dev')).sort();
    const rows: (string | number)[][] = [];
    for (const set of sets) {
      progress(set);
      const folder = join(corpus, 'retrieval', 'dev', set);
      const tools = [...readJsonLines<Tool>(join(folder, 'corpus.jsonl.gz'))];
      const all = [...readJsonLines<Request>(join(folder, 'queries.jsonl.gz'))];
      const requests = quick ? all.filter((_, number) => number % quickShare === 0) : all;
      const ours = meanNdcg(dragoman(tools), requests);
      const theirs = meanNdcg(miniSearch(tools), requests);
      rows.push([set, tools.length, requests.length, ours, theirs]);
      report.figures[`quality.${set}.dragoman.ndcg10`] = ours;
      report.figures[`quality.${set}.minisearch.ndcg10`] = theirs;
    }
    const mean = (column: number) => rows.reduce((sum, row) => sum + Number(row[column]), 0) / rows.length;
    rows.push(['mean of sets', '', '', mean(3), mean(4)]);
    report.figures['quality.mean.dragoman.ndcg10'] = mean(3);
    report.figures['quality.mean.minisearch.ndcg10'] = mean(4);
    report.tables.push({
      title: 'nDCG@10 (0..100) over name and description',
      columns: ['set', 'tools', 'requests', 'dragoman', 'minisearch'],
      rows,
    });
    report.notes.push('MiniSearch runs with its defaults: its own tokenizer and ranking, no stemming, no stop words.');
    if (quick) report.notes.push(`Quick: every ${quickShare}th request only.`);
    return report;
  },
};
