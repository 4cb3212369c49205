/** The table "one call by face": processor time of the same call through each face, as a ratio to the cheapest. */
import type { BenchOptions } from '../bench.js';
import { median, type Table } from '../measure.js';
import { type FaceCall, faceCalls } from './faces.js';
import type { Load } from './load.js';
import { processorTime } from './processes.js';
import { type Ground, startDragoman } from './proxies.js';

/** How long each face is called. */
export interface FacePlan {
  rounds: number;
  seconds: number;
  warmUp: number;
}

/** Concurrent connections. */
const busy = 32;

/** Limit of a face's cost, as a multiple of the cheapest one. */
const mostTimes = 2;

/** The table with its metrics, and a note on faces that exceed the limit. */
export interface FaceReport {
  table: Table;
  figures: Record<string, number>;
  notes: string[];
}

/** Starts one server, calls it through every face in turn, and reports the processor time of a call. */
export async function measureFaces(
  ground: Ground,
  load: Load,
  plan: FacePlan,
  progress: BenchOptions['progress'],
): Promise<FaceReport> {
  const server = await startDragoman(ground, { key: 'faces', name: 'dragoman', logLevel: 'warn' });
  try {
    const faces = await faceCalls(server);
    const micros = new Map<string, number[]>(faces.map(({ key }) => [key, []]));
    for (let round = -1; round < plan.rounds; round += 1) {
      progress(round < 0 ? 'warming up the faces' : `faces, round ${round + 1} of ${plan.rounds}`);
      for (let turn = 0; turn < faces.length; turn += 1) {
        const face = faces[(turn + round + 1) % faces.length];
        if (face === undefined) continue;
        const spent = timeOf(face, load, { pid: server.pid ?? 0, seconds: round < 0 ? plan.warmUp : plan.seconds });
        if (round >= 0) micros.get(face.key)?.push(spent);
      }
    }
    return report(faces, micros);
  } finally {
    await server.stop();
  }
}

function timeOf({ name, call }: FaceCall, load: Load, { pid, seconds }: { pid: number; seconds: number }): number {
  const before = processorTime(pid) ?? Number.NaN;
  const { perSecond, failed } = load(call, { connections: busy, seconds });
  if (failed > 0) throw new Error(`${name}: ${failed} calls failed`);
  return ((processorTime(pid) ?? Number.NaN) - before) / (perSecond * seconds);
}

function report(faces: readonly FaceCall[], micros: ReadonlyMap<string, number[]>): FaceReport {
  const middle = new Map(faces.map(({ key }) => [key, median(micros.get(key) ?? [])]));
  const cheapest = Math.min(...middle.values());
  const figures: Record<string, number> = {};
  const costly: string[] = [];
  const rows = faces.map(({ key, name }) => {
    const cost = middle.get(key) ?? Number.NaN;
    const times = cost / cheapest;
    if (times > mostTimes) costly.push(`${name} ${times.toFixed(2)}`);
    figures[`gateway.face.${key}.processor_us_per_call`] = cost;
    figures[`gateway.face.${key}.times_cheapest`] = times;
    return [name, cost, times];
  });
  return {
    table: {
      title: `One call by face: CPU time of one process with ${busy} concurrent connections; median of the rounds`,
      columns: ['face', 'processor µs', '× cheapest'],
      rows,
    },
    figures,
    notes: [
      `At most ${mostTimes} × the cheapest face: ${costly.length === 0 ? 'met by every face' : `missed by ${costly.join(', ')}`}.`,
    ],
  };
}
