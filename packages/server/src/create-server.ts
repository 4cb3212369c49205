/**
 * The composition root: everything is made here and handed its ports. One server can be asked in-process through
 * `fetch`; it listens, crawls and prunes only after `listen`, and lets go of everything in `close`.
 */
import { readFileSync } from 'node:fs';
import type { Clock, DocumentHost, Store } from '@dragoman/core';
import { anonymous, createLexicalIndex, follow, systemClock, timestamp } from '@dragoman/core';
import { checkExposure } from './access/check-exposure.js';
import type { Config } from './config/config.js';
import { startCrawler } from './crawl/crawler.js';
import { createEngine } from './create-engine.js';
import { clientAddress } from './http/client-address.js';
import type { Exchange } from './http/exchange.js';
import type { Listener, RequestOrigin } from './http/node-listener.js';
import { startListener } from './http/node-listener.js';
import { noTrace } from './http/trace-context.js';
import type { Logger } from './observe/logger.js';
import { createLogger } from './observe/logger.js';
import { createMetrics } from './observe/metrics.js';
import { startTelemetry } from './observe/telemetry.js';
import { openStore } from './open-store.js';
import { createGuardedHost } from './outbound/guarded-host.js';
import { startRetention } from './retention.js';
import { readVersion } from './version.js';

/** What a host process may replace; everything else follows from the configuration. */
export interface ServerOverrides {
  clock?: Clock;
  /** Closed with the server. */
  store?: Store;
  logger?: Logger;
  /** Brings documents in from outside. */
  host?: DocumentHost;
  /** Fetches key sets of token issuers. */
  fetch?: typeof fetch;
  /** Milliseconds on a clock that never goes back. */
  elapsed?: () => number;
}

/** A running server. */
export interface DragomanServer {
  /** Answers one request in-process, through the very steps that a request over the network passes. */
  fetch(request: Request, origin?: Partial<RequestOrigin>): Promise<Response>;
  /** Starts to listen and to work in the background. */
  listen(): Promise<{ url: string; port: number }>;
  /** True while callers without a credential may do everything. */
  isOpen(): Promise<boolean>;
  /** Finishes what runs, writes what waits, closes the store; may be called twice. */
  close(): Promise<void>;
}

/** Milliseconds between two looks for changes of other nodes. */
const followEveryMs = 1000;

/** Milliseconds that running requests have to finish when the server stops. */
const graceMs = 10_000;

/** Makes a server from its configuration; refuses one that others could reach without authentication or TLS. */
export async function createServer(config: Config, overrides: ServerOverrides = {}): Promise<DragomanServer> {
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? createLogger(config.log);
  const store = overrides.store ?? (await openStore(config, { clock, logger }));
  try {
    checkExposure(config, await store.keys.countUsable(timestamp(clock)));
    return await assemble(config, { ...overrides, clock, logger, store });
  } catch (error) {
    await store.close();
    throw error;
  }
}

type Essentials = ServerOverrides & { clock: Clock; logger: Logger; store: Store };

async function assemble(config: Config, parts: Essentials): Promise<DragomanServer> {
  const { clock, logger, store } = parts;
  const index = createLexicalIndex();
  const metrics = createMetrics({ entries: () => index.size });
  const report = (during: string) => (error: unknown) => {
    metrics.storeErrors.inc({ during });
    logger.warn({ err: error, during }, 'the store failed in the background');
  };
  const follower = await follow({ store, index, intervalMs: followEveryMs, onError: report('follow') });
  const version = readVersion();
  const telemetry = await startTelemetry(config, version);
  const host = parts.host ?? openHost(config);
  let stopping = false;
  const engine = await createEngine({
    config,
    clock,
    store,
    index,
    logger,
    metrics,
    version,
    tracer: telemetry.tracer,
    host,
    fetch: parts.fetch ?? fetch,
    elapsed: parts.elapsed ?? (() => performance.now()),
    isStopping: () => stopping,
    catchUp: () => follower.catchUp(),
    report,
  });
  const answer = (request: Request, origin: RequestOrigin) => engine.answer(toExchange(config, request, origin));
  const background: Array<() => Promise<void> | void> = [];
  let listener: Listener | undefined;
  let closing: Promise<void> | undefined;
  const close = async () => {
    stopping = true;
    await listener?.close(graceMs);
    for (const stop of background) await stop();
    await follower.stop();
    await engine.refusals.drain();
    await telemetry.close();
    await closeHost(host);
    await store.close();
  };
  return {
    fetch: (request, origin = {}) =>
      answer(request, { remoteAddress: '127.0.0.1', target: targetOf(request), ...origin }),
    async listen() {
      listener = await startListener(config, answer, readTls(config));
      engine.bind(listener.port);
      const { retentionDays } = config.audit;
      const retention = startRetention({ audit: store.audit, clock, retentionDays, onError: report('retention') });
      background.push(() => retention.stop());
      if (config.crawl.enabled) {
        const crawler = startCrawler({ ports: engine.crawl, logger, concurrency: config.crawl.concurrency });
        background.push(() => crawler.stop());
      }
      return { url: engine.origin(), port: listener.port };
    },
    isOpen: engine.isOpen,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** A host of one's own is closed by whoever made it. */
async function closeHost(host: DocumentHost): Promise<void> {
  if ('close' in host && typeof host.close === 'function') await host.close();
}

function openHost({ outbound }: Config): DocumentHost {
  const { allow, allowHttp, maxBytes, maxRedirects } = outbound;
  const timeouts = {
    connectMs: outbound.connectTimeoutMs,
    firstByteMs: outbound.firstByteTimeoutMs,
    totalMs: outbound.totalTimeoutMs,
  };
  return createGuardedHost({ allow, allowHttp, timeouts, maxBytes, maxRedirects });
}

function readTls({ server: { tls } }: Config) {
  if (tls.certFile === undefined || tls.keyFile === undefined) return undefined;
  return { cert: readFileSync(tls.certFile, 'utf8'), key: readFileSync(tls.keyFile, 'utf8') };
}

/** In-process requests have no request line; their address stands in for it. */
function targetOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname}${search}`;
}

function toExchange(config: Config, request: Request, { remoteAddress, target }: RequestOrigin): Exchange {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  return {
    request,
    url: new URL(request.url),
    rawPath: path === '' ? '/' : path,
    targetLength: Buffer.byteLength(target),
    clientAddress: clientAddress(remoteAddress, request.headers, config.server.trustProxy),
    headers: new Headers(),
    trace: noTrace,
    match: undefined,
    caller: anonymous,
    failure: undefined,
  };
}
