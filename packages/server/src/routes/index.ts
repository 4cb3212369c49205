/** The list of all routes. The API description, rate limits, audit and request handling are derived from it. */

import { createWords } from '@dragoman/agis';
import type { RankerPorts, RankOperations } from '@dragoman/core/engine';
import { createCachedEntries, createRankOperations, createResolver } from '@dragoman/core/engine';
import {
  createAgentTextRoute,
  createAgisRoutes,
  createAidipRoutes,
  createKeepEndpoint,
  createNactRoutes,
  createNegotiate,
  createOpenApiRoutes,
  createOwnCardRoute,
  createSessionEndpoints,
  createToolCache,
  createToolListRoute,
} from '@dragoman/core/faces';
import type { Route } from '@dragoman/core/http';
import { verifyWithAnchors } from '../anchors/verify-with-anchors.js';
import type { Config } from '../config/config.js';
import { readAnswers } from '../description/answers.js';
import { createDescriptionRoutes } from '../description/description-routes.js';
import { createA2aFace } from './a2a.js';
import { createAuditRoutes } from './audit.js';
import { createCredentialRoutes } from './credentials.js';
import { createDesignerRoutes } from './designer.js';
import { createHealthRoutes } from './health.js';
import { createImportRoutes } from './imports.js';
import { createKeyRoutes } from './keys.js';
import { createLookAlikeRoutes } from './look-alikes.js';
import { createMcpFace } from './mcp.js';
import { createMetricsRoute } from './metrics.js';
import { createOperationRoutes } from './operations.js';
import type { RoutesPorts } from './ports.js';
import { createProfileRoutes } from './profile.js';
import { createProtectedResourceRoute } from './protected-resource.js';
import { createRepairRoutes } from './repairs.js';
import { createSigningKeysRoute } from './signing-keys.js';
import { createSourceChangeRoutes } from './source-changes.js';
import { createSourceHeldRoute } from './source-held.js';
import type { SourceRoutePorts } from './sources.js';
import { createSourceRoutes } from './sources.js';
import { createVerificationRoutes } from './verification.js';

/** Creates every route of the server. */
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
    createSigningKeysRoute(ports.signingKeys),
    ...createCredentialRoutes({ administration: ports.credentials, cursorKey: ports.cursorKey }),
    ...createKeyRoutes({ administration: ports.keys, onCreated: ports.onKeyCreated, cursorKey: ports.cursorKey }),
    ...createAuditRoutes({
      audit: ports.store.audit,
      verify: () =>
        verifyWithAnchors(ports.config, { store: ports.store, clock: ports.crawl.clock, anchorFile: undefined }),
    }),
    ...createHealthRoutes(ports.health),
    createMetricsRoute(metrics, createMetricsReader(ports), config.metrics.public),
  ];
  const facts = { version, serverUrl: origin, keyWindowSeconds: config.ledger.windowSeconds, answers: readAnswers() };
  const shown = served.filter(({ unlisted }) => unlisted !== true);
  return [...served, ...createDescriptionRoutes(shown, facts)];
}

function createMetricsReader({ metrics: { registry }, siblings }: RoutesPorts): () => Promise<string> {
  return async () => (await siblings?.figures()) ?? registry.metrics();
}

function createFaces(ports: RoutesPorts): Route[] {
  const { config, crawl } = ports;
  const { registry, limits } = config;
  const ranking = rankerPorts(ports);
  const rank = createRankOperations(ranking);
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
    ...createAidipRoutes({
      ...crawl,
      ...(config.gateway.enabled ? { gateway: ports.calls.gateway } : {}),
      settings,
      cursorKey: ports.cursorKey,
      monotonic: ports.elapsed,
      ...createResolution(ports, ranking),
    }),
    ...createToolFaces(ports, rank),
    ...createAgisFace(ports, rank),
    ...(config.gateway.enabled ? createOpenApiRoutes({ ...crawl, origin: ports.origin }) : []),
    createToolListRoute(crawl),
    ...createMcpFace(ports, rank),
    ...(config.gateway.enabled ? createA2aFace(ports) : []),
    createAgentTextRoute({ ...crawl, origin: ports.origin }),
    ...createLookAlikeRoutes(crawl),
    ...createProfileRoutes({ ...crawl, bodyBytes: limits.importBodyBytes, ...ports.profiles }),
    ...createRepairRoutes(crawl),
    ...(config.gateway.enabled ? createVerificationRoutes({ ...crawl, gateway: ports.calls.gateway }) : []),
    ...(config.gateway.enabled ? createRunRoutes(ports) : []),
    ...createImportRoutes({
      ...crawl,
      readImportBody: ports.readImportBody,
      spans: ports.spans,
      settings,
      ...(ports.search.meaning === undefined ? {} : { vectorsWaiting: ports.search.waiting }),
    }),
    ...createSources({
      ...crawl,
      settings,
      cursorKey: ports.cursorKey,
      credentials: ports.sourceCredentials,
    }),
  ];
}

/** Limits of the cache of entries that searches read. */
const entriesHeld = { entries: 1000, characters: 32_000_000 };

/** Creates the dependencies of the ranking that every search for operations uses. */
function rankerPorts({ search: { index, meaning }, standing, store, crawl }: RoutesPorts): RankerPorts {
  let words: ReturnType<typeof createWords> | undefined;
  return {
    ...(meaning === undefined ? {} : { meaning }),
    index,
    entries: createCachedEntries({ store, index }, entriesHeld),
    words: () => {
      words ??= createWords();
      return words;
    },
    clock: crawl.clock,
    stats: standing,
  };
}

/** Creates the query interpreter, and the resolver where it is enabled. */
function createResolution({ config, search: { meaning }, standing }: RoutesPorts, ranking: RankerPorts) {
  const known = meaning === undefined ? {} : { meaning };
  if (!config.search.resolution) return known;
  return { ...known, resolver: createResolver(ranking), onFeedback: standing.takeFeedback };
}

/** Creates the routes for sources and for the results of their checks. */
function createSources(ports: SourceRoutePorts): Route[] {
  return [...createSourceRoutes(ports), ...createSourceChangeRoutes(ports), createSourceHeldRoute(ports)];
}

/** Creates the tool routes of the catalogue and of toolsets; both use one tool cache. */
function createToolFaces(ports: RoutesPorts, rank: RankOperations): Route[] {
  const { config, crawl, calls, cursorKey, origin, procedures } = ports;
  const { bodyBytes } = config.limits;
  const nact = { ...crawl, rank, ...(config.gateway.enabled ? { gateway: calls.gateway } : {}), cursorKey, bodyBytes };
  const toolCache = createToolCache(crawl);
  const { clock, newId } = crawl;
  return [
    ...createNactRoutes(nact, toolCache),
    ...createDesignerRoutes({ nact, toolCache, procedures, clock, newId, origin, cursorKey, bodyBytes }),
  ];
}

function createAgisFace(ports: RoutesPorts, rank: RankOperations): Route[] {
  const { config, crawl, calls, origin, version, validator, agisChecking } = ports;
  const { store, index, clock, newId } = crawl;
  const negotiation = {
    store,
    clock,
    newId,
    checking: agisChecking,
    bodyBytes: config.limits.bodyBytes,
    sessionSeconds: config.agis.sessionSeconds,
    keep: createKeepEndpoint({ store, index, clock }),
  };
  return createAgisRoutes({
    ...crawl,
    rank,
    ...(config.gateway.enabled
      ? {
          negotiation,
          negotiate: createNegotiate(negotiation),
          sessionEndpoints: createSessionEndpoints({ sessions: store.sessions, designs: store.designs, clock }),
        }
      : {}),
    ...(config.gateway.enabled ? { gateway: calls.gateway } : {}),
    bodyBytes: config.limits.bodyBytes,
    anonymousSearch: config.registry.anonymousSearch,
    origin,
    version,
    validator,
  });
}

function createRunRoutes({ store, crawl, calls: { runner, runSettings, webhookKey } }: RoutesPorts): Route[] {
  return createOperationRoutes({
    runs: store.runs,
    clock: crawl.clock,
    keepSeconds: runSettings.keepSeconds,
    webhookKey,
    abort: runner.abort,
  });
}

function authenticationWord({ auth }: Config): 'api_key' | 'oauth2_bearer' | 'none' {
  if (auth.jwt.issuers.length > 0) return 'oauth2_bearer';
  return auth.mode === 'open' ? 'none' : 'api_key';
}
