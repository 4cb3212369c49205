/** The span of a call, for everything that reports it. */
import type { TraceContext } from '@dragoman/core/http';
import { type CallContext, findCall } from './call-context.js';

const trace = Symbol.for('dragoman.trace');

/** Records the span of a call. */
export function keepTrace(call: CallContext, context: TraceContext): void {
  call.values.set(trace, context);
}

/** The span of a call; undefined when the application does not use `createTraceContext`. */
export function findTrace(host: object | undefined): TraceContext | undefined {
  return host === undefined ? undefined : (findCall(host)?.values.get(trace) as TraceContext | undefined);
}
