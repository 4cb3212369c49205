/** Writes one log line and counts each request: who, what, how it ended, how long it took. No bodies, no credentials. */
import type { Logger } from '../../observe/logger.js';
import type { Metrics } from '../../observe/metrics.js';
import type { Exchange, Step } from '../exchange.js';
import { routeName } from '../exchange.js';

/** What the step needs. */
export interface ObservePorts {
  logger: Logger;
  metrics: Metrics;
  /** Milliseconds on a clock that never goes back. */
  elapsed: () => number;
}

/** Makes the step. */
export function createObserve({ logger, metrics, elapsed }: ObservePorts): Step {
  return async (exchange, next) => {
    const startedAt = elapsed();
    const response = await next(exchange);
    const milliseconds = elapsed() - startedAt;
    const labels = {
      method: knownMethod(exchange.request.method),
      route: routeName(exchange),
      status: String(response.status),
    };
    metrics.requests.inc(labels);
    metrics.duration.observe(labels, milliseconds / 1000);
    const level = levelOf(exchange, response.status);
    // A line that nobody wants is not made.
    if (logger.isLevelEnabled?.(level) !== false)
      logger[level](describe(exchange, response.status, milliseconds), 'request');
    return response;
  };
}

function levelOf({ match }: Exchange, status: number): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error';
  return match?.route?.budget === 'none' ? 'debug' : 'info';
}

function describe(exchange: Exchange, status: number, milliseconds: number) {
  const { trace, caller, request, failure } = exchange;
  return {
    trace_id: trace.traceId,
    span_id: trace.spanId,
    caller: caller.subject,
    caller_kind: caller.kind,
    client: exchange.clientAddress,
    user_agent: request.headers.get('user-agent')?.slice(0, 200),
    method: request.method,
    route: routeName(exchange),
    path: exchange.rawPath.slice(0, 200),
    status,
    ...(failure === undefined ? {} : { code: failure.code }),
    duration_ms: Math.round(milliseconds * 1000) / 1000,
    ...(status >= 500 ? { err: failure?.cause } : {}),
  };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other';
}
