/** The list of all routes. The API description, rate limits, audit and request handling are derived from it. */

import { createWords } from '@dragoman/agis';
import type { RankerPorts, RankOperations } from '@dragoman/core/engine';
import { createCachedEntries, createRankOperations, createResolver } from '@dragoman/core/engine';
import {
  createAgentTextRoute,
  createAgisRoutes,
  createAidipRoutes,
  createArazzoRoute,
  createContentRoutes,
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
import { consolePath, createConsoleRoutes } from '../console/console-routes.js';
import { readAnswers } from '../description/answers.js';
import { createDescriptionRoutes } from '../description/description-routes.js';
import { createRankInTurn } from '../http/rank-in-turn.js';
import { pause } from '../runtime/pause.js';
import { createA2aFace } from './a2a.js';
import { createApprovalRoutes } from './approvals/approvals.js';
import { createAuditRoutes } from './audit.js';
import { createCaptureRoutes } from './captures.js';
import { createCatalogueOperationsRoute } from './catalogue-operations.js';
import { createClientMetadataRoute } from './client-metadata.js';
import { createComparisonRoute } from './comparisons.js';
import { createConnectionsRoute } from './connections.js';
import { createCredentialLoginRoutes } from './credential-logins.js';
import { createCredentialRoutes } from './credentials.js';
import { createDescriptionRoute } from './descriptions.js';
import { createDesignerRoutes } from './designer.js';
import { createEffectRoutes } from './effects.js';
import { createEvaluationRoute } from './evaluations.js';
import { createEventsRoute } from './events.js';
import { createHealthRoutes } from './health.js';
import { createHeldTextRoutes } from './held-texts.js';
import { createImportRoutes } from './imports.js';
import { createKeyRoutes } from './keys.js';
import { createLookAlikeRoutes } from './look-alikes.js';
import type { McpFacePorts } from './mcp.js';
import { createMcpFace } from './mcp.js';
import { createMetricsRoute } from './metrics.js';
import { createOperationReadRoute } from './operation-read.js';
import { createOperationRoutes } from './operations.js';
import { createPlaygroundRoute } from './playground.js';
import type { RoutesPorts } from './ports.js';
import { createProfileRoutes } from './profile.js';
import { createProtectedResourceRoute } from './protected-resource.js';
import { createQuotasRoute } from './quotas.js';
import { createRepairRoutes } from './repairs.js';
import { createResultRoute } from './results.js';
import { createSavedRoutes } from './saved.js';
import { createServerRoutes } from './servers.js';
import { createServicesRoute } from './services.js';
import { createSessionRoutes } from './session.js';
import { createOidcRoutes } from './session-oidc.js';
import { createSessionListRoutes } from './sessions.js';
import { createSigningKeysRoute } from './signing-keys.js';
import { createSimilarToolsRoute } from './similar-tools.js';
import { createSourceChangeRoutes } from './source-changes.js';
import { createSourceHeldRoute } from './source-held.js';
import type { SourceRoutePorts } from './sources.js';
import { createSourceRoutes } from './sources.js';
import { createStatusRoutes } from './status.js';
import { createTraceRoute } from './traces.js';
import { createUrlCredentialRoutes } from './url-credential.js';
import { createUsageRoutes } from './usage.js';
import { createUsersRoute } from './users.js';
import { createVerificationRoutes } from './verification.js';
import type { WebhookReceiverPorts } from './webhooks/webhook-receiver.js';
import { createWebhookReceiver } from './webhooks/webhook-receiver.js';
import { createSubscriptionRoutes } from './webhooks/webhook-subscriptions.js';

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
    createClientMetadataRoute(origin),
    createSigningKeysRoute(ports.signingKeys),
    ...createCredentialLoginRoutes(ports.credentialLogins),
    ...createUrlCredentialRoutes(ports.sourceCredentials),
    ...createCredentialRoutes({ administration: ports.credentials, cursorKey: ports.cursorKey }),
    ...createKeyRoutes({ administration: ports.keys, onCreated: ports.onKeyCreated, cursorKey: ports.cursorKey }),
    ...createAuditRoutes({
      audit: ports.store.audit,
      verify: () => verifyWithAnchors(config, { store: ports.store, steady: ports.steady, anchorFile: undefined }),
    }),
    ...createSessionRoutes(ports.session),
    ...createSessionListRoutes({ ...ports.session, cursorKey: ports.cursorKey }),
    createUsersRoute({ ...ports.session, cursorKey: ports.cursorKey }),
    ...(ports.session.oidc === undefined ? [] : createOidcRoutes(ports.session, ports.session.oidc)),
    ...(config.console.enabled ? createConsoleRoutes(ports.consoleFiles) : []),
    ...createHealthRoutes(ports.health),
    createTraceRoute({ ...ports.calls, audit: ports.store.audit, flush: ports.calls.flushRecords, pause }),
    ...createServerRoutes(ports.servers),
    ...createStatusRoutes({ ...ports.status, version, startedAt: ports.startedAt }),
    createQuotasRoute(ports.quotas),
    ...createUsageRoutes({ ...ports.crawl, usage: ports.store.usage }),
    createConnectionsRoute({ connections: ports.events.connections, cursorKey: ports.cursorKey }),
    createEventsRoute({ ring: ports.events.ring, clock: ports.crawl.clock, elapsed: ports.elapsed }),
    createMetricsRoute(metrics, createMetricsReader(ports), config.metrics.public),
  ];
  const requiresCredential = config.auth.mode === 'required';
  const keyWindowSeconds = config.ledger.windowSeconds;
  const facts = { version, serverUrl: origin, requiresCredential, keyWindowSeconds, answers: readAnswers() };
  const shown = served.filter(({ unlisted }) => unlisted !== true);
  return [...served, ...createDescriptionRoutes(shown, facts, ports.prepare)];
}

function createMetricsReader({ metrics: { registry }, siblings }: RoutesPorts): () => Promise<string> {
  return async () => (await siblings?.figures()) ?? registry.metrics();
}

/** Routes about descriptions that are not stored. */
function createUnstoredRoutes({
  config: { limits },
  crawl,
  origin,
  projections,
  compareDescriptions,
  similarTools,
  search: { meaning },
}: RoutesPorts): Route[] {
  return [
    createSimilarToolsRoute({
      bodyBytes: limits.bodyBytes,
      comparing: similarTools,
      ...(meaning === undefined ? {} : { meaning }),
    }),
    createDescriptionRoute({ ...crawl, bodyBytes: limits.bodyBytes, origin, projections }),
    createComparisonRoute({ bodyBytes: limits.importBodyBytes, compareDescriptions }),
  ];
}

function createFaces(ports: RoutesPorts): Route[] {
  const { config, crawl } = ports;
  const { registry, limits } = config;
  const ranking = rankerPorts(ports);
  const rank = createRankInTurn(createRankOperations(ranking), ports.shares.turns);
  const { writeAgentText, writeContract, writeMcpTool, writeOpenApiText } = ports.projections;
  const toolCache = createToolCache({ ...crawl, writeContract });
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
      writeAgentText,
      cursorKey: ports.cursorKey,
      monotonic: ports.elapsed,
      ...createResolution(ports, ranking),
    }),
    createCatalogueOperationsRoute({
      rank,
      index: ports.search.index,
      entries: ranking.entries,
      cursorKey: ports.cursorKey,
      anonymousSearch: registry.anonymousSearch,
    }),
    createServicesRoute({ ...ports, ...crawl, servers: ports.mcpServers }),
    ...createSaved(ports, ranking),
    ...createApprovalRoutes({
      store: ports.store.approvals,
      approvals: ports.calls.approvals,
      clock: crawl.clock,
      cursorKey: ports.cursorKey,
    }),
    ...createToolFaces(ports, { rank, toolCache }, ranking),
    ...createAgisFace(ports, rank),
    ...(config.gateway.enabled ? createOpenApiRoutes({ ...crawl, origin: ports.origin, writeOpenApiText }) : []),
    createArazzoRoute(crawl),
    createToolListRoute({ ...crawl, writeMcpTool }),
    ...(config.gateway.enabled
      ? createContentRoutes({ ...crawl, gateway: ports.calls.gateway, bodyBytes: limits.bodyBytes })
      : []),
    ...createMcpFace(ports, { rank, toolCache }),
    ...(config.gateway.enabled ? createA2aFace(ports, ranking) : []),
    createAgentTextRoute({ ...crawl, origin: ports.origin }),
    ...createLookAlikeRoutes(crawl),
    ...createHeldTextRoutes(crawl),
    ...createCaptures(ports),
    ...createProfileRoutes({ ...crawl, bodyBytes: limits.importBodyBytes, ...ports.profiles }),
    createPlaygroundRoute({ relay: ports.modelRelay, bodyBytes: limits.importBodyBytes }),
    ...createUnstoredRoutes(ports),
    ...createRepairRoutes(crawl),
    ...createEffectRoutes(crawl),
    ...createWebhookRoutes(ports, ranking),
    ...(config.gateway.enabled ? createVerificationRoutes({ ...crawl, gateway: ports.calls.gateway }) : []),
    ...(config.gateway.enabled ? [...createRunRoutes(ports), createResultRoute(ports.calls.results)] : []),
    ...createImportRoutes({
      ...crawl,
      readImportBody: ports.readImportBody,
      spans: ports.spans,
      startImport: ports.startImport,
      ...(config.gateway.enabled ? { confirmPolicy: config.gateway } : {}),
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

/** Creates the routes for what callers save, and for evaluations where requests are resolved. */
function createSaved({ config, store, crawl, cursorKey }: RoutesPorts, ranking: RankerPorts): Route[] {
  const { clock, newId } = crawl;
  const ports = { saved: store.saved, clock, newId, cursorKey, bodyBytes: config.limits.bodyBytes };
  const routes = createSavedRoutes(ports);
  return config.search.resolution
    ? [...routes, createEvaluationRoute({ ...ports, resolver: createResolver(ranking) })]
    : routes;
}

/** Creates the routes of webhook subscriptions, and the address that services send to. */
function createWebhookRoutes(ports: RoutesPorts, { entries }: RankerPorts): Route[] {
  const { store, crawl, cursorKey, origin, events, webhooks } = ports;
  const { subscriptions } = webhooks;
  const onReceived: WebhookReceiverPorts['onReceived'] = (event, subject) =>
    events.publish({ event, audience: { kind: 'subject', subject } });
  return [
    ...createSubscriptionRoutes({ ...crawl, subscriptions, saved: store.saved, cursorKey, origin }),
    createWebhookReceiver({
      ...webhooks,
      saved: store.saved,
      audit: store.audit,
      entries,
      clock: crawl.clock,
      onReceived,
    }),
  ];
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

/** Creates the tool routes of the catalogue and of toolsets. */
function createToolFaces(ports: RoutesPorts, { rank, toolCache }: McpFacePorts, { entries }: RankerPorts): Route[] {
  const { config, crawl, calls, cursorKey, origin, procedures, compareTools } = ports;
  const { bodyBytes } = config.limits;
  const nact = { ...crawl, rank, ...(config.gateway.enabled ? { gateway: calls.gateway } : {}), cursorKey, bodyBytes };
  const { clock, newId, index } = crawl;
  const { projectOperation } = ports.projections;
  return [
    createOperationReadRoute({ index, store: { entries }, toolCache, origin, projectOperation }),
    ...createNactRoutes(nact, toolCache),
    ...createDesignerRoutes({
      nact,
      toolCache,
      procedures,
      compareTools,
      servers: ports.mcpServers,
      clock,
      newId,
      origin,
      cursorKey,
      bodyBytes,
    }),
  ];
}

function createAgisFace(ports: RoutesPorts, rank: RankOperations): Route[] {
  const { config, crawl, calls, origin, version, validator, agisChecking, steady } = ports;
  const { store, index, clock, newId } = crawl;
  const negotiation = {
    store,
    clock,
    steady,
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
          sessionEndpoints: createSessionEndpoints({ sessions: store.sessions, designs: store.designs, steady }),
        }
      : {}),
    ...(config.gateway.enabled ? { gateway: calls.gateway } : {}),
    bodyBytes: config.limits.bodyBytes,
    anonymousSearch: config.registry.anonymousSearch,
    ...(config.console.enabled ? { consolePath } : {}),
    origin,
    version,
    validator,
    writeAgisDocument: ports.projections.writeAgisDocument,
  });
}

/** Creates the routes of captured payloads; without the gateway there are none. */
function createCaptures({ config: { gateway }, crawl, calls: { capture }, cursorKey }: RoutesPorts): Route[] {
  const isAllowed = gateway.enabled && capture !== undefined;
  const maxMinutes = isAllowed ? gateway.captureMinutes : 0;
  return createCaptureRoutes({ ...crawl, ...(isAllowed ? { capture } : {}), cursorKey, maxMinutes });
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
