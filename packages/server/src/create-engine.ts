/** Assembles access, routes and steps into one function from a request to its response. */

import type { DescriptionReading } from '@dragoman/core/conversion';
import type {
  Authenticator,
  CachedKeys,
  EntryIndex,
  Follower,
  KeyStore,
  NameIndex,
  OpenAccessMode,
  Spans,
  Store,
  Upstream,
} from '@dragoman/core/engine';
import {
  cacheKeys,
  createAuthenticate,
  createKeyAuthenticator,
  createOpenAccessMode,
  createReview,
  differenceOfFailure,
  repairPort,
} from '@dragoman/core/engine';
import { checkNactSuccession, createLazyValidator, createLiveHost, createMcpSuccession } from '@dragoman/core/faces';
import type { Awaitable, Clock, DnsLookup, DocumentHost, HttpReply } from '@dragoman/core/http';
import {
  createAcquireKey,
  createAddressCheck,
  createAddressPolicy,
  createMemoryRateLimiter,
  newTraceId,
} from '@dragoman/core/http';
import { createRecognizeCertificate } from './access/certificate-callers.js';
import { isLoopbackOnly } from './access/check-exposure.js';
import { createKeyAdministration } from './access/key-administration.js';
import { createNewVisibility } from './access/new-visibility.js';
import type { OpenPolicy } from './access/open-policy.js';
import { openPolicy } from './access/open-policy.js';
import { createAdministrationPorts } from './administration-ports.js';
import type { Anchoring } from './anchors/start-anchoring.js';
import { startAnchoring } from './anchors/start-anchoring.js';
import { compareMeanings } from './compare-meanings.js';
import type { Config } from './config/config.js';
import { readSettingFile } from './config/read-setting-file.js';
import { openConsoleFiles } from './console/console-files.js';
import { readCardPolicy } from './crawl/card-policy.js';
import type { CrawlPorts } from './crawl/crawl-source.js';
import { openListFollowing } from './crawl/follow-lists.js';
import type { ListWatch } from './crawl/watch-lists.js';
import { createCredentialPorts } from './credential-ports.js';
import type { AuthServerClient } from './credentials/auth-server-client.js';
import { createLoginDemands } from './credentials/login/login-demands.js';
import { openCredentials } from './credentials/open-credentials.js';
import { createRenewingUpstream } from './credentials/renewing-upstream.js';
import type { SourceCredentials } from './credentials/source-credentials.js';
import type { DocumentJobs } from './document-jobs.js';
import type { OpenEvents } from './events/open-events.js';
import type { StartImport } from './events/report-progress.js';
import { createSourceReport } from './events/report-sources.js';
import type { OpenGateway } from './gateway/open-gateway.js';
import { openGateway } from './gateway/open-gateway.js';
import type { Exchange } from './http/exchange.js';
import type { PipelinePorts } from './http/pipeline.js';
import { createPipeline } from './http/pipeline.js';
import type { RefusalLog } from './http/refusal-log.js';
import { createRefusalLog } from './http/refusal-log.js';
import type { Routers } from './http/router.js';
import { createRouters } from './http/router.js';
import type { Shares } from './http/shares.js';
import type { SpanSink } from './http/steps/trace.js';
import { openIdentity } from './identity/open-identity.js';
import type { SigningKey } from './identity/signing-key.js';
import { createSigningUpstream } from './identity/signing-upstream.js';
import type { LiveConfig } from './live-config.js';
import type { Children } from './mcp-children/open-children.js';
import type { Logger } from './observe/logger.js';
import type { Metrics } from './observe/metrics.js';
import { createTracedHost } from './observe/traced-host.js';
import { openFreshness } from './open-freshness.js';
import { openLimiter } from './open-limiter.js';
import { openLogin } from './open-login.js';
import type { OwnAddress } from './origin.js';
import { createOwnAddress } from './origin.js';
import { createRegistrationLookup } from './outbound/registration-lookup.js';
import { createProjections } from './projections.js';
import type { NodeLink } from './redis/node-link.js';
import type { RedisLink } from './redis/redis-link.js';
import { createRouteJobs } from './route-jobs.js';
import { createRoutes } from './routes/index.js';
import type { RoutesPorts } from './routes/ports.js';
import { protectedResourcePath } from './routes/protected-resource.js';
import { createNewId } from './runtime/new-id.js';
import { packageFile } from './runtime/package-file.js';
import type { OpenAgentStats } from './search/agent-stats.js';
import type { DeferredSimilarityChecks } from './search/deferred-similarity-checks.js';
import type { OpenSearch } from './search/open-search.js';
import { startChildren } from './start-children.js';
import type { RunJob } from './threads/job-runner.js';
import type { Siblings } from './workers/siblings.js';

/** Dependencies of the engine. */
export interface EnginePorts {
  config: Config;
  clock: Clock;
  /** Clock of durations and leases. */
  steady: Clock;
  store: Store;
  /** Sends requests to authorization servers; created from the configuration unless given. */
  authServers?: AuthServerClient;
  index: EntryIndex;
  /** Names of the whole catalogue, kept current with the index. */
  names: NameIndex;
  /** The same index with its operations, and the meaning of queries. */
  search: Pick<OpenSearch, 'index' | 'meaning' | 'waiting' | 'state'>;
  /** Measured statistics of services. */
  standing: OpenAgentStats;
  /** What happens, for readers of events. */
  events: OpenEvents;
  /** Reports the progress of imports. */
  startImport: StartImport;
  logger: Logger;
  metrics: Metrics;
  shares: Shares;
  version: string;
  tracing: SpanSink;
  spans: Spans;
  host: DocumentHost;
  /** Asks models at endpoints of callers. */
  modelRelay: RoutesPorts['modelRelay'];
  fetch: typeof fetch;
  elapsed: () => number;
  /** Resolves host names of services. */
  dnsLookup: DnsLookup;
  /** The configuration in force, which a reload changes. */
  live: LiveConfig;
  /** What nodes share besides the store, if configured. */
  redis: RedisLink | undefined;
  nodes: NodeLink | undefined;
  /** The other workers of this server, if any. */
  siblings?: Siblings;
  /** Runs jobs on third-party documents. */
  runJob: RunJob<DocumentJobs>;
  /** The upstream client; closed with the gateway. */
  upstream: Upstream;
  /** True when streams should end. */
  isStopping: () => boolean;
  /** True from the moment at which no more requests should be sent here. */
  isDraining: () => boolean;
  /** Rejects while vectors cannot be stored. */
  requireVectors: () => Promise<void>;
  /** The index and how far it has followed the store. */
  follower: Pick<Follower, 'catchUp' | 'seq'>;
  /** Creates a listener for background failures of the store. */
  report: (during: string) => (error: unknown) => void;
}

/** Milliseconds after the start in which only requests are handled, because the first ones come first. */
const prepareAfterMs = 250;

/** Handles requests. */
export interface Engine {
  answer(exchange: Exchange): Promise<HttpReply>;
  /** The same for the listener of gRPC calls, which has routes of its own. */
  answerGrpc(exchange: Exchange): Promise<HttpReply>;
  /** URL under which callers reach the server. */
  origin(): string;
  /** Applies settings that can change at run time; throws, and changes nothing, when the policy cannot be used. */
  reload(config: Config, options: { dryRun: boolean }): Promise<void>;
  /** Sets the actual port of the server. */
  bind(port: number, grpcPort?: number): void;
  isOpen(): Awaitable<boolean>;
  crawl: CrawlPorts;
  /** Subscribes to live MCP servers among the sources. */
  watchLists: () => ListWatch;
  /** Starts to write the head of the audit log to a second place, where one is configured. */
  anchor: () => Anchoring | undefined;
  refusals: RefusalLog;
  calls: OpenGateway;
  /** Ends the connection that listens for changes of other nodes. */
  stopListening: () => Promise<void>;
  /** Absent where meanings are not compared. */
  deferredSimilarityChecks?: Pick<DeferredSimilarityChecks, 'stop'>;
}

const quotasInProcess =
  'quotas for a day or a month are counted in this process: each node counts its own calls, and a restart begins again; set redis.url to a Redis that keeps its data (appendonly yes)';

/** The policy; a restart without Redis must not surprise with new quotas. */
async function openOwnPolicy({ config, clock, store, redis, logger }: EnginePorts): Promise<OpenPolicy> {
  const policy = await openPolicy(config, { keys: store.keys, clock });
  if (redis === undefined && policy.hasLongQuotas()) logger.warn({}, quotasInProcess);
  return policy;
}

/** Creates the engine. */
export async function createEngine(ports: EnginePorts): Promise<Engine> {
  const { config, clock, steady, store } = ports;
  const address = createOwnAddress(config);
  const openMode = createOpenModeGate(ports);
  const refusals = openRefusalLog(ports);
  const acquireKey = openLedger(ports);
  const policy = await openOwnPolicy(ports);
  const local = createMemoryRateLimiter({ clock: steady, names: config.limits.callers });
  const limiter = await openLimiter({ ...ports, local });
  const validator = createLazyValidator();
  const keys = cacheKeys(store.keys, { clock: steady });
  const freshness = openFreshness(ports, { openMode, keys });
  const { upstream, credentials, identity } = await openUpstreamClient(ports, address.origin);
  const lists = openListFollowing({ ...ports, upstream, credentials: credentials.sources });
  const { children, added } = await startChildren(ports, lists.triggerRefresh, credentials.servers);
  const host = openLiveHost(ports, { upstream, children, ownOrigins: address.own });
  const { deferredSimilarityChecks, ...near } = compareMeanings(ports);
  const crawl = { ...createCrawlPorts({ ...ports, host }, address.own, credentials.sources), ...near };
  const calls = await openGateway({
    ...ports,
    children,
    limiter,
    acquireKey,
    upstream,
    credentialsFor: credentials.provider,
    policy,
    validateElsewhere: (input, request) => ports.runJob('validate-value', input, request),
    ownOrigins: address.own,
    origin: address.origin,
  });
  const login = await openLogin(ports, { keys, limiter, origin: address.origin });
  const makeRoutes = await createRouteMaker(ports, {
    session: login.routes,
    crawl,
    calls,
    validator,
    quotas: { find: policy.quotasOf, limiter },
    ...createCredentialPorts(credentials, { limiter, runJob: ports.runJob }),
    mcpServers: () => children.states(),
    signingKeys: [identity.key.publicJwk],
    ownKey: identity.key,
    onKeyCreated: () => openMode.recheck(),
    keys: createKeyAdministration({ keys, clock }),
    ...createAdministrationPorts({ ...ports, catchUp: ports.follower.catchUp }, { children, added, limiter: local }),
  });
  let routers = createRouters(makeRoutes(address));
  const pipeline = createReloadablePipeline(policy, {
    ...ports,
    requireFresh: freshness.requireFresh,
    routers: () => routers,
    limiter,
    refusals,
    ...(calls.intend === undefined ? {} : { intend: calls.intend }),
    onAuditError: ports.report('audit'),
    acquireKey,
    validator,
    authenticate: await openAuthentication(ports, keys, openMode),
    recognizeCertificate: createRecognizeCertificate(config.auth.mtls.callers),
    session: login.recognize,
    identity,
    isOpen: () => openMode.isOpen(),
    metadataAddress: () => `${address.origin()}${protectedResourcePath}`,
  });
  return {
    ...pipeline,
    origin: address.origin,
    bind(port, grpcPort) {
      address.bind(port, grpcPort);
      routers = createRouters(makeRoutes(address, (work) => setTimeout(work, prepareAfterMs).unref()));
    },
    isOpen: () => openMode.isOpen(),
    crawl,
    watchLists: lists.watch,
    anchor: () => startAnchors(ports, identity.key, upstream),
    refusals,
    calls,
    stopListening: freshness.stop,
    ...(deferredSimilarityChecks === undefined ? {} : { deferredSimilarityChecks }),
  };
}

/** The steps of requests, composed again with settings that a reload changes. */
function createReloadablePipeline(
  policy: OpenPolicy,
  { routers, ...ports }: Omit<PipelinePorts, 'applyPolicy' | 'router'> & { routers: () => Routers },
) {
  const routerOf = (kind: keyof Routers): PipelinePorts['router'] => ({
    match: (method, path) => routers()[kind].match(method, path),
  });
  const compose = (config: Config) => {
    const shared = { ...ports, config, applyPolicy: policy.callerOf };
    const composed = (kind: keyof Routers) => createPipeline({ ...shared, router: routerOf(kind) });
    return { plain: composed('plain'), grpc: composed('grpc') };
  };
  let steps = compose(ports.config);
  return {
    answer: (exchange: Exchange) => steps.plain(exchange),
    answerGrpc: (exchange: Exchange) => steps.grpc(exchange),
    async reload(next: Config, options: { dryRun: boolean }) {
      await policy.reload(next, options);
      if (!options.dryRun) steps = compose(next);
    },
  };
}

function startAnchors({ config, store, ...ports }: EnginePorts, key: SigningKey, upstream: Upstream) {
  return startAnchoring({
    ...ports,
    settings: config.audit.anchors,
    audit: store.audit,
    key,
    upstream,
    onError: (error) => ports.logger.error({ err: error }, 'the anchor of the audit log could not be written'),
  });
}

/** Documents come from URLs, and lists of tools from live MCP servers. */
function openLiveHost(
  { config, host, spans, version }: EnginePorts,
  mcp: { upstream: Upstream; children: Children; ownOrigins: readonly string[] },
): DocumentHost {
  const live = createLiveHost({ host, version, answerBytes: config.outbound.maxBytes, ...mcp });
  return createTracedHost(live, spans);
}

/** Refusals, which requests do not wait for. */
function openRefusalLog({ store, metrics, report }: EnginePorts): RefusalLog {
  return createRefusalLog({
    audit: store.audit,
    onDropped: () => metrics.auditDropped.inc({}),
    onError: report('audit'),
  });
}

/** One ledger stores the responses of keyed writes and of keyed calls. */
function openLedger({ config, steady, store, report }: EnginePorts) {
  const { windowSeconds, leaseSeconds } = config.ledger;
  return createAcquireKey({
    ledger: store.ledger,
    clock: steady,
    windowSeconds,
    leaseSeconds,
    onError: report('ledger'),
  });
}

/** Credentials and our own signature are added between the gateway and the upstream client, and end with it. */
async function openUpstreamClient(ports: EnginePorts, origin: () => string) {
  const { config, clock, report, upstream } = ports;
  const credentials = await openCredentials(config, { ...ports, origin, onError: report('credentials') });
  const identity = await openIdentity(config, ports.store);
  const signing = { upstream, signer: identity.signer, clock, origin, which: config.identity.signRequests };
  const sending = createLoginDemands(createRenewingUpstream(createSigningUpstream(signing)));
  const close = async () => {
    await upstream.close();
    await credentials.close();
  };
  return { upstream: { ...sending, close }, credentials, identity };
}

/** Accepts callers without a credential as long as the settings and the keys allow it. */
function createOpenModeGate({ config, store, clock }: EnginePorts): OpenAccessMode {
  return createOpenAccessMode({
    mode: config.auth.mode,
    loopbackOnly: isLoopbackOnly(config),
    acceptsTokens:
      config.auth.jwt.issuers.length + config.auth.mtls.callers.length > 0 || config.auth.oidc.issuer !== undefined,
    countUsable: (at) => store.keys.countUsable(at),
    clock,
  });
}

function createCrawlPorts(
  { config, clock, elapsed, dnsLookup, store, index, names, host, logger, runJob, events }: EnginePorts,
  own: readonly string[],
  sources: SourceCredentials,
): CrawlPorts {
  const { references, allow, allowHttp } = config.outbound;
  return {
    store,
    index,
    clock,
    host,
    newId: createNewId(clock),
    review: createReview(names, config.registry.lookAlikes),
    repair: repairPort,
    reading: createReading(runJob, references),
    // A poll is complete without a comparison.
    compareOperations: (pair, caller) =>
      runJob('compare-operations', pair, { caller }).catch((thrown: unknown) =>
        differenceOfFailure(thrown, ['DOCUMENT_TOO_COMPLEX', 'RATE_LIMITED', 'UNAVAILABLE']),
      ),
    checkAddresses: createAddressCheck(
      { policy: createAddressPolicy(allow), allowHttp },
      createRegistrationLookup({ dnsLookup, elapsed }),
    ),
    newVisibility: createNewVisibility(config.registry.visibility),
    successions: [checkNactSuccession, createMcpSuccession(config.mcp.changes)],
    credentialFor: (source) => sources.present(source),
    context: { strict: config.registry.strict, ownOrigins: own, cards: readCardPolicy(config) },
    random: Math.random,
    newTraceId,
    report: (cause) => logger.error({ err: cause }, 'internal error while importing or crawling'),
    onChecked: createSourceReport(events.publish, clock),
  };
}

/** Reads descriptions as jobs. */
function createReading(
  runJob: EnginePorts['runJob'],
  references: DescriptionReading['references'],
): DescriptionReading {
  return {
    references,
    read: (request, whom) => runJob('read-descriptions', request, whom),
    findReferences: (document, whom) => runJob('find-references', { document, references }, whom),
  };
}

async function openAuthentication(ports: EnginePorts, keys: CachedKeys<KeyStore>, openMode: OpenAccessMode) {
  return createAuthenticate({
    authenticators: await createAuthenticators(ports, keys),
    isOpen: () => openMode.isOpen(),
  });
}

/** Token verification is loaded only where tokens are accepted, which makes every other start faster. */
async function createAuthenticators(ports: EnginePorts, cachedKeys: CachedKeys<KeyStore>): Promise<Authenticator[]> {
  const { config, clock, fetch, report } = ports;
  const keys = createKeyAuthenticator({ keys: cachedKeys, clock, onError: report('touch') });
  if (config.auth.jwt.issuers.length === 0) return [keys];
  const { createTokenAuthenticator } = await import('./access/jwt.js');
  const tokens = createTokenAuthenticator({
    issuers: config.auth.jwt.issuers,
    clock,
    fetch,
    readFile: (path) => readSettingFile('auth.jwt.issuers', path),
  });
  return [keys, tokens];
}

type RouteParts = Pick<
  RoutesPorts,
  | 'session'
  | 'crawl'
  | 'calls'
  | 'credentials'
  | 'sourceCredentials'
  | 'credentialLogins'
  | 'mcpServers'
  | 'webhooks'
  | 'signingKeys'
  | 'ownKey'
  | 'onKeyCreated'
  | 'keys'
  | 'validator'
  | 'servers'
  | 'status'
  | 'quotas'
>;

async function createRouteMaker(ports: EnginePorts, parts: RouteParts) {
  const { store, clock, isStopping, isDraining } = ports;
  const cursorKey = await store.secret('cursor');
  const startedAt = new Date(clock.now());
  const jobs = createRouteJobs(ports.runJob);
  const projections = createProjections(ports.runJob, parts.validator);
  const consoleFiles = ports.config.console.enabled ? openConsoleFiles(packageFile('dist/console/')) : undefined;
  const { requireVectors, elapsed } = ports;
  const { catchUp } = ports.follower;
  const { state } = ports.search;
  const redis = ports.redis?.state;
  const health = {
    ping: store.ping,
    requireVectors,
    elapsed,
    catchUp,
    isStopping,
    isDraining,
    search: state,
    redis,
    hasDatabase: store.changes !== undefined,
  };
  return (address: Pick<OwnAddress, 'origin' | 'grpc'>, prepare: RoutesPorts['prepare'] = () => undefined) =>
    createRoutes({
      ...ports,
      ...parts,
      ...jobs,
      projections,
      consoleFiles,
      origin: address.origin(),
      grpcAddress: address.grpc(),
      prepare,
      startedAt,
      cursorKey,
      health,
    });
}
