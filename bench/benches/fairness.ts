/** What one caller's attacks cost another caller: completed requests and latency, compared with the same server at rest. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import type { Attack, Target } from '../fairness/scene.js';
import { attacks, openScene, uses } from '../fairness/scene.js';
import { median, percentile } from '../measure.js';
import { inTemporaryFolder } from '../registration.js';

/** Connections of each attack: more than the server has slots. */
const connections = 600;
/** Milliseconds between two requests of the ordinary caller; it does not wait for responses. */
const everyMs = 10;
/** Entries of the catalogue. */
const entries = 1000;

interface Measured {
  /** Share of the requests that were answered with 200 until the end. */
  completed: number;
  p50: number;
  p99: number;
}

/** Sends reads, searches and calls at a fixed rate. */
async function measure({ use }: Target, milliseconds: number): Promise<Measured> {
  const times: number[] = [];
  const begin = performance.now();
  let sent = 0;
  while (performance.now() - begin < milliseconds) {
    // A late timer is made up for, so that the rate stays the same.
    for (; sent < (performance.now() - begin) / everyMs; sent += 1) {
      const start = performance.now();
      void use(uses[sent % uses.length] ?? 'read').then((status) => {
        if (status === 200) times.push(performance.now() - start);
      });
    }
    await sleep(everyMs);
  }
  return { completed: times.length / sent, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Medians of the rounds. */
interface Compared {
  quiet: Measured;
  attacked: Measured;
}

/** Measures a server at rest and under attack, in turns. */
async function compare(target: Target, kind: Attack, { rounds, milliseconds }: Duration): Promise<Compared> {
  const quiet: Measured[] = [];
  const attacked: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await measure(target, milliseconds));
    const attack = await target.attack(kind, connections);
    attacked.push(await measure(target, milliseconds).finally(() => attack.stop()));
    await sleep(1000);
  }
  return { quiet: medianOf(quiet), attacked: medianOf(attacked) };
}

function medianOf(measured: readonly Measured[]): Measured {
  const middle = (pick: (one: Measured) => number) => median(measured.map(pick));
  return {
    completed: middle(({ completed }) => completed),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
  };
}

interface Duration {
  rounds: number;
  /** Length of one measurement. */
  milliseconds: number;
}

const columns = [
  'attack',
  'throughput ÷ quiet',
  'quiet p50 ms',
  'p50 ms',
  'quiet p99 ms',
  'p99 ms',
  'p99 ÷ quiet',
  'floor: throughput ÷ quiet',
  'floor: p99 ms',
  'floor: p99 ÷ quiet',
];

const notes = [
  'The attacker and its hanging service run with a lower priority (nice 10), as if they had machines of their own; server, ordinary caller and its service share the cores.',
  `Floor: a plain Node server with the same addresses that checks, stores and limits nothing, under the same attack. The catalogue has ${entries} entries.`,
];

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const duration = quick ? { rounds: 1, milliseconds: 2500 } : { rounds: 3, milliseconds: 4000 };
  const figures: Record<string, number> = {};
  const rows = await inTemporaryFolder(async (folder) => {
    const scene = await openScene(folder, { entries });
    try {
      const floor = await scene.openFloor();
      progress('warming up');
      for (const target of [scene, floor]) await measure(target, quick ? 2000 : 8000);
      const found: (string | number)[][] = [];
      for (const kind of attacks) {
        progress(kind);
        const { quiet, attacked } = await compare(scene, kind, duration);
        const below = await compare(floor, kind, duration);
        const throughput = attacked.completed / quiet.completed;
        const ratio = attacked.p99 / quiet.p99;
        const floorThroughput = below.attacked.completed / below.quiet.completed;
        const floorRatio = below.attacked.p99 / below.quiet.p99;
        const name = kind.replaceAll(' ', '_');
        figures[`fairness.${name}.throughput_ratio`] = throughput;
        figures[`fairness.${name}.p99_ratio`] = ratio;
        figures[`fairness.${name}.floor_throughput_ratio`] = floorThroughput;
        figures[`fairness.${name}.floor_p99_ratio`] = floorRatio;
        const times = [quiet.p50, attacked.p50, quiet.p99, attacked.p99];
        found.push([kind, throughput, ...times, ratio, floorThroughput, below.attacked.p99, floorRatio]);
      }
      return found;
    } finally {
      await scene.close();
    }
  });
  const title = `Another caller's reads, searches and calls, ${1000 / everyMs} per second, while one caller attacks over ${connections} connections`;
  return { tables: [{ title, columns, rows }], notes, figures };
}

/** The bench. */
export const fairness: Bench = {
  name: 'fairness',
  summary: 'what the attacks of one caller cost another one: completed requests and latency',
  run,
};
