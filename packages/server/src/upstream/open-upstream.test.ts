import { systemClock } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.js';
import { createMetrics } from '../observe/metrics.js';
import { openUpstream, upstreamOptions } from './open-upstream.js';

function open(flags: Record<string, unknown> = {}) {
  const config = loadConfig({ cwd: '/nowhere', environment: {}, flags });
  const { registry, upstream, shares } = createMetrics({
    entries: () => 0,
    vectorsWaiting: () => 0,
    entriesWaiting: () => 0,
    entriesSetAside: () => 0,
    operations: 10,
    callers: false,
    clock: { now: () => 0 },
  });
  const lines: object[] = [];
  const note = (fields: object) => void lines.push(fields);
  const logger = { debug: note, info: note, warn: note, error: note };
  const ports = { clock: systemClock, elapsed: () => 0, logger, metrics: { upstream, shares } };
  return { config, ports, registry, lines };
}

describe('settings', () => {
  it('reach the component that they configure', () => {
    const { config, ports } = open({
      'outbound.allow': ['agents.internal'],
      'gateway.answerBytes': 2048,
      'upstream.totalTimeoutMs': 7000,
      'upstream.originConcurrency': 3,
      'upstream.breaker.failurePercent': 25,
      'upstream.attempts': 2,
    });
    expect(upstreamOptions(config, ports)).toMatchObject({
      allow: ['agents.internal'],
      allowHttp: false,
      timeouts: { totalMs: 7000 },
      answer: { bodyBytes: 2048 },
      admission: { perOrigin: 3 },
      breaker: { failureRatio: 0.25 },
      retry: { attempts: 2, budgetRatio: 0.2 },
    });
  });

  it('limit a call to thirty seconds by default, and to three attempts', () => {
    const { config, ports } = open();
    expect(upstreamOptions(config, ports)).toMatchObject({ timeouts: { totalMs: 30_000 }, retry: { attempts: 3 } });
    expect(() => open({ 'upstream.attempts': 4 })).toThrow();
  });

  it('that are invalid prevent the server from starting', () => {
    const { config, ports } = open({ 'outbound.allow': ['not an address/99'] });
    expect(() => openUpstream(config, ports)).toThrow(/outbound.allow/);
    const lost = open({ 'upstream.caFile': '/nowhere/ca.pem' });
    expect(() => openUpstream(lost.config, lost.ports)).toThrow(/^Cannot read the file .*, set by upstream.caFile/);
  });
});

describe('figures', () => {
  it('count events without naming the upstream; the log names it when its breaker changes', async () => {
    const { config, ports, registry, lines } = open();
    const { observer } = upstreamOptions(config, ports);
    observer.called('answered', 12);
    observer.called('UPSTREAM_TIMEOUT', 600);
    observer.retried('status');
    observer.broken('https://agent.example', new Failure('UPSTREAM_ERROR'));
    observer.breakerChanged('https://agent.example', 'open', true);
    const page = await registry.metrics();
    for (const line of [
      'dragoman_upstream_calls_total{outcome="answered"} 1',
      'dragoman_upstream_calls_total{outcome="UPSTREAM_TIMEOUT"} 1',
      'dragoman_upstream_duration_seconds_count 2',
      'dragoman_upstream_retries_total{reason="status"} 1',
      'dragoman_upstream_broken_answers_total{code="UPSTREAM_ERROR"} 1',
      'dragoman_upstream_breaker_changes_total{state="open"} 1',
    ]) {
      expect(page).toContain(line);
    }
    expect(page).not.toContain('agent.example');
    expect(lines).toContainEqual({ origin: 'https://agent.example', state: 'open' });
  });

  it('show the current slots, queue and breakers', async () => {
    const { config, ports, registry } = open();
    const client = openUpstream(config, ports);
    const page = await registry.metrics();
    expect(page).toContain('dragoman_upstream_active 0');
    expect(page).toContain('dragoman_upstream_queued 0');
    expect(page).toContain('dragoman_upstream_breakers{state="open"} 0');
    await client.close();
  });
});
