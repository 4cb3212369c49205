import { beforeAll, describe, expect, it } from 'vitest';
import { type BuiltInEmbedder, createEmbedder, type Tier } from './create-embedder.js';
import reference from './fixtures/reference-vectors.json' with { type: 'json' };
import { packagedFiles, type WeightFiles, WeightsChanged } from './weight-files.js';

function product(one: ArrayLike<number>, other: ArrayLike<number>): number {
  return Array.from(one).reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);
}

function damaged(name: string, change: (content: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): WeightFiles {
  const files = packagedFiles();
  return { read: async (each) => (each === name ? change(await files.read(each)) : files.read(each)) };
}

describe.each<Tier>(['precise', 'instant'])('the %s tier', (tier) => {
  let embedder: BuiltInEmbedder;
  beforeAll(async () => {
    embedder = await createEmbedder({ tier });
  });

  it.each(reference.map((row) => [row.text.slice(0, 40), row] as const))(
    'agrees with the float model on %j',
    (_, row) => {
      const vector = embedder.embedNow(row.text);
      const wanted = row[tier];
      expect(vector).toHaveLength(embedder.dimensions);
      if (wanted.every((number) => number === 0)) expect(vector.every((number) => number === 0)).toBe(true);
      else expect(product(vector, wanted)).toBeGreaterThan(0.99);
    },
  );

  it('returns the same vector again after other texts', () => {
    const first = embedder.embedNow('list all invoices of a customer');
    embedder.embedNow('something much longer '.repeat(50));
    expect(embedder.embedNow('list all invoices of a customer')).toEqual(first);
  });

  it('ranks the intended meaning closer than another', async () => {
    const [asked, near, far] = await embedder.embed([
      'What is the temperature in Rome tomorrow?',
      'get weather forecast: Returns the forecast for a city.',
      'delete repository: Deletes a repository for good.',
    ]);
    if (asked === undefined || near === undefined || far === undefined) throw new Error('a vector is missing');
    expect(product(asked, near)).toBeGreaterThan(product(asked, far) + 0.2);
  });

  it.each([
    ['', 'nothing'],
    ['x'.repeat(1_000_000), 'a megabyte'],
    ['🙂🙃', 'emoji'],
    ['\ud800', 'half a character'],
    ['!?…', 'signs'],
  ])('takes %.10s (%s)', (text) => {
    const vector = embedder.embedNow(text);
    expect(vector.every(Number.isFinite)).toBe(true);
    expect(product(vector, vector)).toBeLessThan(1.0001);
  });

  it('stops when aborted', async () => {
    await expect(embedder.embed(['a', 'b'], AbortSignal.abort())).rejects.toThrow('aborted');
  });
});

describe('modified weights', () => {
  it.each(['vocabulary.txt', 'precise-words.bin', 'precise-layers.bin'])(
    'are rejected: one bit of %s',
    async (name) => {
      const files = damaged(name, (content) => {
        content[1000] = (content[1000] ?? 0) ^ 1;
        return content;
      });
      await expect(createEmbedder({ tier: 'precise', files })).rejects.toThrow(WeightsChanged);
    },
  );

  it('are rejected when truncated', async () => {
    const files = damaged('instant.bin', (content) => content.slice(0, -1));
    await expect(createEmbedder({ tier: 'instant', files })).rejects.toThrow(/instant\.bin.*Reinstall the package/);
  });
});
