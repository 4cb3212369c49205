/** Creates the upstream client from the configuration, with metrics and log. */
import type { BreakerState, Spans } from '@dragoman/core/engine';
import type { Clock, DnsLookup } from '@dragoman/core/http';
import type { Config } from '../config/config.js';
import { readSettingFile, withSetting } from '../config/read-setting-file.js';
import type { Logger } from '../observe/logger.js';
import type { ShareMetrics } from '../observe/share-metrics.js';
import type { UpstreamMetrics } from '../observe/upstream-metrics.js';
import { FairShare } from '../runtime/fair-share.js';
import type { UpstreamClient } from './create-upstream.js';
import { createUpstream } from './create-upstream.js';
import type { UpstreamObserver, UpstreamOptions } from './upstream-options.js';

/** Dependencies of the upstream client, in addition to the configuration. */
export interface OpenUpstreamPorts {
  clock: Clock;
  elapsed: () => number;
  logger: Logger;
  metrics: { upstream: UpstreamMetrics; shares: ShareMetrics };
  spans?: Spans;
  /** Resolves host names; the resolver of the system by default. */
  dnsLookup?: DnsLookup;
  /** The other nodes, whose breakers open and close with those of this one. */
  nodes?: BreakerPeers | undefined;
}

/** Shares the state of breakers with other nodes. */
export interface BreakerPeers {
  tellBreaker(origin: string, state: BreakerState): void;
  onBreaker(listener: (origin: string, state: BreakerState) => void): void;
}

/** Opens the upstream client; throws on an invalid setting. */
export function openUpstream(config: Config, ports: OpenUpstreamPorts): UpstreamClient {
  const options = upstreamOptions(config, ports);
  const client = withSetting('outbound.allow', () => createUpstream(options));
  ports.metrics.upstream.watch(client.status);
  ports.nodes?.onBreaker(client.adoptBreaker);
  for (const [resource, share] of Object.entries(client.shares)) ports.metrics.shares.watch(resource, share);
  return client;
}

/** The options derived from the configuration. */
export function upstreamOptions(
  config: Config,
  { clock, elapsed, logger, metrics, spans, dnsLookup, nodes }: OpenUpstreamPorts,
): UpstreamOptions {
  const { gateway, limits, outbound, upstream } = config;
  const ca = upstream.caFile === undefined ? {} : { ca: readSettingFile('upstream.caFile', upstream.caFile) };
  return {
    ...ca,
    allow: outbound.allow,
    allowHttp: outbound.allowHttp,
    timeouts: {
      connectMs: upstream.connectTimeoutMs,
      firstByteMs: upstream.firstByteTimeoutMs,
      idleMs: upstream.idleTimeoutMs,
      totalMs: upstream.totalTimeoutMs,
      streamMs: upstream.streamTimeoutMs,
    },
    answer: {
      bodyBytes: gateway.answerBytes,
      streamBytes: upstream.streamBytes,
      headerBytes: upstream.headerBytes,
      headerCount: upstream.headerCount,
    },
    admission: {
      perOrigin: upstream.originConcurrency,
      total: upstream.concurrency,
      queuedPerOrigin: upstream.originQueue,
      queued: upstream.queue,
      queueMs: upstream.queueTimeoutMs,
    },
    createShare: (resource, capacity) =>
      new FairShare({ capacity, percent: limits.sharePercent, onRefused: metrics.shares.onRefused(resource) }),
    retry: { attempts: upstream.attempts, ...retryDelays },
    breaker: {
      windowMs: upstream.breaker.windowMs,
      minSamples: upstream.breaker.minCalls,
      failureRatio: upstream.breaker.failurePercent / 100,
      coolDownMs: upstream.breaker.coolDownMs,
    },
    origins: upstream.origins,
    observer: createObserver(logger, metrics.upstream, nodes),
    ...(spans === undefined ? {} : { spans }),
    ...(dnsLookup === undefined ? {} : { dnsLookup }),
    elapsed,
    now: () => clock.now(),
    random: Math.random,
  };
}

/** Retries: at most a fifth of the calls, beyond a small reserve. */
const retryDelays = { baseMs: 100, maxMs: 2000, longestWaitMs: 10_000, budgetRatio: 0.2, budgetReserve: 10 };

const noLabels = Object.freeze({});

function createObserver(logger: Logger, metrics: UpstreamMetrics, nodes: BreakerPeers | undefined): UpstreamObserver {
  return {
    called(outcome, milliseconds) {
      metrics.calls.inc({ outcome });
      metrics.duration.observe(noLabels, milliseconds / 1000);
    },
    retried: (reason) => metrics.retries.inc({ reason }),
    broken(origin, failure) {
      metrics.broken.inc({ code: failure.code });
      logger.debug({ origin, code: failure.code, err: failure }, 'the response of an upstream was aborted');
    },
    breakerChanged(origin, state, isOwn) {
      metrics.breakerChanges.inc({ state });
      logger.warn({ origin, state, ...(isOwn ? {} : { by: 'another node' }) }, 'the breaker of an upstream changed');
      if (isOwn && state !== 'half-open') nodes?.tellBreaker(origin, state);
    },
  };
}
