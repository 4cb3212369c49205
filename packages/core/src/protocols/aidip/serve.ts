/**
 * The inbound face: every AIDIP route of a registry, in one list. Literal segments come before parameters, so that
 * `search` and `public` are never matched as an id.
 */
import type { Route } from '../../transport/route.js';
import type { AidipPorts } from './ports.js';
import { createFeedbackRoute } from './routes/feedback.js';
import { createInvokeRoutes } from './routes/invoke.js';
import { createListRoute, createPublicListRoute } from './routes/list.js';
import { createReadRoute } from './routes/read-one.js';
import { createRegisterRoute } from './routes/register.js';
import { createReplaceRoute } from './routes/replace.js';
import { createReplaceWorkflowsRoute } from './routes/replace-workflows.js';
import { createResolveRoute, type ResolveRoutePorts } from './routes/resolve.js';
import { createSearchRoute } from './routes/search.js';
import { createVersionRoute, createVersionsRoute } from './routes/versions.js';
import { createDeleteRoute, createRestoreRoute } from './routes/withdraw.js';

/** Every route of the AIDIP registry, and of the gateway if there is one. */
export function createAidipRoutes(ports: AidipPorts): Route[] {
  return [
    createSearchRoute(ports),
    ...(ports.resolver === undefined ? [] : createResolution({ ...ports, resolver: ports.resolver })),
    createListRoute(ports),
    createPublicListRoute(ports),
    createReadRoute(ports),
    createRegisterRoute(ports),
    createReplaceRoute(ports),
    createReplaceWorkflowsRoute(ports),
    createDeleteRoute(ports),
    createRestoreRoute(ports),
    createVersionsRoute(ports),
    createVersionRoute(ports),
    ...(ports.gateway === undefined
      ? []
      : createInvokeRoutes({ gateway: ports.gateway, bodyBytes: ports.settings.bodyBytes })),
  ];
}

/** Resolution is separate from calling: its routes cannot call agents (AIDIP-SRP-03). */
function createResolution(ports: AidipPorts & ResolveRoutePorts): Route[] {
  return [createResolveRoute(ports), createFeedbackRoute(ports)];
}
