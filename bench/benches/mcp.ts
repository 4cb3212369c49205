/** `tools/call` through what puts a stdio server behind HTTP: the processor time that each spends on one call, next to its peers. */
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import type { Cores } from '../gateway/processes.js';
import { chooseCores, onCore } from '../gateway/processes.js';
import type { McpSession } from '../mcp/callers.js';
import { makeCalls } from '../mcp/callers.js';
import type { McpContestant } from '../mcp/proxies.js';
import {
  bridgeTime,
  moveServers,
  startBareBridge,
  startDragomanMcp,
  startMcpProxy,
  startSupergateway,
} from '../mcp/proxies.js';
import { median, percentile } from '../measure.js';
import { inTemporaryFolder } from '../registration.js';

/** Calls through MCP gateways. */
export const mcp: Bench = {
  name: 'mcp',
  summary: 'processor time of one tools/call through the gateway, next to mcp-proxy and supergateway',
  run: (options) => inTemporaryFolder((folder) => runIn(folder, options)),
};

/** How many call at once. */
interface Load {
  key: string;
  name: string;
  sessions: number;
  /** Calls at a time in each session. */
  atOnce: number;
}

/** Calls before the first round; all compile as they run, and none costs markedly less after that many. */
const warming = 20_000;

/** The load that the contestants are compared under, and warmed with. */
const busy: Load = { key: 'busy', name: '8 sessions, 4 calls at a time in each', sessions: 8, atOnce: 4 };
/** What somebody alone would see. */
const quiet: Load = { key: 'quiet', name: 'one call at a time', sessions: 1, atOnce: 1 };

interface Plan {
  load: Load;
  /** True when the first round is begun with warming up. */
  warms: boolean;
  /** Calls of a round. */
  calls: number;
  rounds: number;
}

async function runIn(folder: string, { quick, progress }: BenchOptions): Promise<BenchReport> {
  const cores = chooseCores();
  const contestants: McpContestant[] = [];
  try {
    for (const start of [startDragomanMcp, startMcpProxy, startSupergateway, startBareBridge]) {
      contestants.push(await start({ folder, cores }));
    }
    const rounds = quick ? 5 : 9;
    const plans: Plan[] = [
      { load: busy, warms: true, calls: quick ? 4800 : 9600, rounds },
      { load: quiet, warms: false, calls: quick ? 600 : 1500, rounds },
    ];
    return await onCore(cores.around, async () => {
      const callable = await Promise.all(contestants.map((contestant) => openSessions(contestant, cores)));
      const report: BenchReport = { tables: [], notes: notesOf(cores), figures: {} };
      for (const plan of plans) add(report, plan, callable, await measure(callable, { ...plan, progress }));
      return report;
    });
  } finally {
    for (const contestant of contestants) await contestant.stop();
  }
}

/** A contestant with as many sessions as any load has. */
interface Callable extends McpContestant {
  opened: readonly McpSession[];
}

async function openSessions(contestant: McpContestant, cores: Cores): Promise<Callable> {
  const opened = await Promise.all(Array.from({ length: busy.sessions }, contestant.open));
  moveServers(contestant.pid, cores);
  return { ...contestant, opened };
}

interface Round {
  micros: number;
  p50: number;
  perSecond: number;
  /** Percent of the time in which the gateway worked. */
  busy: number;
}

/** What was measured of one contestant. */
interface Measured {
  warming: Round | undefined;
  rounds: Round[];
}

/** Round by round, each begun by another. Warming up is told apart: all compile as they run. */
async function measure(
  contestants: readonly Callable[],
  plan: Plan & Pick<BenchOptions, 'progress'>,
): Promise<Map<string, Measured>> {
  const measured = new Map(contestants.map(({ key }): [string, Measured] => [key, { warming: undefined, rounds: [] }]));
  for (let round = plan.warms ? -1 : 0; round < plan.rounds; round += 1) {
    plan.progress(`${plan.load.name}: ${round < 0 ? 'warming up' : `round ${round + 1} of ${plan.rounds}`}`);
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const contestant = contestants[(turn + round + 1) % contestants.length];
      if (contestant === undefined) continue;
      const found = await measureRound(contestant, plan.load, round < 0 ? warming : plan.calls);
      const own = measured.get(contestant.key);
      if (own === undefined) continue;
      if (round < 0) own.warming = found;
      else own.rounds.push(found);
    }
  }
  return measured;
}

/** No id comes twice in a session. */
let lastId = 0;

async function measureRound({ pid, opened }: Callable, { sessions, atOnce }: Load, calls: number): Promise<Round> {
  const each = Math.ceil(calls / (sessions * atOnce));
  const [spent, began] = [bridgeTime(pid), performance.now()];
  const connections = opened.slice(0, sessions).flatMap((session) =>
    Array.from({ length: atOnce }, () => {
      const firstId = lastId + 1;
      lastId += each;
      return makeCalls(session, { firstId, calls: each });
    }),
  );
  const times = (await Promise.all(connections)).flat();
  const seconds = (performance.now() - began) / 1000;
  const micros = (bridgeTime(pid) - spent) / times.length;
  const perSecond = times.length / seconds;
  return { micros, p50: percentile(times, 0.5), perSecond, busy: (micros * perSecond) / 1e4 };
}

function add(
  report: BenchReport,
  { load, warms }: Plan,
  contestants: readonly Callable[],
  measured: ReadonlyMap<string, Measured>,
): void {
  const middle = (key: string, member: keyof Round) =>
    median((measured.get(key)?.rounds ?? []).map((round) => round[member]));
  // Of one round each: a machine that others use too is quicker at one time than at another.
  const ratio = (key: string) => {
    const own = measured.get('dragoman')?.rounds ?? [];
    return median((measured.get(key)?.rounds ?? []).map(({ micros }, at) => micros / (own[at]?.micros ?? Number.NaN)));
  };
  const rows = contestants.map(({ key, name }) => {
    const micros = middle(key, 'micros');
    const before = measured.get(key)?.warming?.micros;
    const prefix = `mcp.call.${load.key}.${key}`;
    report.figures[`${prefix}.processor_us`] = micros;
    report.figures[`${prefix}.p50_ms`] = middle(key, 'p50');
    report.figures[`${prefix}.cost_next_to_dragoman`] = ratio(key);
    if (before !== undefined) report.figures[`${prefix}.warming_us`] = before;
    return [
      name,
      micros,
      ratio(key),
      ...(before === undefined ? [] : [before]),
      middle(key, 'p50'),
      middle(key, 'perSecond'),
      middle(key, 'busy'),
    ];
  });
  const columns = [
    'gateway',
    'processor µs a call',
    '× dragoman',
    ...(warms ? ['µs while warming up'] : []),
    'p50 ms',
    'calls/s',
    'busy %',
  ];
  const title = `tools/call over HTTP to one stdio server, ${load.name}; median of the rounds`;
  report.tables.push({ title, columns, rows });
}

function notesOf({ contestant }: Cores): string[] {
  const where =
    contestant === undefined
      ? 'Nothing is pinned to a core here.'
      : 'The gateway has a core of its own; the clients and the server behind it share another.';
  return [
    where,
    'The ratio is the middle one of those of the rounds, in each of which all of them take their turn.',
    `Each had ${warming} calls before the first round: the first figure is that of a server that runs, the one of its warm-up that of a server that starts.`,
    'The gateway’s processes are counted, not the server behind it nor the clients; all speak a session of 2025 and keep the server running.',
    'Under the first load every gateway is busy nearly all the time, as the last column shows, so that what it does for a call is measured; with one call at a time, each process is woken twice for every call, and that is much of what all of them cost.',
    'Neither of the others bridges a server that is reached over HTTP to clients over HTTP, so only a stdio server is compared.',
    'Dragoman checks the caller, limits, validates input and output, and writes an audit record for every call; the others pass messages on.',
  ];
}
