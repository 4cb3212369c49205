/** Measurement helpers of the benches: equal warm-up, interleaved rounds, median. */
import { performance } from 'node:perf_hooks';
import { runInNewContext } from 'node:vm';

/** A table for people. */
export interface Table {
  title: string;
  columns: string[];
  rows: (string | number)[][];
}

/** The percentile of the values; share is 0..1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Cost in milliseconds: wall-clock time, and CPU time, which is more reliable on a busy machine. */
export interface Cost {
  ms: number;
  processor: number;
}

/** Runs a function once and returns its result and cost. */
export function costOf<T>(work: () => T): Cost & { result: T } {
  const before = process.cpuUsage();
  const start = performance.now();
  const result = work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { result, ms, processor: (user + system) / 1000 };
}

/** A participant in a comparison. */
export interface Contestant {
  name: string;
  run(): unknown;
}

/** Milliseconds of each round of each contestant; each round starts with another contestant. */
export async function interleave(
  contestants: readonly Contestant[],
  options: { rounds: number; warmUp: number },
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = -options.warmUp; round < options.rounds; round += 1) {
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const contestant = contestants[(turn + round + options.warmUp) % contestants.length];
      if (contestant === undefined) continue;
      const start = performance.now();
      await contestant.run();
      if (round >= 0) times.get(contestant.name)?.push(performance.now() - start);
    }
  }
  return times;
}

/** Bytes in use after a full garbage collection, including typed arrays. */
export function bytesInUse(): number {
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A deterministic stream of numbers in 0..1 (xorshift), so that every run measures the same work. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** The table as lines of text, columns aligned. */
export function formatTable({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map(formatCell))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = cells;
  return [title, line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line), ''].join('\n');
}

function formatCell(cell: string | number): string {
  if (typeof cell === 'string') return cell;
  if (Math.abs(cell) >= 1000) return Math.round(cell).toLocaleString('en');
  return cell.toFixed(Math.abs(cell) >= 100 ? 0 : Math.abs(cell) >= 10 ? 1 : 2);
}
