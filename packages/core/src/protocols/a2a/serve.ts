/** The inbound A2A face: the card of every entry, and messages and tasks over JSON-RPC and REST. */
import type { Route } from '../../transport/route.js';
import type { A2aPorts } from './ports.js';
import { createCardRoutes } from './serving/card.js';
import { createNoticeRoute } from './serving/notices.js';
import { createRestRoutes } from './serving/rest.js';
import { createRpcRoute } from './serving/rpc.js';

/** Every route of the A2A face. */
export function createA2aRoutes(ports: A2aPorts): Route[] {
  return [...createCardRoutes(ports), createRpcRoute(ports), ...createRestRoutes(ports), createNoticeRoute(ports)];
}
