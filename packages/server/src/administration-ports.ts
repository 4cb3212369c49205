/** What administrators see of the whole server: stdio servers and shares of all workers, parts, settings. */
import type { Store } from '@dragoman/core/engine';
import type { Clock, MemoryRateLimiter } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { JsonValue } from '@dragoman/model';
import { addingRefusal } from './access/added-servers-policy.js';
import type { Config } from './config/config.js';
import { describeConfig } from './config/describe-config.js';
import type { ReloadReport } from './config/live-settings.js';
import type { Shares } from './http/shares.js';
import type { LiveConfig } from './live-config.js';
import type { AddedServers } from './mcp-children/added-servers.js';
import type { Children, ChildState } from './mcp-children/open-children.js';
import type { Logger } from './observe/logger.js';
import type { RedisLink } from './redis/redis-link.js';
import type { LogQuestion, WorkerLog } from './routes/logs.js';
import type { RoutesPorts } from './routes/ports.js';
import type { ShareUse } from './routes/server-status.js';
import { readErrors, readParts, readRates, readShares } from './routes/server-status.js';
import type { OpenSearch } from './search/open-search.js';
import type { Siblings } from './workers/siblings.js';

interface AdministrationPorts {
  config: Config;
  clock: Clock;
  store: Store;
  search: Pick<OpenSearch, 'state'>;
  shares: Shares;
  /** The other workers of this server, if any. */
  siblings?: Siblings;
  requireVectors: () => Promise<void>;
  catchUp: () => Promise<unknown>;
  logger: Logger;
  live: LiveConfig;
  redis: RedisLink | undefined;
}

/** Creates the dependencies of the routes for administrators. */
export function createAdministrationPorts(
  ports: AdministrationPorts,
  { children, added, limiter }: { children: Children; added: AddedServers; limiter: Pick<MemoryRateLimiter, 'used'> },
): Pick<RoutesPorts, 'servers' | 'status'> {
  const servers = createServerPorts(ports, children, added);
  return { servers, status: createStatusPorts(ports, limiter, servers.readStates) };
}

/** The stdio servers, which all workers share. */
function createServerPorts(
  { config, clock, store, siblings }: AdministrationPorts,
  children: Children,
  added: AddedServers,
): RoutesPorts['servers'] {
  const questions = siblings?.questions;
  questions?.handle('apply-servers', async () => {
    // The worker that changed them reports it.
    await added.sync(true);
    return true;
  });
  return {
    configured: config.mcp.stdio,
    added,
    async apply() {
      await added.sync();
      // A worker that does not answer in time follows the store a little later.
      await questions?.ask('apply-servers', null, { starting: true });
    },
    preview: children.preview,
    refusalFor: (headers) => addingRefusal(config, headers),
    designer: { store },
    clock,
    bodyBytes: config.limits.bodyBytes,
    readStates: children.states,
    restart: children.restart,
    async recordRestart(name, { subject, traceId }) {
      const what = { actor: subject, action: 'server.restart', target: name, outcome: 'done', code: '' } as const;
      await store.audit.append({ at: timestamp(clock), ...what, traceId });
    },
  };
}

/** The state of the server for administrators; shares are those of every worker. */
function createStatusPorts(
  ports: AdministrationPorts,
  limiter: Pick<MemoryRateLimiter, 'used'>,
  servers: () => Promise<ChildState[]>,
): RoutesPorts['status'] {
  const { config, store, search, siblings, shares, requireVectors, catchUp } = ports;
  const readLogs = createLogReader(ports);
  const own = () => readShares(shares, process.pid);
  const questions = siblings?.questions;
  questions?.handle('shares', async () => own() as unknown as JsonValue);
  const ask = async () => ((await questions?.ask('shares', null)) ?? [own()]) as unknown as ShareUse[][];
  return {
    readShares: async () => (await ask()).flat(),
    readRates: () => readRates(limiter),
    readLogs,
    async readErrors() {
      const logs = await readLogs({ conditions: { level: 'error', limit: 5 }, after: {} });
      return readErrors(
        store.audit,
        logs.flatMap(({ lines }) => lines),
      );
    },
    readParts: () =>
      readParts({
        config,
        ping: store.ping,
        catchUp,
        requireVectors,
        search: search.state,
        nodes: store.nodes,
        workers: async () => (await ask()).length,
        redis: ports.redis?.state,
        sources: store.sources,
        servers,
      }),
    settings: () => describeConfig(ports.live.current()),
    reload: createReload(ports),
  };
}

/** Reads the latest log lines of every worker. */
function createLogReader({ logger: { recent }, siblings }: AdministrationPorts) {
  const own = ({ conditions, after }: LogQuestion): WorkerLog => {
    const known = after[process.pid];
    const lines = recent?.read({ ...conditions, ...(known === undefined ? {} : { after: known }) }) ?? [];
    return { worker: process.pid, last: recent?.last() ?? 0, lines };
  };
  const questions = siblings?.questions;
  questions?.handle('logs', async (question) => own(question as unknown as LogQuestion) as unknown as JsonValue);
  return async (question: LogQuestion): Promise<WorkerLog[]> => {
    if (questions === undefined) return [own(question)];
    return (await questions.ask('logs', question as unknown as JsonValue)) as unknown as WorkerLog[];
  };
}

/** Reads the configuration again in every worker; each of them compares with what it has. */
function createReload({ live, siblings, store, clock }: AdministrationPorts): RoutesPorts['status']['reload'] {
  const { reload } = live;
  const questions = siblings?.questions;
  questions?.handle('reload', async () => (await reload({ dryRun: false })) as unknown as JsonValue);
  return async ({ dryRun, subject, traceId }) => {
    // Checked here first, so that an invalid file is reported and changes nothing anywhere.
    const expected = await reload({ dryRun: true });
    if (dryRun) return expected;
    const what = { actor: subject, action: 'settings.reload', target: 'settings', outcome: 'done', code: '' } as const;
    await store.audit.append({ at: timestamp(clock), ...what, traceId });
    const reports = ((await questions?.ask('reload', null)) ?? [await reload({ dryRun })]) as unknown as ReloadReport[];
    return reports[0] ?? expected;
  };
}
