/** The MCP front end: one endpoint for the catalogue, one per service, one per toolset. */

import type { RankOperations } from '@dragoman/core/engine';
import { createToolsetMcpRoot } from '@dragoman/core/engine';
import type { McpPorts, ToolCache } from '@dragoman/core/faces';
import {
  createAgentMcpRoot,
  createCatalogueContent,
  createCatalogueMcpRoot,
  createConfirmTool,
  createFindTools,
  createKeptSubscriptions,
  createMailbox,
  createMcpRoutes,
  createParkedCalls,
  createRankTools,
  createResourceWatches,
  createResultTool,
  createResumableStreams,
  createSessionQuestions,
  createSessions,
  createWaitingCalls,
} from '@dragoman/core/faces';
import type { Route } from '@dragoman/core/http';
import { every } from '../runtime/every.js';
import { createWatchCounts } from '../workers/watch-counts.js';
import { createWorkerJournal } from '../workers/worker-journal.js';
import type { RoutesPorts } from './ports.js';

/** What this face shares with the others. */
export interface McpFacePorts {
  rank: RankOperations;
  toolCache: ToolCache;
}

/** Milliseconds within which a client resumes a stream. */
const resumableMs = 30_000;

/** Runs a function once, unless stopped; the timer does not keep the process alive. */
function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

/** Tasks are background calls. */
function openTasks({ calls, crawl: { store, clock } }: RoutesPorts): NonNullable<McpPorts['tasks']> {
  return {
    runs: store.runs,
    clock,
    keepSeconds: calls.runSettings.keepSeconds,
    abort: calls.runner.abort,
    async operationOf({ agentId, operationId }) {
      const stored = await store.entries.read(agentId);
      return stored?.entry.operations.find(({ id }) => id === operationId);
    },
    questions: calls.taskQuestions,
  };
}

/** Creates the routes of all MCP endpoints. */
export function createMcpFace(ports: RoutesPorts, { rank, toolCache }: McpFacePorts): Route[] {
  const { config, crawl, calls, cursorKey, version, health, siblings, nodes } = ports;
  const peers = nodes?.sessions ?? siblings?.sessions;
  const journal = nodes?.journal ?? (siblings === undefined ? undefined : createWorkerJournal(siblings.questions));
  const { store, index, clock } = crawl;
  const { writeMcpTool } = ports.projections;
  const mailbox = createMailbox({ sessions: store.sessions, clock, every, peers });
  const asking = { key: cursorKey, mailbox, timeoutMs: config.mcp.questionSeconds * 1000 };
  const waitingCalls = config.gateway.enabled ? createWaitingCalls({ sessions: store.sessions, clock }) : undefined;
  const mcp: McpPorts = {
    ...(config.gateway.enabled
      ? { gateway: calls.gateway, results: calls.results, confirmPolicy: config.gateway }
      : {}),
    ...(waitingCalls === undefined ? {} : { waitingCalls }),
    ...(config.gateway.enabled ? { tasks: openTasks(ports) } : {}),
    ownTools: [
      ...(config.gateway.enabled && calls.results.keeps ? [createResultTool(calls.results)] : []),
      ...(waitingCalls === undefined ? [] : [createConfirmTool(waitingCalls)]),
    ],
    questions: createSessionQuestions(asking),
    parkedCalls: createParkedCalls(asking),
    rank,
    sessions: createSessions({
      key: cursorKey,
      clock: ports.steady,
      ...(peers === undefined ? {} : { peers }),
    }),
    streams: createResumableStreams({ keepMs: resumableMs, later, journal, peers }),
    watches: createResourceWatches({
      kept: createKeptSubscriptions({ sessions: store.sessions, clock }),
      peers,
      counts: siblings === undefined ? undefined : createWatchCounts(siblings.questions),
    }),
    onListed: ports.events.onListed,
    cursorKey,
    bodyBytes: config.limits.bodyBytes,
    version,
    origins: config.cors.origins,
    every,
    isStopping: health.isStopping,
  };
  const agents = createAgentMcpRoot({ store, index, writeMcpTool });
  const rankTools = createRankTools({ rank, agents }, { anonymous: config.registry.anonymousSearch });
  const roots = [
    createCatalogueMcpRoot({
      agents,
      rankTools,
      find: createFindTools(rankTools),
      content: createCatalogueContent({ store, index }),
    }),
    agents,
    createToolsetMcpRoot({
      store,
      index,
      rank,
      toolCache,
      procedures: ports.procedures,
      compareTools: ports.compareTools,
      writeMcpTool,
    }),
  ];
  return roots.flatMap((root) => createMcpRoutes(root, mcp));
}
