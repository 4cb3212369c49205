/** The inbound face: documents, summaries, and calls over the HTTP transitional binding. */
import type { Route } from '../../transport/route.js';
import { createDocumentShelf } from './document-shelf.js';
import type { AgisPorts } from './ports.js';
import { createCallRoutes } from './routes/call.js';
import { createDataClassRoutes } from './routes/class-bindings.js';
import { createDocumentRoute, createRootRoute } from './routes/document.js';
import { createFrontRoutes } from './routes/front.js';
import { createProposeRoute } from './routes/propose.js';
import { createAgentSummaryRoute, createSummaryRoute } from './routes/well-known.js';

/** Every route of the AGIS face; those that call only where there is a gateway. */
export function createAgisRoutes(ports: AgisPorts): Route[] {
  const shelf = createDocumentShelf(ports);
  const { gateway, negotiation } = ports;
  return [
    createRootRoute(ports),
    createSummaryRoute(ports),
    createDocumentRoute(ports, shelf),
    createAgentSummaryRoute(ports, shelf),
    createProposeRoute(ports, shelf),
    ...createFrontRoutes(ports, shelf),
    ...(negotiation === undefined ? [] : createDataClassRoutes({ ...ports, negotiation })),
    ...(gateway === undefined ? [] : createCallRoutes({ ...ports, gateway }, shelf)),
  ];
}
