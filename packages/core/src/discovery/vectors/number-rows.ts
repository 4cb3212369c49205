/**
 * Rows whose vectors the store compares: this process keeps only the number of each, four bytes. The nearest are looked
 * up before a query is answered and come with its meaning; the conditions of the query are passed along, so that they
 * apply before ranking.
 */
import type { Meaning } from '../../catalogue/index-port.js';
import type { VectorComparer } from '../../catalogue/vectors.js';
import { withRoom } from '../typed-arrays.js';
import type { AssignVector, FeedRows, RowScope } from './feed-rows.js';
import { openPacked } from './packed-vector.js';
import { type HashedText, obtainVectors, type VectorSources } from './stored-vectors.js';
import type { VectorQuery } from './vector-table.js';

/** The numbers of rows, and the comparer that knows their vectors. */
export function createNumberRows(sources: VectorSources, comparer: VectorComparer): FeedRows {
  const { model, dimensions } = sources.embedder;
  /** By row; 0 when it has none. */
  let numbers = new Uint32Array(0);
  let size = 0;

  function put(row: number, number: number): void {
    if (row >= numbers.length) numbers = withRoom(numbers, row + 1);
    const before = numbers[row] ?? 0;
    size += Number(number !== 0) - Number(before !== 0);
    numbers[row] = number;
  }

  const findNumbers = (texts: readonly HashedText[]) =>
    comparer.find(model, [...new Set(texts.map(({ hash }) => hash))]);
  const assignFrom =
    (known: ReadonlyMap<string, number>): AssignVector =>
    (row, hash) => {
      const number = known.get(hash) ?? 0;
      put(row, number);
      return number !== 0;
    };

  return {
    table: {
      get size() {
        return size;
      },
      ask: ({ near = new Map() }) => askNumbers(numbers, near),
    },
    find: async (texts) => assignFrom(await findNumbers(texts)),
    async obtain(texts, signal) {
      const known = await findNumbers(texts);
      const missing = texts.filter(({ hash }) => !known.has(hash));
      const vectors = [...(await obtainVectors(sources, missing, signal))];
      const added = await comparer.add(
        model,
        vectors.map(([hash, packed]) => ({ hash, vector: unpack(packed) })),
      );
      return assignFrom(new Map([...known, ...added]));
    },
    clear: (row) => {
      if (row < numbers.length) put(row, 0);
    },
    discard: (hashes) => comparer.release(model, hashes),
    complete: () => comparer.tend(model, dimensions),
    async lookUp(meaning: Meaning, { among, additional, wanted }: RowScope) {
      const numbersOf = (rows: Iterable<number>) => Uint32Array.from(rows, (row) => numbers[row] ?? 0).filter(Boolean);
      const near = await comparer.nearest({
        model,
        vector: meaning.vector,
        among: numbersOf(among),
        wanted,
        additional: [...new Set(numbersOf(additional))],
      });
      return { ...meaning, near };
    },
  };
}

function unpack(packed: Uint8Array): Float32Array {
  const { scale, numbers } = openPacked(packed);
  return Float32Array.from(numbers, (number) => number * scale);
}

/** Answers from the lookup; a text of several rows has the same similarity in each of them. */
function askNumbers(numbers: Uint32Array, near: ReadonlyMap<number, number>): VectorQuery {
  return {
    likeness: (row) => near.get(numbers[row] ?? 0),
    forNearest(_, matches, take) {
      let minimum = Number.POSITIVE_INFINITY;
      let maximum = 0;
      for (const number of near.keys()) {
        minimum = Math.min(minimum, number);
        maximum = Math.max(maximum, number);
      }
      if (near.size === 0) return;
      const wanted = new Uint8Array(maximum - minimum + 1);
      for (const number of near.keys()) wanted[number - minimum] = 1;
      for (let row = 0; row < numbers.length; row += 1) {
        const number = numbers[row] as number;
        if (wanted[number - minimum] === 1 && matches(row)) take(row, near.get(number) ?? 0);
      }
    },
  };
}
