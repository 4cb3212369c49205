/**
 * The composition root: creates all components and connects their ports. A server can be called in-process through
 * `fetch`; it listens, crawls and prunes only after `listen`, and releases everything in `close`.
 */

import { setTimeout } from 'node:timers/promises';
import type { ScheduleIdle, Store, Upstream } from '@dragoman/core/engine';
import type { Clock, DnsLookup, DocumentHost, HttpRequest } from '@dragoman/core/http';
import { fromWebRequest, systemClock, timestamp, toWebResponse } from '@dragoman/core/http';
import { startAbandonedCalls } from './abandoned-calls.js';
import { checkExposure } from './access/check-exposure.js';
import type { Config } from './config/config.js';
import type { ReloadReport } from './config/live-settings.js';
import { readSettingFile, withSetting } from './config/read-setting-file.js';
import { startCrawler } from './crawl/crawler.js';
import type { Engine, EnginePorts } from './create-engine.js';
import { createEngine } from './create-engine.js';
import type { AuthServerClient } from './credentials/auth-server-client.js';
import { createLocalSequencer } from './events/local-sequencer.js';
import type { OpenEvents } from './events/open-events.js';
import { openEvents } from './events/open-events.js';
import { startProgressReport } from './events/report-progress.js';
import type { Answerer, RequestOrigin } from './http/answerer.js';
import { clientAddress } from './http/client-address.js';
import { Exchange } from './http/exchange.js';
import type { Listener, ListenerPorts } from './http/listener.js';
import { startListener } from './http/listener.js';
import { createShares } from './http/shares.js';
import { createLiveConfig } from './live-config.js';
import type { Logger } from './observe/logger.js';
import { openLogger } from './observe/logger.js';
import type { Metrics } from './observe/metrics.js';
import { createMetrics } from './observe/metrics.js';
import { startTelemetry } from './observe/telemetry.js';
import { openDocumentJobs } from './open-document-jobs.js';
import { joinNodes, openNodes } from './open-nodes.js';
import type { SteadyClockPorts } from './open-steady-clock.js';
import { openSteadyClock } from './open-steady-clock.js';
import { openStore } from './open-store.js';
import { lookUpAll } from './outbound/guarded-connector.js';
import { createGuardedHost } from './outbound/guarded-host.js';
import { createModelRelay, type ModelRelay } from './outbound/model-relay.js';
import { startRetention } from './retention.js';
import { laterOf } from './runtime/later-of.js';
import { readVersion } from './runtime/version.js';
import { openAgentStats } from './search/agent-stats.js';
import { snapshotPath } from './search/index-snapshot.js';
import { openIndex } from './search/open-index.js';
import type { OpenSearch } from './search/open-search.js';
import type { StoreErrorListener } from './stores/watch-store.js';
import { watchStore } from './stores/watch-store.js';
import { openUpstream } from './upstream/open-upstream.js';
import { warnOfNodes } from './warn-of-nodes.js';
import type { Siblings } from './workers/siblings.js';

/** What a host process may replace; everything else follows from the configuration. */
export interface ServerOverrides {
  /** The clock of the machine, for times that people read. */
  clock?: Clock;
  /** Clock of durations and leases, which nobody sets; `clock` when that is given. */
  steady?: Clock;
  /** Closed with the server. */
  store?: Store;
  logger?: Logger;
  /** Fetches documents. */
  host?: DocumentHost;
  /** The upstream client. Closed with the server. */
  upstream?: Upstream;
  /** Sends requests to the authorization servers of services. Closed with the server. */
  authServers?: AuthServerClient;
  /** Resolves host names of services; the resolver of the system by default. */
  dnsLookup?: DnsLookup;
  /** Fetches key sets of token issuers. */
  fetch?: typeof fetch;
  /** Milliseconds of a monotonic clock. */
  elapsed?: () => number;
  /** The other workers of this server. */
  siblings?: Siblings;
  /** Reads the configuration again, for a reload. */
  loadConfig?: () => Config;
}

/** A running server. */
export interface DragomanServer {
  /** Handles one request in-process, through the same steps that a request over the network passes. */
  fetch(request: Request, origin?: Partial<RequestOrigin>): Promise<Response>;
  /** Starts to listen and to work in the background. */
  listen(): Promise<{ url: string; port: number }>;
  /** Reads the configuration and the policy again. */
  reload(): Promise<ReloadReport>;
  /** True while callers without a credential may do everything. */
  isOpen(): Promise<boolean>;
  /** Reports that it is not ready and keeps serving for `server.drainSeconds`, so that load balancers stop sending requests. */
  drain(): Promise<void>;
  /** Finishes running requests, flushes pending writes, closes the store; may be called twice. */
  close(): Promise<void>;
}

/** Milliseconds after which the server loads modules that only its first outgoing connection needs. */
const warmAfterMs = 1000;

/** Milliseconds that running requests have to finish when the server stops. */
const graceMs = 10_000;

/**
 * Creates a server from its configuration; rejects one that other machines could reach without authentication or TLS.
 */
export async function createServer(config: Config, overrides: ServerOverrides = {}): Promise<DragomanServer> {
  const clock = overrides.clock ?? systemClock;
  const closers: Closer[] = [];
  const logger = overrides.logger ?? openLog(config, closers);
  try {
    const store = overrides.store ?? (await openStore(config, { clock, logger }));
    closers.push(() => store.close());
    checkExposure(config, await store.keys.countUsable(timestamp(clock)));
    // The snapshot belongs to the configured store.
    const path = overrides.store === undefined ? snapshotPath(config) : undefined;
    // Bound: the global `performance` is looked up by a getter, and a call reads this clock about twenty times.
    const elapsed = overrides.elapsed ?? performance.now.bind(performance);
    const steady =
      overrides.steady ?? overrides.clock ?? (await openSteady(config, { ...overrides, store, clock, elapsed }));
    const parts = { ...overrides, clock, steady, elapsed, logger, store, closers };
    return await assemble(config, path === undefined ? parts : { ...parts, snapshotPath: path });
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** Workers of one server have the same time. */
async function openSteady(config: Config, ports: SteadyClockPorts & Pick<ServerOverrides, 'siblings'>): Promise<Clock> {
  const steady = await openSteadyClock(config, ports);
  ports.siblings?.shareClock(steady);
  return steady;
}

/** The log closes after everything that may still log. */
function openLog(config: Config, closers: Closer[]): Logger {
  const logger = openLogger(config.log);
  closers.push(logger.close);
  return logger;
}

type Closer = () => Promise<unknown> | unknown;
interface Essentials extends ServerOverrides {
  clock: Clock;
  steady: Clock;
  elapsed: () => number;
  logger: Logger;
  store: Store;
  closers: Closer[];
}
type Parts = Essentials & { snapshotPath?: string };

/** Components are closed in reverse order of opening. */
async function closeAll(closers: Closer[]): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
}

/** How far the server has stopped. */
interface StopState {
  isDraining: boolean;
  isStopping: boolean;
}

/** Opens all components. */
async function openEngine(config: Config, given: Parts, state: StopState) {
  let countError: StoreErrorListener = () => undefined;
  const { store, requireVectors } = watchStore(given.store, (part, kind) => countError(part, kind));
  const parts = { ...given, store };
  const { clock, steady, elapsed, logger, closers, siblings } = parts;
  const spare: ScheduleIdle = (work) => void setImmediate(work).unref();
  const report = createReport(logger);
  const { redis, nodes, close: closeNodes } = await openNodes(config, { ...parts, report });
  closers.push(closeNodes);
  const sequencer = nodes?.events ?? siblings?.events ?? createLocalSequencer();
  const events = openEvents({ clock, elapsed, sequencer, saveClient: nodes?.clients.save });
  const { onEntry } = events;
  const version = readVersion();
  const indexPorts = { ...parts, clock: steady, spare, version, report: report('vectors'), onEntry };
  const opened = await openIndex(config, indexPorts);
  const { search, names, index } = opened;
  closers.push(search.close);
  const metrics = openMetrics(config, parts, search);
  countError = (part, kind) => metrics.storeErrors.inc({ part, kind });
  const shares = openShares(config, parts, metrics);
  const tracing = await openTracing(config, version, closers);
  const follower = await opened.follow(report('follow'));
  closers.push(follower.stop);
  void search.tidy().catch(report('vectors'));
  const standing = await openStanding({ ...store, clock: steady, onError: report('standing') }, closers);
  const live = createLiveConfig(config, { ...parts, apply: (next, options) => engine.reload(next, options) });
  const engine: Engine = await createEngine({
    live,
    redis,
    nodes,
    config,
    clock,
    steady,
    store,
    index,
    names,
    search,
    standing,
    events,
    startImport: reportProgress(parts, events, search),
    logger,
    metrics,
    shares,
    version,
    tracing,
    spans: tracing.spans,
    host: parts.host ?? openHost(config, closers),
    modelRelay: openModelRelay(config, closers),
    fetch: parts.fetch ?? fetch,
    elapsed,
    dnsLookup: parts.dnsLookup ?? lookUpAll,
    runJob: openJobs(config, parts, metrics),
    upstream: parts.upstream ?? openUpstream(config, { ...parts, spans: tracing.spans, metrics, nodes }),
    ...(parts.siblings === undefined ? {} : { siblings: parts.siblings }),
    ...(parts.authServers === undefined ? {} : { authServers: parts.authServers }),
    isStopping: () => state.isStopping,
    isDraining: () => state.isDraining || state.isStopping,
    requireVectors,
    follower,
    report,
  });
  closers.push(engine.stopListening, () => engine.refusals.drain(), engine.calls.close);
  if (engine.deferredSimilarityChecks !== undefined) closers.push(engine.deferredSimilarityChecks.stop);
  await joinNodes(nodes, events);
  await warnOfNodes({ ...parts, version });
  siblings?.show(metrics.registry);
  siblings?.onChange(() => follower.catchUp().catch(report('follow')));
  return { engine, events, shares, report, parts, live };
}

async function assemble(config: Config, given: Parts): Promise<DragomanServer> {
  const state: StopState = { isDraining: false, isStopping: false };
  const { engine, events, shares, report, parts, live } = await openEngine(config, given, state);
  const { closers } = parts;
  const answer = createAnswerer(config, engine.answer, parts.siblings);
  let closing: Promise<void> | undefined;
  return {
    fetch: async (request, origin) =>
      toWebResponse(await answer(fromWebRequest(request), { ...inProcess(request), ...origin })),
    async listen() {
      const tls = readTls(config);
      const listener = await startListener(config, { answerer: answer, shares, tls });
      const grpcAnswerer = createAnswerer(config, engine.answerGrpc, parts.siblings);
      const grpc = await listenForGrpc(config, { answerer: grpcAnswerer, shares, tls }).catch(
        async (error: unknown) => {
          await listener.close(0);
          throw error;
        },
      );
      engine.bind(listener.port, grpc?.port);
      startBackground(config, parts, { ...engine, report });
      if (config.gateway.enabled) engine.calls.runner.start();
      closers.push(() => Promise.all([listener.close(graceMs), grpc?.close(graceMs)]));
      return { url: engine.origin(), port: listener.port };
    },
    reload: () => live.reload({ dryRun: false }),
    isOpen: async () => engine.isOpen(),
    async drain() {
      state.isDraining = true;
      await setTimeout(config.server.drainSeconds * 1000);
    },
    close() {
      state.isStopping = true;
      events.ring.close();
      closing ??= closeAll(closers);
      return closing;
    },
  };
}

function openMetrics(
  { metrics: settings, search }: Config,
  { clock, closers }: Essentials,
  { index, waiting, setAside = () => 0 }: OpenSearch,
) {
  const metrics = createMetrics({
    ...settings,
    clock,
    entries: () => index.size,
    vectorsWaiting: waiting,
    entriesWaiting: () => (search.engine === 'postgres' ? index.backlog : 0),
    entriesSetAside: setAside,
  });
  closers.push(metrics.close);
  return metrics;
}

function createReport(logger: Logger): EnginePorts['report'] {
  return (during) => (error) => {
    logger.warn({ err: error, during }, 'the store failed in the background');
  };
}

function openShares(config: Config, { elapsed, closers }: Essentials, metrics: Metrics): EnginePorts['shares'] {
  const shares = createShares(config, metrics.shares, elapsed);
  closers.push(shares.close);
  return shares;
}

async function openTracing(config: Config, version: string, closers: Closer[]) {
  const tracing = await startTelemetry(config, version);
  closers.push(tracing.close);
  return tracing;
}

function reportProgress({ clock, elapsed, closers }: Essentials, { publish }: OpenEvents, search: OpenSearch) {
  const { index, waiting } = search;
  const progress = startProgressReport({ publish, clock, elapsed, backlog: () => index.backlog, waiting });
  closers.push(progress.stop);
  return progress.start;
}

function openJobs(config: Config, { closers }: Essentials, metrics: Metrics): EnginePorts['runJob'] {
  const jobs = openDocumentJobs(config, metrics);
  closers.push(jobs.close);
  return jobs.run;
}

/** The listener for gRPC, where one is configured. */
async function listenForGrpc(config: Config, ports: ListenerPorts): Promise<Listener | undefined> {
  const { port } = config.a2a.grpc;
  if (port === undefined) return undefined;
  const { startGrpcListener } = await import('./http/grpc/grpc-listener.js');
  return startGrpcListener(config, port, ports);
}

/** Other workers are notified of writes. */
function createAnswerer(config: Config, answer: Engine['answer'], siblings: Siblings | undefined): Answerer {
  return (request, origin) => {
    const exchange = toExchange(config, request, origin);
    const answered = answer(exchange);
    if (siblings === undefined) return answered;
    return answered.then((given) => {
      if (exchange.match?.route?.budget === 'write' && given.status < 300) siblings.notifyChange();
      return given;
    });
  };
}

async function openStanding(ports: Parameters<typeof openAgentStats>[0], closers: Closer[]) {
  const standing = openAgentStats(ports);
  closers.push(standing.close);
  await standing.refresh();
  return standing;
}

/** Retention and crawling; they end after the last request and before the store. */
function startBackground(
  config: Config,
  { clock, steady, logger, store, closers }: Essentials,
  {
    crawl,
    watchLists,
    anchor,
    calls,
    report,
  }: Pick<Engine, 'crawl' | 'watchLists' | 'anchor' | 'calls'> & Pick<EnginePorts, 'report'>,
): void {
  const { retentionDays } = config.audit;
  const retention = startRetention({
    store,
    clock: steady,
    expireApprovals: calls.approvals.expire,
    retentionDays,
    onError: report('retention'),
  });
  closers.push(retention.stop);
  const abandoned = startAbandonedCalls({
    intents: store.intents,
    clock: steady,
    renew: calls.renewIntents,
    onRecorded: (calls) => logger.warn({ calls }, 'recorded calls of a stopped server with an unknown outcome'),
    onError: report('audit'),
    everyMs: config.ledger.leaseSeconds * 1000,
  });
  closers.push(abandoned.stop);
  const anchoring = anchor();
  if (anchoring !== undefined) closers.push(anchoring.stop);
  const warming = new AbortController();
  closers.push(() => warming.abort());
  void setTimeout(warmAfterMs, undefined, { ref: false, signal: warming.signal }).then(
    () => import('undici'),
    () => undefined,
  );
  if (!config.crawl.enabled) return;
  const crawler = startCrawler({
    ports: { ...crawl, due: laterOf(clock, steady) },
    logger,
    concurrency: config.crawl.concurrency,
  });
  closers.push(() => crawler.stop());
  const watch = watchLists();
  closers.push(() => watch.stop());
}

function openHost({ outbound }: Config, closers: Closer[]): DocumentHost {
  const { allow, allowHttp, maxBytes, maxRedirects } = outbound;
  const timeouts = {
    connectMs: outbound.connectTimeoutMs,
    firstByteMs: outbound.firstByteTimeoutMs,
    totalMs: outbound.totalTimeoutMs,
  };
  const host = withSetting('outbound.allow', () =>
    createGuardedHost({ allow, allowHttp, timeouts, maxBytes, maxRedirects }),
  );
  closers.push(() => host.close());
  return host;
}

/** Milliseconds that a model may take, and the maximum size of its response. */
const modelLimits = { totalMs: 170_000, maxBytes: 4_000_000 };

function openModelRelay({ outbound, playground }: Config, closers: Closer[]): ModelRelay {
  const { allow, allowHttp, connectTimeoutMs: connectMs } = outbound;
  const { totalMs, maxBytes } = modelLimits;
  const { endpoints } = playground;
  const relay = withSetting('playground.endpoints', () =>
    createModelRelay({ endpoints, allow, allowHttp, timeouts: { connectMs, totalMs }, maxBytes }),
  );
  closers.push(() => relay.close());
  return relay;
}

function readTls({ server: { tls } }: Config) {
  if (tls.certFile === undefined || tls.keyFile === undefined) return undefined;
  return {
    cert: readSettingFile('server.tls.certFile', tls.certFile),
    key: readSettingFile('server.tls.keyFile', tls.keyFile),
    minVersion: tls.minVersion,
    ...(tls.clientCaFile === undefined
      ? {}
      : { clientCa: readSettingFile('server.tls.clientCaFile', tls.clientCaFile) }),
  };
}

/** An in-process request has no request line; its URL is its target, in absolute form. */
function inProcess({ url }: Request): RequestOrigin {
  return { remoteAddress: '127.0.0.1', target: url };
}

function toExchange(config: Config, request: HttpRequest, origin: RequestOrigin): Exchange {
  const { remoteAddress, target, certificate } = origin;
  const client = clientAddress(remoteAddress, request.headers, config.server.trustProxy);
  return new Exchange({ request, target, clientAddress: client, certificate });
}
