/** The store contract for vectors: stored by model and hash, never overwritten, removed only by hash. */
import { expect, it } from 'vitest';
import type { StoreUnderTest } from './store.contract.js';
import type { StoredVector } from './vectors.js';

const kept = (hash: string, ...bytes: number[]): StoredVector => ({ hash, packed: Uint8Array.from(bytes) });
const sorted = (vectors: readonly StoredVector[]) =>
  vectors.map(({ hash, packed }) => [hash, ...packed]).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));

/** The contract of vectors. */
export function vectorsContract(under: StoreUnderTest): void {
  it('stores vectors by model and hash, byte for byte, also after reopening', async () => {
    await under.store.vectors.write('m-1', [kept('b', 0, 255, 128), kept('a', 1)]);
    await under.store.vectors.write('m-2', [kept('a', 9)]);
    await under.store.vectors.write('m-1', []);
    await under.reopen();
    const { vectors } = under.store;
    expect(sorted(await vectors.read('m-1', ['a', 'b', 'b', 'c']))).toEqual([
      ['a', 1],
      ['b', 0, 255, 128],
    ]);
    expect(await vectors.read('m-3', ['a'])).toEqual([]);
    expect(await vectors.read('m-1', [])).toEqual([]);
    expect(await vectors.models()).toEqual([
      { model: 'm-1', count: 2 },
      { model: 'm-2', count: 1 },
    ]);
  });

  it('does not overwrite an existing vector', async () => {
    const { vectors } = under.store;
    await vectors.write('m-1', [kept('a', 7), kept('z', 3), kept('z', 4)]);
    expect(sorted(await vectors.read('m-1', ['a', 'z']))).toEqual([
      ['a', 1],
      ['z', 3],
    ]);
  });

  it('lists hashes in order and removes the given ones', async () => {
    const { vectors } = under.store;
    expect(await vectors.hashes('m-1', '', 2)).toEqual(['a', 'b']);
    expect(await vectors.hashes('m-1', 'b', 2)).toEqual(['z']);
    await vectors.remove('m-1', ['a', 'z', 'unknown']);
    await vectors.remove('m-2', ['a']);
    expect(await vectors.hashes('m-1', '', 9)).toEqual(['b']);
    expect(await vectors.models()).toEqual([{ model: 'm-1', count: 1 }]);
  });

  it('stores many at once', async () => {
    const { vectors } = under.store;
    const many = Array.from({ length: 1_500 }, (_, at) => kept(`h-${String(at).padStart(5, '0')}`, at % 256));
    await vectors.write('m-many', many);
    const hashes = many.map(({ hash }) => hash);
    expect(await vectors.read('m-many', hashes)).toHaveLength(1_500);
    await vectors.remove('m-many', hashes);
    expect(await vectors.hashes('m-many', '', 1)).toEqual([]);
  });
}
