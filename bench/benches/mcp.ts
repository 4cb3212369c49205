/** `tools/call` through what puts a stdio server behind HTTP: the processor time that each spends on one call, next to its peers. */
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { chooseCores } from '../gateway/processes.js';
import type { McpContestant } from '../mcp/proxies.js';
import { bridgeTime, makeCalls, startDragomanMcp, startMcpProxy, startSupergateway } from '../mcp/proxies.js';
import { median, percentile } from '../measure.js';
import { inTemporaryFolder } from '../registration.js';

interface Round {
  micros: number;
  p50: number;
  perSecond: number;
}

/** Calls through MCP gateways. */
export const mcp: Bench = {
  name: 'mcp',
  summary: 'processor time of one tools/call through the gateway, next to mcp-proxy and supergateway',
  run: (options) => inTemporaryFolder((folder) => runIn(folder, options)),
};

async function runIn(folder: string, { quick, progress }: BenchOptions): Promise<BenchReport> {
  const cores = chooseCores();
  const contestants: McpContestant[] = [];
  try {
    for (const start of [startDragomanMcp, startMcpProxy, startSupergateway]) {
      contestants.push(await start({ folder, core: cores.contestant }));
    }
    const plan = quick ? { warming: 1000, rounds: 3, calls: 300 } : { warming: 2500, rounds: 5, calls: 800 };
    return report(contestants, await measure(contestants, { ...plan, progress }), sessions * plan.warming);
  } finally {
    for (const contestant of contestants) await contestant.stop();
  }
}

interface Plan extends Pick<BenchOptions, 'progress'> {
  /** Calls of each session before the first round. */
  warming: number;
  rounds: number;
  /** Calls of each session in a round. */
  calls: number;
}

/** Sessions at once. */
const sessions = 8;

/** What was measured of one contestant. */
interface Measured {
  warming: Round | undefined;
  rounds: Round[];
}

/**
 * Round by round, each begun by another. The first, told apart from the others, warms up: all three compile as they run, and
 * none costs markedly less after that many calls.
 */
async function measure(contestants: readonly McpContestant[], plan: Plan): Promise<Map<string, Measured>> {
  const measured = new Map(contestants.map(({ key }): [string, Measured] => [key, { warming: undefined, rounds: [] }]));
  for (let round = -1; round < plan.rounds; round += 1) {
    plan.progress(round < 0 ? 'warming up' : `round ${round + 1} of ${plan.rounds}`);
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const contestant = contestants[(turn + round + 1) % contestants.length];
      if (contestant === undefined) continue;
      const found = await measureRound(contestant, round < 0 ? plan.warming : plan.calls);
      const own = measured.get(contestant.key);
      if (own === undefined) continue;
      if (round < 0) own.warming = found;
      else own.rounds.push(found);
    }
  }
  return measured;
}

async function measureRound({ pid, open }: McpContestant, calls: number): Promise<Round> {
  const opened = await Promise.all(Array.from({ length: sessions }, open));
  const [spent, began] = [bridgeTime(pid), performance.now()];
  const times = (await Promise.all(opened.map((session) => makeCalls(session, calls)))).flat();
  const seconds = (performance.now() - began) / 1000;
  return {
    micros: (bridgeTime(pid) - spent) / times.length,
    p50: percentile(times, 0.5),
    perSecond: times.length / seconds,
  };
}

function report(
  contestants: readonly McpContestant[],
  measured: ReadonlyMap<string, Measured>,
  warmedBy: number,
): BenchReport {
  const middle = (key: string, member: keyof Round) =>
    median((measured.get(key)?.rounds ?? []).map((round) => round[member]));
  const own = middle('dragoman', 'micros');
  const figures: Record<string, number> = {};
  const rows = contestants.map(({ key, name }) => {
    const micros = middle(key, 'micros');
    const warming = measured.get(key)?.warming?.micros ?? Number.NaN;
    figures[`mcp.call.${key}.processor_us`] = micros;
    figures[`mcp.call.${key}.warming_us`] = warming;
    figures[`mcp.call.${key}.p50_ms`] = middle(key, 'p50');
    figures[`mcp.call.${key}.cost_next_to_dragoman`] = micros / own;
    return [name, micros, micros / own, warming, middle(key, 'p50'), middle(key, 'perSecond')];
  });
  const columns = ['gateway', 'processor µs a call', '× dragoman', 'µs while warming up', 'p50 ms', 'calls/s'];
  const title = 'tools/call over HTTP to one stdio server, 8 sessions at once; median of the rounds';
  return {
    tables: [{ title, columns, rows }],
    notes: [
      `Each had ${warmedBy} calls before the first round, which is about where they stop getting cheaper: the first figure is that of a server that runs, the one of its warm-up that of a server that starts.`,
      'The gateway’s processes are counted, not the server behind it nor the clients; all three speak a session of 2025 and keep the server running.',
      'Neither of the others bridges a server that is reached over HTTP to clients over HTTP, so only a stdio server is compared.',
      'Dragoman checks the caller, limits, validates input and output, and writes an audit record for every call; the others pass messages on.',
    ],
    figures,
  };
}
