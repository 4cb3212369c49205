/**
 * Ways of finding the ten nearest of many vectors, in one run on the same vectors: every one compared, a first pass by
 * signs, and the graph of hnswlib-node where that can be loaded.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createVectorTable, packVector } from '@dragoman/core';
import type { BenchReport } from '../bench.js';
import { percentile } from '../measure.js';

/** A vector as it was made, and as it is kept. */
interface Sample {
  vector: Float32Array;
  packed: Uint8Array;
}

interface Scanner {
  name: string;
  /** Takes the vector of the next row. */
  add(sample: Sample): void;
  /** The nearest rows, in any order. */
  nearest(vector: Float32Array): number[];
  /** Bytes of each vector, what finds it again included. */
  bytes(): number;
}

/** Vectors as they come, and what was found about searching them. */
export interface VectorScan {
  /** Takes vectors into every contestant. */
  take(made: readonly Float32Array[]): void;
  /** Asks every contestant and adds the table. */
  measure(asked: readonly Float32Array[], report: BenchReport): void;
}

type VectorTable = ReturnType<typeof createVectorTable>;

const shown = 10;
/** The graph: neighbours of each point, points looked at when one is added, and when one is asked for. */
const graph = { neighbours: 16, built: 200, asked: [64, 256] };

/** The part of hnswlib-node that is used. */
interface Graph {
  initIndex(most: number, neighbours: number, built: number): void;
  addPoint(point: number[], label: number): void;
  setEf(looked: number): void;
  searchKnn(point: number[], wanted: number): { neighbors: number[] };
  writeIndexSync(file: string): void;
}

/** The package, which needs a compiler and so is no dependency; undefined where it is not installed. */
function loadGraph(): (new (space: 'ip', dimensions: number) => Graph) | undefined {
  try {
    return createRequire(import.meta.url)('hnswlib-node').HierarchicalNSW;
  } catch {
    return undefined;
  }
}

function scanTable(name: string, table: VectorTable, signs: number): Scanner {
  return {
    name,
    add: ({ packed }) => table.set(table.size, packed),
    nearest(vector) {
      return takeNearest(table.ask(vector)).map(({ row }) => row);
    },
    // The numbers, the scale, the mark that the row has a vector, and the signs.
    bytes: () => table.dimensions + 4 + 1 + signs,
  };
}

/** The first ten, nearest first. */
function takeNearest(query: ReturnType<VectorTable['ask']>): { row: number; near: number }[] {
  const first: { row: number; near: number }[] = [];
  let least = Number.NEGATIVE_INFINITY;
  query.forNearest(
    shown,
    () => true,
    (row, near) => {
      if (near <= least) return;
      const place = first.findIndex((other) => other.near < near);
      first.splice(place < 0 ? first.length : place, 0, { row, near });
      if (first.length > shown) first.pop();
      if (first.length === shown) least = first.at(-1)?.near ?? least;
    },
  );
  return first;
}

function scanGraph(made: Graph, count: number): Scanner[] {
  made.initIndex(count, graph.neighbours, graph.built);
  let points = 0;
  const bytes = () => {
    const folder = mkdtempSync(join(tmpdir(), 'graph-'));
    const file = join(folder, 'index');
    made.writeIndexSync(file);
    const { size } = statSync(file);
    rmSync(folder, { recursive: true });
    return size / points;
  };
  return graph.asked.map((looked, at) => ({
    name: `hnswlib-node, ef ${looked}`,
    add({ vector }) {
      if (at === 0) made.addPoint([...vector], points++);
    },
    nearest(vector) {
      made.setEf(looked);
      return made.searchKnn([...vector], shown).neighbors;
    },
    bytes,
  }));
}

/** Makes the contestants for so many vectors; a graph is built up to `graphUpTo`, since building it takes long. */
export function createVectorScan(dimensions: number, count: number, graphUpTo: number): VectorScan {
  const Loaded = loadGraph();
  const graphs = Loaded === undefined || count > graphUpTo ? [] : scanGraph(new Loaded('ip', dimensions), count);
  const exact = createVectorTable({ dimensions, exactUpTo: Number.MAX_SAFE_INTEGER });
  const quick = createVectorTable({ dimensions, exactUpTo: 0 });
  const scanners = [
    scanTable('every vector compared', exact, 0),
    scanTable('first pass by signs', quick, Math.ceil(dimensions / 128) * 16),
    ...graphs,
  ];
  const spent = new Map(scanners.map(({ name }) => [name, 0]));

  function measureOne({ name, nearest, bytes }: Scanner, asked: readonly Float32Array[], report: BenchReport) {
    for (const vector of asked) nearest(vector);
    const found = asked.map((vector) => {
      const began = performance.now();
      const rows = nearest(vector);
      return { vector, rows, ms: performance.now() - began };
    });
    const times = found.map(({ ms }) => ms);
    const recall = mean(found.map(({ vector, rows }) => recallOf(exact, vector, rows)));
    report.figures[`discovery.scan.${count}.${name}.recall10`] = recall;
    report.figures[`discovery.scan.${count}.${name}.p95_ms`] = percentile(times, 0.95);
    return [name, recall, percentile(times, 0.5), percentile(times, 0.95), (spent.get(name) ?? 0) / 1000, bytes()];
  }

  return {
    take(made) {
      const samples = made.flatMap((vector): Sample[] => {
        const packed = packVector(vector);
        return packed === undefined ? [] : [{ vector, packed }];
      });
      for (const { name, add } of scanners) {
        const began = performance.now();
        samples.forEach(add);
        spent.set(name, (spent.get(name) ?? 0) + performance.now() - began);
      }
    },
    measure(asked, report) {
      report.tables.push({
        title: `ten nearest of ${exact.size} vectors of ${dimensions} numbers`,
        columns: ['way', 'recall@10', 'p50 ms', 'p95 ms', 'build s', 'bytes each'],
        rows: scanners.map((scanner) => measureOne(scanner, asked, report)),
      });
      if (Loaded === undefined) report.notes.push('hnswlib-node is not installed here, so that it is not compared.');
      else if (graphs.length === 0) report.notes.push(`hnswlib-node is compared up to ${graphUpTo} vectors.`);
    },
  };
}

/** Share of the exact first ten that was found; which of two that are equally near comes first does not matter. */
function recallOf(exact: VectorTable, vector: Float32Array, rows: readonly number[]): number {
  const asked = exact.ask(vector);
  const right = takeNearest(asked);
  const least = right.at(-1)?.near ?? 0;
  const met = rows.filter((row) => (asked.likeness(row) ?? -1) >= least - 1e-6).length;
  return right.length === 0 ? 1 : met / right.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
