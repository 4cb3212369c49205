/** CPU time of one `tools/call` through gateways that expose a stdio server over HTTP. */
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
  summary: 'CPU time of one tools/call through the gateway, compared with mcp-proxy and supergateway',
  run: (options) => inTemporaryFolder((folder) => runIn(folder, options)),
};

/** Concurrency of the load. */
interface Load {
  key: string;
  name: string;
  sessions: number;
  /** Concurrent calls per session. */
  atOnce: number;
}

/** Warm-up calls; after that many, no contestant gets noticeably faster. */
const warming = 20_000;

/** The load for the comparison and the warm-up. */
const busy: Load = { key: 'busy', name: '8 sessions, 4 concurrent calls in each', sessions: 8, atOnce: 4 };
/** The load of a single user. */
const quiet: Load = { key: 'quiet', name: 'one call at a time', sessions: 1, atOnce: 1 };

interface Plan {
  load: Load;
  /** True if there is a warm-up before the first round. */
  warms: boolean;
  /** Calls per round. */
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

/** A contestant with enough sessions for every load. */
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
  /** CPU load of the gateway in percent. */
  busy: number;
}

/** The measurements of one contestant. */
interface Measured {
  warming: Round | undefined;
  rounds: Round[];
}

/** Runs the rounds, each starting with another contestant. The warm-up is reported separately. */
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

/** Ids are unique within a session. */
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
  // Ratios are computed per round, because the speed of a shared machine varies over time.
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
    'CPU µs per call',
    '× dragoman',
    ...(warms ? ['CPU µs during warm-up'] : []),
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
      ? 'Processes are not pinned to cores here.'
      : 'The gateway has its own core; the clients and the upstream server share another.';
  return [
    where,
    'The ratio is the median of the ratios of the rounds; every contestant runs in every round.',
    `Each had ${warming} warm-up calls before the first round: the first value is that of a running server, the warm-up value that of a server after its start.`,
    'CPU time includes the gateway’s processes, but not the upstream server or the clients; all use a session of a 2025 revision and keep the server running.',
    'Under the first load every gateway is busy nearly all the time on an idle machine, so the result is the work per call; where the last column shows less, other programs took the cores, and the values of the fastest gateways include waking up. With one call at a time, each process is woken up twice per call, which is a large part of the cost.',
    'Neither of the others bridges an HTTP server to HTTP clients, so only a stdio server is compared.',
    'Dragoman authenticates the caller, applies limits, validates input and output, and writes an audit record for every call; the others forward messages.',
  ];
}
