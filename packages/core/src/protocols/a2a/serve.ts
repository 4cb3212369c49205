/** The inbound A2A face: the card of every entry, and messages and tasks over JSON-RPC, REST and gRPC. */
import { createCachedEntryReader } from '../../catalogue/cached-entries.js';
import type { Route } from '../../transport/route.js';
import type { A2aFacePorts } from './ports.js';
import { createCardRoutes } from './serving/card.js';
import { createGrpcRoutes } from './serving/grpc.js';
import { createNoticeRoute } from './serving/notices.js';
import { createRestRoutes } from './serving/rest.js';
import { createRpcRoute } from './serving/rpc.js';

/** Limits of the cache of services. */
const entryCacheLimits = { entries: 500, characters: 32_000_000 };

/** Every route of the A2A face. */
export function createA2aRoutes(given: A2aFacePorts): Route[] {
  const ports = { ...given, readEntry: createCachedEntryReader(given, entryCacheLimits) };
  return [
    ...createCardRoutes(ports),
    createRpcRoute(ports),
    ...createRestRoutes(ports),
    ...createGrpcRoutes(ports),
    createNoticeRoute(ports),
  ];
}
