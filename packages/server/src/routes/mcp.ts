/** The MCP front end: one endpoint for the catalogue, one per service, one per toolset. */

import type { RankOperations } from '@dragoman/core/engine';
import { createToolsetMcpRoot } from '@dragoman/core/engine';
import type { McpPorts } from '@dragoman/core/faces';
import {
  createAgentMcpRoot,
  createCatalogueMcpRoot,
  createFindTools,
  createMcpRoutes,
  createSessions,
  createToolCache,
} from '@dragoman/core/faces';
import type { Route } from '@dragoman/core/http';
import type { RoutesPorts } from './ports.js';

/** Creates the routes of all MCP endpoints. */
export function createMcpFace(ports: RoutesPorts, rank: RankOperations): Route[] {
  const { config, crawl, calls, cursorKey, version, health, siblings } = ports;
  const { store, index, clock } = crawl;
  const mcp: McpPorts = {
    ...(config.gateway.enabled ? { gateway: calls.gateway } : {}),
    sessions: createSessions({
      key: cursorKey,
      clock,
      ...(siblings === undefined ? {} : { peers: siblings.sessions }),
    }),
    cursorKey,
    bodyBytes: config.limits.bodyBytes,
    version,
    origins: config.cors.origins,
    every(ms, work) {
      const timer = setInterval(work, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
    isStopping: health.isStopping,
  };
  const agents = createAgentMcpRoot({ store, index });
  const find = createFindTools({ rank, agents }, { anonymous: config.registry.anonymousSearch });
  const roots = [
    createCatalogueMcpRoot({ agents, find }),
    agents,
    createToolsetMcpRoot({ store, index, rank, toolCache: createToolCache(crawl), procedures: ports.procedures }),
  ];
  return roots.flatMap((root) => createMcpRoutes(root, mcp));
}
