/** The one list of all routes. What is described, limited, audited and served follows from it. */
import type { Route, Store } from '@dragoman/core';
import { createAidipRoutes, createInvokeRoutes, createOwnCardRoute } from '@dragoman/core';
import type { KeyAdministration } from '../access/key-administration.js';
import type { Config } from '../config/config.js';
import type { CrawlPorts } from '../crawl/crawl-source.js';
import { createDescriptionRoutes } from '../description/description-routes.js';
import type { Metrics } from '../observe/metrics.js';
import type { Siblings } from '../workers/siblings.js';
import type { OpenGateway } from '../open-gateway.js';
import { createAuditRoutes } from './audit.js';
import type { HealthPorts } from './health.js';
import { createHealthRoutes } from './health.js';
import { createImportRoutes } from './imports.js';
import { createKeyRoutes } from './keys.js';
import { createMetricsRoute } from './metrics.js';
import { createOperationRoutes } from './operations.js';
import { createProtectedResourceRoute } from './protected-resource.js';
import { createSourceRoutes } from './sources.js';

/** What the routes need of the world. */
export interface RoutesPorts {
  config: Config;
  version: string;
  /** Public address of this server, without a slash at the end. */
  origin: string;
  /** When this server came about, for the validators of its own card. */
  startedAt: Date;
  store: Store;
  crawl: CrawlPorts;
  cursorKey: string;
  elapsed: () => number;
  metrics: Metrics;
  /** The other workers, when there are some. */
  siblings?: Siblings;
  health: HealthPorts;
  keys: KeyAdministration;
  calls: OpenGateway;
  onKeyCreated: () => void;
}

/** Every route of the server. */
export function createRoutes(ports: RoutesPorts): Route[] {
  const { config, origin, version, metrics } = ports;
  const faces = createFaces(ports);
  const served = [
    ...faces,
    createOwnCardRoute(faces, {
      origin,
      version,
      authentication: authenticationWord(config),
      modified: ports.startedAt,
    }),
    createProtectedResourceRoute({ resource: origin, issuers: config.auth.jwt.issuers.map(({ issuer }) => issuer) }),
    ...createKeyRoutes({ administration: ports.keys, onCreated: ports.onKeyCreated, cursorKey: ports.cursorKey }),
    ...createAuditRoutes(ports.store.audit),
    ...createHealthRoutes(ports.health),
    createMetricsRoute(metrics, figuresOf(ports), config.metrics.public),
  ];
  const facts = { version, serverUrl: origin, keyWindowSeconds: config.ledger.windowSeconds };
  return [...served, ...createDescriptionRoutes(served, facts)];
}

function figuresOf({ metrics: { registry }, siblings }: RoutesPorts): () => Promise<string> {
  return async () => (await siblings?.figures()) ?? registry.metrics();
}

function createFaces(ports: RoutesPorts): Route[] {
  const { config, crawl } = ports;
  const { registry, limits } = config;
  const settings = {
    strict: registry.strict,
    ownOrigins: crawl.context.ownOrigins,
    bodyBytes: limits.bodyBytes,
    importBodyBytes: limits.importBodyBytes,
    minIntervalSeconds: config.crawl.minIntervalSeconds,
    anonymousSearch: registry.anonymousSearch,
    ...(registry.publisherScope === undefined ? {} : { publisherScope: registry.publisherScope }),
  };
  return [
    ...createAidipRoutes({ ...crawl, settings, cursorKey: ports.cursorKey, monotonic: ports.elapsed }),
    ...(config.gateway.enabled ? createCallRoutes(ports) : []),
    ...createImportRoutes({ ...crawl, settings }),
    ...createSourceRoutes({ ...crawl, settings, cursorKey: ports.cursorKey }),
  ];
}

function createCallRoutes({ config, store, crawl, calls }: RoutesPorts): Route[] {
  const { gateway, runner, runSettings, webhookKey } = calls;
  return [
    ...createInvokeRoutes({ gateway, bodyBytes: config.limits.bodyBytes }),
    ...createOperationRoutes({
      runs: store.runs,
      clock: crawl.clock,
      keepSeconds: runSettings.keepSeconds,
      webhookKey,
      abort: runner.abort,
    }),
  ];
}

function authenticationWord({ auth }: Config): 'api_key' | 'oauth2_bearer' | 'none' {
  if (auth.jwt.issuers.length > 0) return 'oauth2_bearer';
  return auth.mode === 'open' ? 'none' : 'api_key';
}
