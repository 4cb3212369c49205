/** How the benches measure: contestants warmed alike, interleaved, median of rounds. */
import { performance } from 'node:perf_hooks';
import { runInNewContext } from 'node:vm';

/** A table for people. */
export interface Table {
  title: string;
  columns: string[];
  rows: (string | number)[][];
}

/** The value at this share of the sorted values, 0..1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** What something cost in milliseconds: by the clock, and in processor time, which says more on a busy machine. */
export interface Cost {
  ms: number;
  processor: number;
}

/** Does something once and tells what it gave and what it cost. */
export function costOf<T>(work: () => T): Cost & { result: T } {
  const before = process.cpuUsage();
  const start = performance.now();
  const result = work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { result, ms, processor: (user + system) / 1000 };
}

/** Something that takes part in a comparison. */
export interface Contestant {
  name: string;
  run(): unknown;
}

/** Milliseconds of each round of each contestant; round by round, each round begun by another one. */
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

/** Bytes in use after a full collection, typed arrays included. */
export function bytesInUse(): number {
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A repeatable stream of numbers in 0..1 (xorshift), so that every run measures the same work. */
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
