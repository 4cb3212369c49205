/** The evaluation sets: tools, requests, and the right tools. They are for evaluation only. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../corpus.js';

/** A tool of a set. */
export interface Tool {
  id: string;
  name: string;
  description: string;
}

/** One evaluation set. */
export interface RetrievalSet {
  name: string;
  tools: Tool[];
  requests: string[];
  /** For each request the indices of the right tools. */
  relevant: ReadonlySet<number>[];
}

/** Reads every evaluation set, smallest first, with every n-th request of each. */
export function readRetrievalSets(corpus: string, every: number): RetrievalSet[] {
  const folder = join(corpus, 'retrieval', 'dev');
  return readdirSync(folder)
    .map((name) => readSet(folder, name, every))
    .sort((left, right) => left.tools.length - right.tools.length);
}

function readSet(folder: string, name: string, every: number): RetrievalSet {
  const tools = [...readJsonLines<Tool>(join(folder, name, 'corpus.jsonl.gz'))];
  const places = new Map(tools.map(({ id }, place) => [id, place]));
  const asked = [...readJsonLines<{ query: string; relevant: string[] }>(join(folder, name, 'queries.jsonl.gz'))];
  const kept = asked.filter((_, at) => at % every === 0);
  return {
    name,
    tools,
    requests: kept.map(({ query }) => query),
    relevant: kept.map(({ relevant }) => new Set(relevant.map((id) => places.get(id) ?? -1))),
  };
}
