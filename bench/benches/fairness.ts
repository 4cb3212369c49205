/** What one caller's attacks cost another caller: completed requests and latency, compared with the same server at rest. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import type { Scene } from '../fairness/scene.js';
import { attacks, openScene, uses } from '../fairness/scene.js';
import { percentile } from '../measure.js';
import { inTemporaryFolder } from '../registration.js';

/** Connections of each attack: more than the server has slots. */
const connections = 600;
/** Milliseconds between two requests of the ordinary caller; it does not wait for responses. */
const everyMs = 10;

interface Measured {
  /** Share of the requests that were answered with 200 until the end. */
  completed: number;
  p50: number;
  p99: number;
}

/** Sends reads, searches and calls at a fixed rate. */
async function measure({ use }: Scene, milliseconds: number): Promise<Measured> {
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

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const milliseconds = quick ? 1500 : 8000;
  const figures: Record<string, number> = {};
  const rows = await inTemporaryFolder(async (folder) => {
    const scene = await openScene(folder);
    try {
      progress('warming up');
      await measure(scene, quick ? 2000 : 8000);
      const found: (string | number)[][] = [];
      for (const kind of attacks) {
        progress(kind);
        const quiet = await measure(scene, milliseconds);
        const attack = await scene.attack(kind, connections);
        const under = await measure(scene, milliseconds).finally(() => attack.stop());
        const name = kind.replaceAll(' ', '_');
        figures[`fairness.${name}.throughput_ratio`] = under.completed / quiet.completed;
        figures[`fairness.${name}.p99_ratio`] = under.p99 / quiet.p99;
        found.push([
          kind,
          under.completed / quiet.completed,
          quiet.p50,
          under.p50,
          quiet.p99,
          under.p99,
          under.p99 / quiet.p99,
        ]);
        await sleep(1000);
      }
      return found;
    } finally {
      await scene.close();
    }
  });
  const columns = ['attack', 'throughput ÷ quiet', 'quiet p50 ms', 'p50 ms', 'quiet p99 ms', 'p99 ms', 'p99 ÷ quiet'];
  const title = `Another caller's reads, searches and calls, ${1000 / everyMs} per second, while one caller attacks over ${connections} connections`;
  return { tables: [{ title, columns, rows }], notes: [], figures };
}

/** The bench. */
export const fairness: Bench = {
  name: 'fairness',
  summary: 'what the attacks of one caller cost another one: completed requests and latency',
  run,
};
