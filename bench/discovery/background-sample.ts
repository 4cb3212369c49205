/** Makes the sample of operations that the embedder compares requests with, and records it in the embedder's package. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Embedder } from '@dragoman/core/embedder';
import type { Tier } from '@dragoman/embedder';
import { toolText } from '../../packages/core/src/discovery/tool-text.js';
import { packBackground } from '../../packages/embedder/src/background.js';
import { readTrainingPairs, toolKey } from './training-sets.js';

/** Tools of each training set. */
const toolsPerSet = 200;
const maxTextLength = 1_000;
const embedderPackage = new URL('../../packages/embedder/', import.meta.url);

/** The texts of the sample: tools of every training set, spread evenly over the set. */
function sampleTexts(corpus: string): string[] {
  return [...readTrainingPairs(corpus)].flatMap((pairs) => {
    const tools = [...new Map([...pairs].map(({ positive }) => [toolKey(positive), positive])).values()];
    const every = Math.max(1, tools.length / toolsPerSet);
    return tools
      .filter((_, at) => at % every < 1)
      .map(({ name, description }) => toolText(name, description).slice(0, maxTextLength));
  });
}

/** The packed sample of a model. */
export async function makeBackground(corpus: string, embedder: Embedder): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(packBackground(await embedder.embed(sampleTexts(corpus))));
}

/** Writes the sample, its checksum in the manifest and its hash in the model card. */
export function recordBackground(tier: Tier, bytes: Uint8Array): void {
  const name = `${tier}-background.bin`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(new URL(`weights/${name}`, embedderPackage), bytes);
  edit(
    'src/manifest.ts',
    new RegExp(`('${name}': \\{\\s+bytes: )\\d+(,\\s+sha256: ')[0-9a-f]*`),
    `$1${bytes.length}$2${sha256}`,
  );
  edit('MODEL-CARD.md', new RegExp(`(\`weights/${name}\`.*\`)[0-9a-f]*(\` \\|)`), `$1${sha256}$2`);
}

function edit(file: string, pattern: RegExp, text: string): void {
  const place = new URL(file, embedderPackage);
  const before = readFileSync(place, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} has no row that matches ${pattern}`);
  writeFileSync(place, before.replace(pattern, text));
}
