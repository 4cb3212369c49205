/** The inbound face: documents, summaries, and calls over the HTTP transitional binding. */
import type { Route } from '../../transport/route.js';
import { createDocumentCache } from './document-cache.js';
import type { AgisPorts } from './ports.js';
import { createCallRoutes } from './routes/call.js';
import { createDataClassRoutes } from './routes/class-bindings.js';
import { createDocumentRoute, createRootRoute } from './routes/document.js';
import { createFrontRoutes } from './routes/front.js';
import { createProposeRoute } from './routes/propose.js';
import { createAgentSummaryRoute, createSummaryRoute } from './routes/well-known.js';

/** Every route of the AGIS face; those that call only if there is a gateway. */
export function createAgisRoutes(ports: AgisPorts): Route[] {
  const documents = createDocumentCache(ports);
  const { gateway, negotiation } = ports;
  return [
    createRootRoute(ports),
    createSummaryRoute(ports),
    createDocumentRoute(ports, documents),
    createAgentSummaryRoute(ports, documents),
    createProposeRoute(ports, documents),
    ...createFrontRoutes(ports, documents),
    ...(negotiation === undefined ? [] : createDataClassRoutes({ ...ports, negotiation })),
    ...(gateway === undefined ? [] : createCallRoutes({ ...ports, gateway }, documents)),
  ];
}
