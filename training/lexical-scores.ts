/**
 * Writes the scores of our own lexical index for every evaluation set, so that Python evaluates candidates with
 * the score combination of the product. Run: npx tsx --tsconfig tsconfig.tests.json training/lexical-scores.ts <folder>
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anonymous, createLexicalIndex } from '@dragoman/core/engine';
import { corpusFolder, corpusHelp, readJsonLines } from '../bench/corpus.js';
import { makeEntry, makeStored } from '../bench/entries.js';

interface Tool {
  id: string;
  name: string;
  description: string;
}

/** Triples of request, tool and score in ten thousandths, as one flat list of 16-bit numbers. */
function scoreAll(tools: readonly Tool[], requests: readonly { query: string }[]): Uint16Array {
  const index = createLexicalIndex();
  const places = new Map(tools.map(({ id }, place) => [id, place]));
  tools.forEach(({ id, name, description }, number) => {
    index.put(makeStored(makeEntry(id, { name, description }), number));
  });
  const triples: number[] = [];
  requests.forEach(({ query }, request) => {
    const asked = { text: query, conditions: [], order: 'relevance' as const, top: tools.length, skip: 0 };
    for (const { id, score } of index.find(asked, anonymous).hits) {
      triples.push(request, places.get(id) ?? 0, Math.round(10_000 * (score ?? 0)));
    }
  });
  return Uint16Array.from(triples);
}

const corpus = corpusFolder();
if (corpus === undefined) throw new Error(corpusHelp);
const out = process.argv[2] ?? 'training/.work/lexical';
mkdirSync(out, { recursive: true });
for (const set of readdirSync(join(corpus, 'retrieval', 'dev')).sort()) {
  const folder = join(corpus, 'retrieval', 'dev', set);
  const tools = [...readJsonLines<Tool>(join(folder, 'corpus.jsonl.gz'))];
  const requests = [...readJsonLines<{ query: string }>(join(folder, 'queries.jsonl.gz'))];
  const triples = scoreAll(tools, requests);
  writeFileSync(join(out, `${set}.bin`), triples);
  console.log(set, triples.length / 3);
}
