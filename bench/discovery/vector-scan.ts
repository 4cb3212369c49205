/**
 * Methods to find the ten nearest of many vectors, in one run on the same vectors: comparing all, a first pass with
 * sign codes, and the graph index of hnswlib-node if it is installed.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVectorTable, packVector } from '@dragoman/core/engine';
import type { BenchReport } from '../bench.js';
import { costOf, percentile } from '../measure.js';

/** A vector as computed and as stored. */
interface Sample {
  vector: Float32Array;
  packed: Uint8Array;
}

interface Scanner {
  name: string;
  /** Adds the vector of the next row. */
  add(sample: Sample): void;
  /** The nearest rows, in any order. */
  nearest(vector: Float32Array): number[];
  /** Bytes per vector, including the index structure. */
  bytes(): number;
}

/** Collects vectors and measures the contestants. */
export interface VectorScan {
  /** Adds vectors to every contestant. */
  take(made: readonly Float32Array[]): void;
  /** Queries every contestant and adds the table. */
  measure(asked: readonly Float32Array[], report: BenchReport): void;
}

type VectorTable = ReturnType<typeof createVectorTable>;

const shown = 10;
/** Number of request–vector pairs that are compared exactly for the recall. */
const mostPairs = 50_000_000;
/** The graph parameters: neighbors per point, ef when adding, and ef when searching. */
const graph = { neighbours: 16, built: 200, asked: [64, 256] };

/** The part of hnswlib-node that is used. */
interface Graph {
  initIndex(most: number, neighbours: number, built: number): void;
  addPoint(point: number[], label: number): void;
  setEf(looked: number): void;
  searchKnn(point: number[], wanted: number): { neighbors: number[] };
  writeIndexSync(file: string): void;
}

/** The package, which needs a compiler and is therefore not a dependency; undefined if it is not installed. */
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
    // The numbers, the scale, the flag that the row has a vector, and the sign codes.
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

/** Creates the contestants; a graph is built up to `graphUpTo` vectors, because building it is slow. */
export function createVectorScan(dimensions: number, count: number, graphUpTo: number): VectorScan {
  const Loaded = loadGraph();
  const graphs = Loaded === undefined || count > graphUpTo ? [] : scanGraph(new Loaded('ip', dimensions), count);
  const exact = createVectorTable({ dimensions, exactUpTo: Number.MAX_SAFE_INTEGER });
  const quick = createVectorTable({ dimensions, exactUpTo: 0 });
  const scanners = [
    scanTable('every vector compared', exact, 0),
    scanTable('first pass with sign codes', quick, Math.ceil(dimensions / 128) * 16),
    ...graphs,
  ];
  const spent = new Map(scanners.map(({ name }) => [name, 0]));
  const truth = createTruth(dimensions, count);

  function measureOne({ name, nearest, bytes }: Scanner, asked: readonly Asked[], report: BenchReport) {
    for (const { vector } of asked) nearest(vector);
    const found = asked.map((each) => ({ ...each, ...costOf(() => nearest(each.vector)) }));
    const times = found.map(({ ms }) => ms);
    const processor = percentile(
      found.map((each) => each.processor),
      0.95,
    );
    const recall = mean(found.flatMap(({ least, vector, result }) => recallOf(truth, { vector, least, rows: result })));
    report.figures[`discovery.scan.${count}.${name}.recall10`] = recall;
    report.figures[`discovery.scan.${count}.${name}.p95_ms`] = percentile(times, 0.95);
    report.figures[`discovery.scan.${count}.${name}.p95_processor_ms`] = processor;
    const built = (spent.get(name) ?? 0) / 1000;
    return [name, 100 * recall, percentile(times, 0.5), percentile(times, 0.95), processor, built, bytes()];
  }

  return {
    take(made) {
      const samples = made.flatMap((vector): Sample[] => {
        const packed = packVector(vector);
        return packed === undefined ? [] : [{ vector, packed }];
      });
      for (const { vector } of samples) truth.add(vector);
      for (const { name, add } of scanners) {
        const { processor } = costOf(() => samples.forEach(add));
        spent.set(name, (spent.get(name) ?? 0) + processor);
      }
    },
    measure(vectors, report) {
      const compared = Math.max(1, Math.floor(mostPairs / Math.max(1, exact.size)));
      const asked = vectors.map(
        (vector, at): Asked => ({ vector, least: at < compared ? truth.least(vector) : undefined }),
      );
      report.tables.push({
        title: `ten nearest of ${exact.size} vectors of ${dimensions} numbers, recall over ${Math.min(compared, asked.length)} requests`,
        columns: ['method', 'recall@10 %', 'p50 ms', 'p95 ms', 'p95 processor ms', 'build processor s', 'bytes each'],
        rows: scanners.map((scanner) => measureOne(scanner, asked, report)),
      });
      if (Loaded === undefined) report.notes.push('hnswlib-node is not installed, so it is not compared.');
      else if (graphs.length === 0) report.notes.push(`hnswlib-node is compared up to ${graphUpTo} vectors.`);
    },
  };
}

/** A request, and the similarity of its tenth nearest vector; undefined if it was not computed. */
interface Asked {
  vector: Float32Array;
  least: number | undefined;
}

/** The original vectors, which are the ground truth. */
interface Truth {
  add(vector: Float32Array): void;
  likeness(vector: Float32Array, row: number): number;
  /** Similarity of the tenth nearest vector. */
  least(vector: Float32Array): number;
}

function createTruth(dimensions: number, count: number): Truth {
  const numbers = new Float32Array(dimensions * count);
  let size = 0;
  const likeness = (vector: Float32Array, row: number) => {
    const from = row * dimensions;
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += (vector[at] as number) * (numbers[from + at] as number);
    return sum;
  };
  return {
    likeness,
    add(vector) {
      numbers.set(vector, dimensions * size++);
    },
    least(vector) {
      const best: number[] = [];
      for (let row = 0; row < size; row += 1) {
        const near = likeness(vector, row);
        if (best.length === shown && near <= (best.at(-1) as number)) continue;
        best.push(near);
        best.sort((a, b) => b - a);
        best.length = Math.min(best.length, shown);
      }
      return best.at(-1) ?? 0;
    },
  };
}

/** Recall of the true ten among the rows; the order of equally near vectors does not matter. */
function recallOf(truth: Truth, { vector, least, rows }: Asked & { rows: readonly number[] }): number[] {
  if (least === undefined) return [];
  return [rows.filter((row) => truth.likeness(vector, row) >= least - 1e-6).length / shown];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
