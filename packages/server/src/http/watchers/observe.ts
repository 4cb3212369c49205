/** Writes one log line and counts each request: caller, route, result, duration. No bodies, no credentials. */
import type { Logger } from '../../observe/logger.js';
import type { Distribution } from '../../observe/metric-counter.js';
import type { Metrics } from '../../observe/metrics.js';
import type { Exchange } from '../exchange.js';
import { routeName } from '../exchange.js';
import { shownPath } from '../shown-path.js';
import type { Ending, Watcher } from '../steps/watch.js';

/** Dependencies of the watcher. */
export interface ObservePorts {
  logger: Logger;
  metrics: Metrics;
}

/** Creates the watcher. */
export function createObserve({ logger, metrics }: ObservePorts): Watcher {
  // Mostly the next request is like the last one.
  let last: Observed | undefined;
  const lookUp = (method: string, route: string, status: number): Observed => {
    if (last !== undefined && method === last.method && route === last.route && status === last.status) return last;
    const labels = { method: knownMethod(method), route, status: String(status) };
    last = { method, route, status, count: metrics.requests.at(labels), durations: metrics.duration.at(labels) };
    return last;
  };
  return (ending) => {
    const { exchange, status, milliseconds } = ending;
    const { count, durations } = lookUp(exchange.request.method, routeName(exchange), status);
    count.value += 1;
    metrics.duration.observeAt(durations, milliseconds / 1000);
    const level = levelOf(exchange, status);
    // Skips building the line when the log level drops it.
    if (logger.isLevelEnabled?.(level) !== false) logger[level](describe(ending), 'request');
  };
}

/** The metrics of requests with the same method, route and status. */
interface Observed {
  method: string;
  route: string;
  status: number;
  count: { value: number };
  durations: Distribution<'method' | 'route'>;
}

function levelOf({ match, failure }: Exchange, status: number): 'error' | 'info' | 'debug' {
  // A probe during a drain fails on purpose: nothing caused it.
  if (status === 503 && match?.route?.budget === 'none' && failure?.cause === undefined) return 'info';
  if (status >= 500) return 'error';
  return match?.route?.budget === 'none' ? 'debug' : 'info';
}

function describe({ exchange, status, milliseconds }: Ending) {
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
    path: shownPath(exchange.rawPath, 200),
    status,
    code: failure?.code,
    duration_ms: Math.round(milliseconds * 1000) / 1000,
    err: status >= 500 ? failure?.cause : undefined,
  };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other';
}
