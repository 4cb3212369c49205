/**
 * False positives of the untrusted-text inspection on real API descriptions, and its cost compared with
 * parsing the same text. The descriptions are assumed to be benign; flagged ones are printed.
 */
import { join } from 'node:path';
import { inspectText } from '@dragoman/documents';
import type { Bench, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp, readJsonLines } from '../corpus.js';

interface DescribedOperation {
  id: string;
  summary: string;
  description: string;
}

/** With --quick only every n-th description is used. */
const quickShare = 10;
const mostShown = 10;

function measure(folder: string, share: number): BenchReport {
  let [texts, flagged, inspectMs, parseMs] = [0, 0, 0, 0];
  const notes: string[] = [];
  let number = 0;
  for (const { id, summary, description } of readJsonLines<DescribedOperation>(join(folder, 'operations.jsonl.gz'))) {
    number += 1;
    if (number % share !== 0) continue;
    const text = JSON.stringify({ summary, description });
    const started = performance.now();
    const value = JSON.parse(text);
    const parsed = performance.now();
    const findings = inspectText(value);
    inspectMs += performance.now() - parsed;
    parseMs += parsed - started;
    texts += 1;
    if (findings.length === 0) continue;
    flagged += 1;
    if (notes.length < mostShown) notes.push(`${id}: ${findings.map((finding) => finding.code).join(', ')}`);
  }
  const figures = {
    'untrusted_text.texts': texts,
    'untrusted_text.flagged': flagged,
    'untrusted_text.inspect_us': (inspectMs * 1000) / texts,
    'untrusted_text.inspect_to_parse_ratio': inspectMs / parseMs,
  };
  const rows = Object.entries(figures).map(([name, value]) => [name, value.toFixed(2)]);
  return {
    tables: [{ title: 'inspection of real API descriptions', columns: ['metric', 'value'], rows }],
    notes,
    figures,
  };
}

/** False positives of the inspection, and its cost. */
export const untrustedText: Bench = {
  name: 'untrusted-text',
  summary: 'False positives on 100,000 real API descriptions, and the cost of an inspection compared with parsing.',
  async run({ quick }) {
    const folder = corpusFolder();
    if (folder === undefined) return { tables: [], notes: [corpusHelp], figures: {} };
    return measure(folder, quick ? quickShare : 1);
  },
};
