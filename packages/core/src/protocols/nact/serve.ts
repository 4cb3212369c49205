/** The inbound face: the six routes of N-ACT under every platform root. */
import type { Route } from '../../transport/route.js';
import type { NactPorts } from './ports.js';
import type { ToolRoot } from './root.js';
import { createAgentRoot, createCatalogueRoot } from './root.js';
import { createInvokeRoutes } from './routes/invoke.js';
import { createListRoute, createVersionsRoute } from './routes/list.js';
import { createReadRoutes } from './routes/read.js';
import type { ToolCache } from './tool-cache.js';
import { createToolCache } from './tool-cache.js';

/** The routes of the catalogue root and of every entry. */
export function createNactRoutes(ports: NactPorts, tools: ToolCache = createToolCache(ports)): Route[] {
  return [createCatalogueRoot(ports, tools), createAgentRoot(ports, tools)].flatMap((root) =>
    createToolRoutes(root, ports),
  );
}

/** The six routes of one root; the two that run tools only if there is a gateway. */
export function createToolRoutes(root: ToolRoot, ports: NactPorts): Route[] {
  const { gateway, bodyBytes } = ports;
  return [
    createListRoute(root, ports),
    ...createReadRoutes(root),
    createVersionsRoute(root, ports),
    ...(gateway === undefined ? [] : createInvokeRoutes(root, { gateway, bodyBytes })),
  ];
}
