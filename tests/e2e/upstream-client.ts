/** The real upstream client with short timeouts, which records all its events, for tests. */
import type { UpstreamRequest } from '@dragoman/core/engine';
import { FairShare } from '../../packages/server/src/runtime/fair-share.js';
import type { UpstreamClient } from '../../packages/server/src/upstream/create-upstream.js';
import { createUpstream } from '../../packages/server/src/upstream/create-upstream.js';
import type { UpstreamOptions } from '../../packages/server/src/upstream/upstream-options.js';

/** The client and its events. */
export interface TestClient extends UpstreamClient {
  told: string[];
}

/** Options with timeouts that a test can wait for. */
export function testOptions(options: Partial<UpstreamOptions> = {}): UpstreamOptions {
  return {
    allow: ['127.0.0.1'],
    allowHttp: true,
    timeouts: { connectMs: 2000, firstByteMs: 600, idleMs: 1500, totalMs: 2500, streamMs: 5000 },
    answer: { bodyBytes: 262_144, streamBytes: 1_048_576, headerBytes: 32_768, headerCount: 200 },
    admission: { perOrigin: 8, total: 16, queuedPerOrigin: 8, queued: 16, queueMs: 1000 },
    retry: { attempts: 3, baseMs: 20, maxMs: 100, longestWaitMs: 2000, budgetRatio: 0.2, budgetReserve: 10 },
    breaker: { windowMs: 10_000, minSamples: 10, failureRatio: 0.5, coolDownMs: 400 },
    createShare: (_, capacity) => new FairShare({ capacity, percent: 90 }),
    origins: 16,
    observer: { called() {}, retried() {}, broken() {}, breakerChanged() {} },
    elapsed: () => performance.now(),
    now: () => Date.now(),
    random: Math.random,
    ...options,
  };
}

/** Creates the client. */
export function createTestClient(options: Partial<UpstreamOptions> = {}): TestClient {
  const told: string[] = [];
  const observer: UpstreamOptions['observer'] = {
    called: (outcome) => told.push(`called ${outcome}`),
    retried: (reason) => told.push(`retried ${reason}`),
    broken: (_origin, failure) => told.push(`broken ${failure.code}`),
    breakerChanged: (_origin, state) => told.push(`breaker ${state}`),
  };
  return Object.assign(createUpstream(testOptions({ observer, ...options })), { told });
}

/** A complete request for the port. */
export function requestTo(url: string, request: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    url,
    method: 'POST',
    headers: { accept: 'application/json' },
    body: { question: 'how' },
    repeatable: false,
    signal: new AbortController().signal,
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    ...request,
  };
}
