import { EmbedderUnavailable } from '@dragoman/core/embedder';
import { describe, expect, it } from 'vitest';
import { createRemoteEmbedder, readVectors } from './remote-embedder.js';

const row = (index: number, embedding: unknown) => ({ object: 'embedding', index, embedding });

function scripted(answers: (() => unknown)[]) {
  const bodies: { input: string[] }[] = [];
  let time = 0;
  const pass = (ms: number) => {
    time += ms;
  };
  const embedder = createRemoteEmbedder({
    endpoint: {
      async ask(body) {
        bodies.push(body as { input: string[] });
        return answers.shift()?.();
      },
    },
    clock: { now: () => time },
    model: 'some-model',
    dimensions: 2,
    batch: 2,
    restMs: 1000,
  });
  return { embedder, bodies, pass };
}

describe('createRemoteEmbedder', () => {
  it('sends batches and keeps the order of the texts, whatever the order in the response', async () => {
    const { embedder, bodies } = scripted([
      () => ({ data: [row(1, [0, 2]), row(0, [3, 4])] }),
      () => ({ data: [row(0, [1, 0])] }),
    ]);
    const vectors = await embedder.embed(['a', ' ', 'c'.repeat(10_000)]);
    expect(vectors.map((vector) => Array.from(vector, (number) => Number(number.toFixed(3))))).toEqual([
      [0.6, 0.8],
      [0, 1],
      [1, 0],
    ]);
    expect(bodies.map(({ input }) => input.map((text) => text.slice(0, 3)))).toEqual([['a', '.'], ['ccc']]);
    expect(bodies[1]?.input[0]).toHaveLength(8000);
    expect(embedder.model).toBe('remote:some-model:2');
  });

  it('pauses after a failure, then sends requests again', async () => {
    const { embedder, bodies, pass } = scripted([
      () => {
        throw new EmbedderUnavailable('slow', 'late');
      },
      () => ({ data: [row(0, [1, 0])] }),
    ]);
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ trouble: 'slow' });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ trouble: 'paused' });
    expect(bodies).toHaveLength(1);
    pass(1000);
    await expect(embedder.embed(['a'])).resolves.toHaveLength(1);
  });

  it('does not pause because a caller gave up', async () => {
    const { embedder } = scripted([
      () => {
        throw new DOMException('gone', 'AbortError');
      },
      () => ({ data: [row(0, [1, 0])] }),
    ]);
    await expect(embedder.embed(['a'])).rejects.toThrow('gone');
    await expect(embedder.embed(['a'])).resolves.toHaveLength(1);
  });
});

describe('readVectors', () => {
  it.each<[string, unknown, RegExp]>([
    ['no object', 7, /a number of vectors other than 1/],
    ['no list', { data: {} }, /other than 1/],
    ['too few', { data: [] }, /other than 1/],
    ['too many', { data: [row(0, [1, 0]), row(1, [1, 0])] }, /other than 1/],
    ['a wrong size', { data: [row(0, [1, 0, 0])] }, /a vector of 3 numbers instead of 2 numbers/],
    ['no vector', { data: [row(0, 'AAAA')] }, /an unknown length instead of 2 numbers/],
    ['text among numbers', { data: [row(0, [1, '0'])] }, /without a direction/],
    ['null among numbers', { data: [row(0, [1, null])] }, /without a direction/],
    ['numbers too large', { data: [row(0, [1e200, 1e200])] }, /without a direction/],
    ['zeros', { data: [row(0, [0, 0])] }, /without a direction/],
    ['an unknown index', { data: [row(5, [1, 0])] }, /without distinct indexes/],
    ['an invalid index', { data: [row(-0.5, [1, 0])] }, /without distinct indexes/],
    ['an invalid row', { data: [null] }, /an unknown length/],
  ])('rejects %s', (_, answer, message) => {
    expect(() => readVectors(answer, 1, 2)).toThrow(message);
  });

  it('rejects the same index twice', () => {
    expect(() => readVectors({ data: [row(0, [1, 0]), row(0, [0, 1])] }, 2, 2)).toThrow(/without distinct indexes/);
  });
});
