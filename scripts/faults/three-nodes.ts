/**
 * Three nodes behind HAProxy, with a PostgreSQL, its standby and a Redis of their own, each node in a network namespace. Nodes
 * are killed, paused and separated, Redis is killed, PostgreSQL fails over, while clients work through the balancer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from '../../packages/server/src/stores/postgres/tcp-proxy.support.js';
import { type ServerProcess, startServerProcess } from '../../tests/e2e/server-process.js';
import { ask } from './ask.js';
import { checkNotes, until } from './check-notes.js';
import { startCountingService } from './counting-service.js';
import { type EventNotes, followEvents, useUpLimit } from './event-load.js';
import type { FaultPart, FaultResult, FaultRun } from './fault-part.js';
import { serverSettings } from './kill-servers.js';
import { createNotes, type Notes, prepareLoad, runLoad } from './mixed-load.js';
import { type Network, type NodeNetwork, openNetwork } from './namespaces.js';
import { findPostgres, type OwnPostgres, type Standby, startOwnPostgres } from './own-postgres.js';
import { isInstalled, type OwnProgram, startBalancer, startOwnRedis } from './own-programs.js';
import { createSessionNotes, runSessions, type SessionNotes } from './session-load.js';
import { startStreamingService } from './streaming-service.js';

const title = 'Three nodes behind a balancer';
const searchesPerMinute = 600;
const pausedMs = 4_000;
const cutMs = 3_000;

/** How far the limit may be exceeded. */
const tolerance = 1.1;

/** One node, with connections of its own that can be cut. */
interface Node {
  network: NodeNetwork;
  server: ServerProcess;
  database: { target: { host: string; port: number }; proxy: TcpProxy };
  redis: TcpProxy;
}

/** Runs the part; needs programs that a minimal machine lacks. */
export const threeNodes: FaultPart = async (run) => {
  const programs = await findPostgres();
  const missing = ['haproxy', 'redis-server'].filter((name) => !isInstalled(name));
  if (programs === undefined) missing.push('initdb');
  if (programs === undefined || missing.length > 0) {
    return { title, method: '', counts: new Map(), violations: [], skipped: `${missing.join(', ')} not installed` };
  }
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const network = await openNetwork(3);
    closers.push(network.close);
    if (network.missing !== undefined)
      run.say(`NO NETWORK NAMESPACES, proxies cut connections instead: ${network.missing}`);
    return await runNodes(run, await startCluster(run.folder, { programs, network }, closers), closers);
  } finally {
    for (const close of closers.reverse()) await close().catch(() => undefined);
  }
};

interface Cluster {
  postgres: OwnPostgres;
  standby: Standby;
  redis: OwnProgram;
  nodes: Node[];
  origin: string;
  network: Network;
  startServer(node: Omit<Node, 'server'>): Promise<ServerProcess>;
}

async function startCluster(
  folder: string,
  { programs, network }: { programs: string; network: Network },
  closers: (() => Promise<unknown>)[],
): Promise<Cluster> {
  const { addresses } = network;
  const postgres = await startOwnPostgres(folder, programs);
  closers.push(postgres.stop);
  const standby = await postgres.addStandby();
  closers.push(standby.stop);
  const redis = await startOwnRedis(folder);
  closers.push(redis.kill);
  const startServer: Cluster['startServer'] = ({ network: own, database, redis: link }) =>
    startServerProcess({
      ...own,
      cwd: folder,
      env: {
        ...serverSettings,
        DRAGOMAN_OUTBOUND_ALLOW: addresses.services,
        DATABASE_URL: `postgres://postgres@${addresses.postgres}:${database.proxy.port}/postgres`,
        DRAGOMAN_REDIS_URL: `redis://${addresses.redis}:${link.port}`,
        DRAGOMAN_LIMITS_LOCAL_PER_MINUTE_SEARCH: String(searchesPerMinute),
      },
    });
  const nodes: Node[] = [];
  for (const own of network.nodes) {
    const target = { host: '127.0.0.1', port: postgres.port };
    const database = { target, proxy: await startTcpProxy(target, addresses.postgres) };
    const link = await startTcpProxy({ host: '127.0.0.1', port: redis.port }, addresses.redis);
    closers.push(database.proxy.close, link.close);
    const parts = { network: own, database, redis: link };
    const node = { ...parts, server: await startServer(parts) };
    nodes.push(node);
    closers.push(() => node.server.kill());
  }
  const balancer = await startBalancer(folder, addresses.balancer, network.nodes);
  closers.push(balancer.kill);
  return { postgres, standby, redis, nodes, network, origin: `http://127.0.0.1:${balancer.port}`, startServer };
}

interface Load {
  notes: Notes;
  sessions: SessionNotes;
  events: EventNotes;
}

async function runNodes(run: FaultRun, cluster: Cluster, closers: (() => Promise<unknown>)[]): Promise<FaultResult> {
  const { origin, network } = cluster;
  const { services } = network.addresses;
  const [service, streaming] = [await startCountingService(40, services), await startStreamingService(services)];
  closers.push(service.close, streaming.close);
  if (!(await until(async () => (await ask(origin, { path: '/readyz' }))?.status === 200)))
    throw new Error('not ready');
  await prepareLoad(origin, service.url);
  const items = [{ url: streaming.url, curation: { id: 'streaming' } }];
  const added = await ask(origin, { path: '/imports', body: { items } });
  if (added?.status !== 200) throw new Error(`the streaming service was not added: ${JSON.stringify(added?.body)}`);
  const load: Load = {
    notes: createNotes(),
    sessions: createSessionNotes(),
    events: { entries: new Set(), reloads: 0, connections: 0 },
  };
  const { notes, sessions, events } = load;
  let over = false;
  const isOver = () => over;
  const limited = useUpLimit(origin, isOver);
  const working = Promise.all([
    runLoad(origin, notes, isOver, { goesOn: true }),
    runSessions(origin, { notes, seen: sessions, isOver }, 4),
    followEvents(origin, events, isOver),
  ]);
  await sleep(2000);
  const faults = await breakThings(run, cluster, notes);
  await sleep(1500);
  over = true;
  const { admitted, seconds } = await limited;
  await working;
  return report(
    load,
    { admitted, seconds, faults, missing: network.missing },
    await checkAll(cluster, load, [service.effects, streaming.effects]),
  );
}

/** Breaks one thing after the other; returns how often each was done. */
async function breakThings(
  { rounds, random, say }: FaultRun,
  cluster: Cluster,
  { unexpected }: Notes,
): Promise<Map<string, number>> {
  const { nodes, redis, postgres, standby, origin, network, startServer } = cluster;
  const counts = new Map<string, number>();
  const any = () => nodes[Math.floor(random() * nodes.length)] as Node;
  const faults: Record<string, () => Promise<void>> = {
    async 'nodes killed'() {
      const node = any();
      await node.server.kill();
      await sleep(1500);
      node.server = await startServer(node);
    },
    async 'nodes paused'() {
      const { pid } = any().server;
      process.kill(pid, 'SIGSTOP');
      await sleep(pausedMs);
      process.kill(pid, 'SIGCONT');
    },
    'nodes separated from Redis': () => separate(any(), 'redis'),
    'nodes separated from PostgreSQL': () => separate(any(), 'postgres'),
    ...(network.missing === undefined
      ? { 'nodes separated from the balancer': () => separate(any(), 'balancer') }
      : {}),
    async 'Redis killed and started again'() {
      await redis.kill();
      await sleep(1500);
      await redis.start();
    },
  };
  const act = async (name: string, fault: () => Promise<void>) => {
    say(name);
    await fault();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const isReady = async () => (await ask(origin, { path: '/readyz' }))?.status === 200;
    if (!(await until(isReady))) unexpected.push(`not ready again after: ${name}`);
    await sleep(1000 + random() * 1000);
  };
  const failOver = async () => {
    await postgres.stop();
    for (const { database } of nodes) {
      database.target.port = standby.port;
      database.proxy.cut('once');
    }
    await standby.promote();
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, fault] of Object.entries(faults)) await act(name, fault);
    if (round === 0) await act('PostgreSQL failed over to its standby', failOver);
  }
  return counts;
}

/** Loses what the node sends to the peer; without namespaces a proxy forwards nothing. */
async function separate(node: Node, peer: 'redis' | 'postgres' | 'balancer'): Promise<void> {
  const proxy = peer === 'redis' ? node.redis : node.database.proxy;
  await (node.network.separate?.(peer) ?? proxy.stall());
  await sleep(cutMs);
  await (node.network.reunite?.(peer) ?? proxy.restore());
}

async function checkAll(
  { origin, nodes }: Cluster,
  { notes, sessions, events }: Load,
  [effects, streamed]: readonly ReadonlyMap<string, number>[],
) {
  const found = await checkNotes(origin, notes, effects ?? new Map(), 2);
  const { violations } = found;
  for (const [task, count] of streamed ?? []) if (count > 1) violations.push(`${task} was executed ${count} times`);
  for (const task of sessions.answered) if (streamed?.has(task) !== true) violations.push(`${task} was never executed`);
  if (sessions.answered.size === 0) violations.push('no call of a session was answered');
  if (sessions.resumed === 0) violations.push('no stream was resumed');
  const missed = [...notes.stored].filter((id) => !events.entries.has(id)).length;
  if (missed > 0 && events.reloads === 0) violations.push(`${missed} entries had no event, and no reload was sent`);
  for (const [at, { server }] of nodes.entries()) {
    const shares = (await ask(server.url, { path: '/readyz' }))?.body.nodes as { share?: string } | undefined;
    if (shares?.share !== 'everything') violations.push(`node ${at + 1} shares ${JSON.stringify(shares)}`);
  }
  return found;
}

interface Measured {
  admitted: number;
  seconds: number;
  faults: Map<string, number>;
  missing: string | undefined;
}

function report(
  { sessions, events }: Load,
  { admitted, seconds, faults, missing }: Measured,
  { counts, violations }: Awaited<ReturnType<typeof checkNotes>>,
): FaultResult {
  // A caller may use the limit of a minute at once, and then as much per minute.
  const allowed = Math.floor(searchesPerMinute * (1 + seconds / 60));
  if (admitted > allowed * tolerance) violations.push(`${admitted} searches were admitted, ${allowed} are allowed`);
  return {
    title,
    method:
      'Three nodes behind HAProxy, on a PostgreSQL with a synchronous standby and a Redis. Nine clients register, call, call in the background, import and change a toolset; four MCP clients keep one session each and resume the streams of their calls; one reads events; three use up a rate limit; meanwhile one thing after the other fails. All requests go through the balancer. ' +
      (missing === undefined
        ? 'Each node is in a network namespace of its own; while it is separated, all packets that it sends to the other side are lost.'
        : 'Network namespaces could not be created, so that proxies of our own cut connections, and no node was separated from the balancer.'),
    counts: new Map([
      ...faults,
      ...counts,
      ['MCP sessions, none of them lost', sessions.sessions],
      ['calls of sessions answered', sessions.answered.size],
      ['streams resumed', sessions.resumed],
      ['calls of sessions with the outcome "unknown"', sessions.unknown],
      ['calls of sessions whose connection ended before their stream began', sessions.lost],
      ['connections of the reader of events', events.connections],
      ['searches admitted', admitted],
      ['searches that the limit allows', allowed],
    ]),
    violations,
  };
}
