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
    const plan = quick ? { rounds: 2, calls: 100 } : { rounds: 5, calls: 400 };
    return report(contestants, await measure(contestants, { ...plan, progress }));
  } finally {
    for (const contestant of contestants) await contestant.stop();
  }
}

interface Plan extends Pick<BenchOptions, 'progress'> {
  rounds: number;
  /** Calls of each session in a round. */
  calls: number;
}

/** Sessions at once. */
const sessions = 8;

/** Round by round, each begun by another; the first round, four times as long, only warms up: all three compile as they run. */
async function measure(contestants: readonly McpContestant[], plan: Plan): Promise<Map<string, Round[]>> {
  const rounds = new Map<string, Round[]>(contestants.map(({ key }) => [key, []]));
  for (let round = -1; round < plan.rounds; round += 1) {
    plan.progress(round < 0 ? 'warming up' : `round ${round + 1} of ${plan.rounds}`);
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const contestant = contestants[(turn + round + 1) % contestants.length];
      if (contestant === undefined) continue;
      const found = await measureRound(contestant, round < 0 ? 4 * plan.calls : plan.calls);
      if (round >= 0) rounds.get(contestant.key)?.push(found);
    }
  }
  return rounds;
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

function report(contestants: readonly McpContestant[], rounds: ReadonlyMap<string, Round[]>): BenchReport {
  const middle = (key: string, member: keyof Round) => median((rounds.get(key) ?? []).map((round) => round[member]));
  const own = middle('dragoman', 'micros');
  const figures: Record<string, number> = {};
  const rows = contestants.map(({ key, name }) => {
    const micros = middle(key, 'micros');
    figures[`mcp.call.${key}.processor_us`] = micros;
    figures[`mcp.call.${key}.p50_ms`] = middle(key, 'p50');
    figures[`mcp.call.${key}.cost_next_to_dragoman`] = micros / own;
    return [name, micros, micros / own, middle(key, 'p50'), middle(key, 'perSecond')];
  });
  const columns = ['gateway', 'processor µs a call', '× dragoman', 'p50 ms', 'calls/s'];
  const title = 'tools/call over HTTP to one stdio server, 8 sessions at once; median of the rounds';
  return {
    tables: [{ title, columns, rows }],
    notes: [
      'The gateway’s processes are counted, not the server behind it nor the clients; all three speak a session of 2025 and keep the server running.',
      'Neither of the others bridges a server that is reached over HTTP to clients over HTTP, so only a stdio server is compared.',
      'Dragoman checks the caller, limits, validates input and output, and writes an audit record for every call; the others pass messages on.',
    ],
    figures,
  };
}
