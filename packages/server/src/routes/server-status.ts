/** The state of the server by part, and who uses how much of what callers share; for administrators. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AuditStore, NodeStore, SourceStore } from '@dragoman/core/engine';
import type { MemoryRateLimiter } from '@dragoman/core/http';
import { isFailure } from '@dragoman/model';
import type { Config } from '../config/config.js';
import type { Shares } from '../http/shares.js';
import type { ChildState } from '../mcp-children/open-children.js';
import type { LogLine } from '../observe/log-ring.js';
import type { FairShare } from '../runtime/fair-share.js';
import { withTimeout } from '../runtime/with-timeout.js';
import type { SearchState } from '../search/open-search.js';

/** The state of one part. */
export interface PartState {
  part: 'store' | 'disk' | 'index' | 'vectors' | 'nodes' | 'workers' | 'redis' | 'sources' | 'servers';
  /** `degraded`: it works, and needs attention. */
  state: 'ready' | 'degraded' | 'failed';
  /** A sentence for people. */
  detail: string;
  free_bytes?: number;
  total_bytes?: number;
  waiting?: number;
  count?: number;
}

/** How much of a shared resource is in use in one worker. */
export interface ShareUse {
  /** Process id of the worker. */
  worker: number;
  resource: 'connections' | 'body_bytes' | 'requests' | 'streams';
  capacity: number;
  in_use: number;
  callers: number;
  /** Callers that hold most. */
  top: { caller: string; held: number }[];
}

/** How much of its rate limit a caller has used. */
export interface RateUse {
  caller: string;
  /** `read`, `search`, `write`, `invoke`; also `invoke` of one service. */
  budget: string;
  /** 100: further requests are rejected. */
  used_percent: number;
}

/** Dependencies of the parts. */
export interface PartPorts {
  config: Pick<Config, 'store'>;
  ping: () => Promise<void>;
  catchUp: () => Promise<unknown>;
  requireVectors: () => Promise<void>;
  search: () => Promise<SearchState>;
  nodes: Pick<NodeStore, 'list'>;
  workers: () => Promise<number>;
  /** State of the connection to Redis; absent when it is not configured. */
  redis: (() => { connected: boolean; reason?: string }) | undefined;
  sources: Pick<SourceStore, 'list'>;
  /** Stdio servers of all workers. */
  servers: () => Promise<ChildState[]>;
}

/** Something that went wrong lately. */
export interface RecentError {
  at: string;
  /** `call`: a call of a service failed; `log`: the server logged an error. */
  kind: 'call' | 'log';
  /** What failed, in one line. */
  detail: string;
  trace_id?: string;
}

/** Milliseconds that one part may take. */
const timeoutMs = 3000;

/** Below this part of the disk, or these bytes, it needs attention. */
const lowDisk = { share: 0.05, bytes: 536_870_912 };

/** Checks every part; one that does not answer in time has failed. */
export async function readParts(ports: PartPorts): Promise<PartState[]> {
  const checks: [PartState['part'], () => Promise<Omit<PartState, 'part'> | undefined>][] = [
    ['store', () => checkDone(ports.ping(), 'It responds and accepts writes.')],
    ['disk', () => checkDisk(ports.config)],
    ['index', () => checkIndex(ports)],
    ['vectors', () => checkVectors(ports)],
    ['nodes', () => checkNodes(ports)],
    ['workers', async () => count(await ports.workers(), 'worker process', 'worker processes')],
    ['redis', async () => checkRedis(ports)],
    ['sources', () => checkSources(ports)],
    ['servers', () => checkServers(ports)],
  ];
  const states = await Promise.all(
    checks.map(async ([part, check]) => {
      const found = await withTimeout(check(), timeoutMs).catch((error: unknown) => failed(error));
      return found === undefined ? [] : [{ part, ...found }];
    }),
  );
  return states.flat();
}

function failed(error: unknown): Omit<PartState, 'part'> {
  const detail = isFailure(error) && error.code === 'UNAVAILABLE' ? error.message : 'It does not respond.';
  return { state: 'failed', detail };
}

async function checkDone(work: Promise<unknown>, detail: string): Promise<Omit<PartState, 'part'>> {
  await work;
  return { state: 'ready', detail };
}

/** Only the embedded database is on a disk of this machine. */
async function checkDisk({ store }: PartPorts['config']): Promise<Omit<PartState, 'part'> | undefined> {
  if (store.databaseUrl !== undefined || store.path === ':memory:') return undefined;
  const found = await statfs(dirname(store.path)).catch(() => undefined);
  if (found === undefined) return undefined;
  const { bavail, blocks, bsize } = found;
  const [free, total] = [bavail * bsize, blocks * bsize];
  const isLow = free < lowDisk.bytes || free < total * lowDisk.share;
  const detail = `${gibibytes(free)} of ${gibibytes(total)} are free.`;
  return { state: isLow ? 'degraded' : 'ready', detail, free_bytes: free, total_bytes: total };
}

/** With one decimal below 10 GiB, where it matters. */
function gibibytes(bytes: number): string {
  const value = bytes / 2 ** 30;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} GiB`;
}

async function checkIndex({ catchUp, search }: PartPorts): Promise<Omit<PartState, 'part'>> {
  await catchUp();
  const { engine, unindexed = 0, setAside } = await search();
  if (engine === undefined) return { state: 'ready', detail: 'It is up to date with the store.' };
  if (setAside !== undefined && setAside.count > 0) return describeSetAside(setAside, unindexed);
  if (unindexed === 0) return { state: 'ready', detail: 'It is in the database and up to date with the store.' };
  return {
    state: 'ready',
    detail: `It is in the database; ${unindexed} services wait to be indexed.`,
    waiting: unindexed,
  };
}

function describeSetAside({ count: failed, some }: NonNullable<SearchState['setAside']>, waiting: number) {
  const what = failed === 1 ? '1 service could not be indexed' : `${failed} services could not be indexed`;
  const which = some.map(({ id, reason }) => `${id} (${reason})`).join('; ');
  const more = failed > some.length ? `; and ${failed - some.length} more` : '';
  const detail = `${what}; the next attempt follows within about an hour, or when it changes: ${which}${more}.`;
  return { state: 'degraded' as const, detail, waiting, count: failed };
}

async function checkVectors({ requireVectors, search }: PartPorts): Promise<Omit<PartState, 'part'>> {
  await requireVectors();
  const { waiting, reason } = await search();
  if (waiting === undefined) return { state: 'ready', detail: `Search uses words only: ${reason ?? 'no model'}.` };
  const detail = waiting === 0 ? 'All operations have vectors.' : `${waiting} operations wait for vectors.`;
  return { state: 'ready', detail, waiting };
}

async function checkNodes({ nodes }: PartPorts): Promise<Omit<PartState, 'part'>> {
  return count(
    (await nodes.list()).length,
    'process uses this store with a search model',
    'processes use this store with a search model',
  );
}

function checkRedis({ redis }: PartPorts): Omit<PartState, 'part'> | undefined {
  if (redis === undefined) return undefined;
  const { connected, reason } = redis();
  if (connected) return { state: 'ready', detail: 'It is connected; all nodes count limits together.' };
  const why = reason === undefined ? '' : ` (${reason.slice(0, 200)})`;
  return { state: 'degraded', detail: `It is unavailable${why}; each node counts its share of the limits.` };
}

/** Names that are listed of what needs attention. */
const named = 3;

function listNames(names: readonly string[]): string {
  const more = names.length > named ? ` and ${names.length - named} more` : '';
  return `${names.slice(0, named).join(', ')}${more}`;
}

async function checkSources({ sources }: PartPorts): Promise<Omit<PartState, 'part'>> {
  const all = await sources.list();
  const failing = all.filter(({ failures }) => failures > 0).map(({ id }) => id);
  if (all.length === 0) return { state: 'ready', detail: 'No sources.', count: 0 };
  if (failing.length === 0) return count(all.length, 'source, none fails', 'sources, none fails');
  const detail = `${failing.length} of ${all.length} ${failing.length === 1 ? 'fails' : 'fail'}: ${listNames(failing)}.`;
  return { state: 'degraded', detail, count: all.length };
}

async function checkServers({ servers }: PartPorts): Promise<Omit<PartState, 'part'> | undefined> {
  const all = await servers();
  const names = new Set(all.map(({ name }) => name));
  if (names.size === 0) return undefined;
  const down = [
    ...new Set(all.filter(({ state }) => state === 'paused' || state === 'disabled').map(({ name }) => name)),
  ];
  const total = count(names.size, 'stdio MCP server, none has failed', 'stdio MCP servers, none has failed');
  if (down.length === 0) return total;
  const detail = `${down.length} of ${names.size} ${down.length === 1 ? 'does' : 'do'} not run: ${listNames(down)}.`;
  return { ...total, state: 'degraded', detail };
}

/** Errors that are listed. */
const maxErrors = 5;

/** The last calls that failed and the last errors of the log, newest first. */
export async function readErrors(audit: Pick<AuditStore, 'search'>, lines: readonly LogLine[]): Promise<RecentError[]> {
  const { records } = await audit.search({ outcome: 'failed', limit: maxErrors });
  const calls = records.map(({ at, target, actor, code, traceId }): RecentError => {
    return { at, kind: 'call', detail: `${target}: ${code} (caller ${actor})`, trace_id: traceId };
  });
  const logged = lines.map(({ time, message, fields: { code, route, status, trace_id: trace } }): RecentError => {
    const facts = [route, status, code].filter((fact) => fact !== undefined).map(String);
    const detail = [message, ...facts].join(' ').slice(0, 300);
    return { at: time, kind: 'log', detail, ...(typeof trace === 'string' ? { trace_id: trace } : {}) };
  });
  return [...calls, ...logged].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxErrors);
}

function count(number: number, one: string, many: string): Omit<PartState, 'part'> {
  return { state: 'ready', detail: `${number} ${number === 1 ? one : many}.`, count: number };
}

/** Callers that are listed for each resource, and for rate limits. */
const listed = { holders: 5, rates: 20 };

/** What callers share in this process. */
export function readShares({ connections, buffers, slots, streams }: Shares, worker: number): ShareUse[] {
  const use = (resource: ShareUse['resource'], share: FairShare): ShareUse => ({
    worker,
    resource,
    capacity: share.capacity,
    in_use: share.inUse,
    callers: share.callers,
    top: share.top(listed.holders),
  });
  return [
    use('connections', connections),
    use('body_bytes', buffers),
    use('requests', slots.share),
    use('streams', streams),
  ];
}

/** Callers nearest to their rate limits; every limit is per minute. */
export function readRates({ used }: Pick<MemoryRateLimiter, 'used'>): RateUse[] {
  return used()
    .map(([name, fullInMs]) => {
      const colon = name.indexOf(':');
      return {
        caller: name.slice(colon + 1),
        budget: name.slice(0, colon),
        used_percent: Math.min(100, Math.round(fullInMs / 600)),
      };
    })
    .filter(({ used_percent: percent }) => percent >= 1)
    .sort((a, b) => b.used_percent - a.used_percent)
    .slice(0, listed.rates);
}
