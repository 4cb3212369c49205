/** The training sets whose license allows shipping what is fitted on them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@dragoman/model';
import { readJsonLines } from '../corpus.js';

/** A request and a tool that serves it. */
export interface Pair extends JsonObject {
  query: string;
  positive: { name: string; description: string };
}

const permitted = new Set([
  'anytool',
  'api-bank',
  'apibench-torchhub',
  'apizoo',
  'aws-cli-examples',
  'azure-cli-examples',
  'hammerbench',
  'jentic-steps',
  'nestful',
  'rotbench',
  'tooleyes-services',
  'toolrl-sft',
]);

/** The pairs of each set, in the order of their names. */
export function* readTrainingPairs(corpus: string): Iterable<Iterable<Pair>> {
  const folder = join(corpus, 'retrieval', 'train');
  for (const name of readdirSync(folder).sort())
    if (permitted.has(name.replace('.jsonl.gz', ''))) yield readJsonLines<Pair>(join(folder, name));
}

/** What makes a tool distinct. */
export function toolKey({ name, description }: Pair['positive']): string {
  return `${name}\n${description}`.slice(0, 400);
}
