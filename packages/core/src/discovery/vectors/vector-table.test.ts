import { describe, expect, it } from 'vitest';
import { packVector } from './packed-vector.js';
import { createVectorTable, type VectorTable } from './vector-table.js';

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

function unit(numbers: readonly number[]): Float32Array {
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  return Float32Array.from(numbers, (number) => number / length);
}

const pack = (vector: Float32Array) => packVector(vector) ?? new Uint8Array();
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** Vectors in clusters, like those of real texts. */
function clustered(count: number, dimensions: number): Float32Array[] {
  const random = createRandom(7);
  const centres = Array.from({ length: 40 }, () => Array.from({ length: dimensions }, random));
  return Array.from({ length: count }, (_, at) =>
    unit((centres[at % centres.length] ?? []).map((value) => value + 0.8 * random())),
  );
}

function fill(table: VectorTable, vectors: readonly Float32Array[]): void {
  for (const [row, vector] of vectors.entries()) table.set(row, pack(vector));
}

function nearest(table: VectorTable, query: Float32Array, wanted: number, matches = (_: number) => true): number[] {
  const found: [number, number][] = [];
  table.ask(query).forNearest(wanted, matches, (row, likeness) => found.push([row, likeness]));
  return found
    .sort((a, b) => b[1] - a[1])
    .slice(0, wanted)
    .map(([row]) => row);
}

describe('createVectorTable', () => {
  it.each([3, 16, 256, 384, 1000])('returns the similarity of vectors of %i numbers', (dimensions) => {
    const vectors = clustered(20, dimensions);
    const table = createVectorTable({ dimensions });
    fill(table, vectors);
    const query = table.ask(vectors[3] ?? new Float32Array());
    vectors.forEach((vector, row) => {
      expect(Math.abs((query.likeness(row) ?? 9) - dot(vector, vectors[3] ?? vector))).toBeLessThan(0.01);
    });
  });

  it('finds the nearest by signs first, almost as exactly as by comparing all', () => {
    const vectors = clustered(12_000, 256);
    const table = createVectorTable({ dimensions: 256, exactUpTo: 100 });
    const whole = createVectorTable({ dimensions: 256, exactUpTo: vectors.length });
    fill(table, vectors);
    fill(whole, vectors);
    let met = 0;
    for (let at = 0; at < 20; at += 1) {
      const query = vectors[at * 37] ?? new Float32Array();
      const found = new Set(nearest(table, query, 10));
      met += nearest(whole, query, 10).filter((row) => found.has(row)).length;
    }
    expect(met / 200).toBeGreaterThanOrEqual(0.98);
  });

  it.each([100, 1_000_000])('visits no row that the test excludes (exact up to %i)', (exactUpTo) => {
    const vectors = clustered(9_000, 32);
    const table = createVectorTable({ dimensions: 32, exactUpTo });
    fill(table, vectors);
    const found = nearest(table, vectors[5] ?? new Float32Array(), 50, (row) => row % 100 === 1);
    expect(found).toHaveLength(50);
    expect(found.every((row) => row % 100 === 1)).toBe(true);
  });

  it('sets, replaces and clears in place', () => {
    const table = createVectorTable({ dimensions: 2 });
    table.set(9, pack(unit([1, 0])));
    table.set(9, pack(unit([0, 1])));
    expect(table.size).toBe(1);
    expect(table.ask(unit([0, 1])).likeness(9)).toBeCloseTo(1, 2);
    table.clear(9);
    table.clear(9);
    expect(table.size).toBe(0);
    expect(table.has(9)).toBe(false);
    expect(nearest(table, unit([0, 1]), 3)).toEqual([]);
  });

  it.each([1, 1_000_000])('finds nothing near a query without a direction (exact up to %i)', (exactUpTo) => {
    const table = createVectorTable({ dimensions: 16, exactUpTo });
    fill(table, clustered(20, 16));
    expect(nearest(table, new Float32Array(16), 5)).toEqual([]);
    expect(table.ask(new Float32Array(16)).likeness(3)).toBe(0);
  });

  it('rejects vectors of another size, and packs none without a direction', () => {
    const table = createVectorTable({ dimensions: 2 });
    expect(() => table.set(0, pack(unit([1, 2, 3])))).toThrow(RangeError);
    expect(() => table.ask(unit([1, 2, 3]))).toThrow(RangeError);
    expect(packVector(new Float32Array(3))).toBeUndefined();
    expect(packVector(Float32Array.of(1, Number.NaN))).toBeUndefined();
    expect(packVector(Float32Array.of(1, Number.POSITIVE_INFINITY))).toBeUndefined();
  });
});
