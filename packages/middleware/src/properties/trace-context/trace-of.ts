/** Where a call stands in its trace, for everybody who has to tell it. */
import type { TraceContext } from '@dragoman/core/http';
import { type CallContext, findCall } from '../call-context.js';

const trace = Symbol.for('dragoman.trace');

/** Notes the place of a call. */
export function keepTrace(call: CallContext, context: TraceContext): void {
  call.values.set(trace, context);
}

/** The place of a call in its trace; undefined where no property took it up. */
export function findTrace(host: object | undefined): TraceContext | undefined {
  return host === undefined ? undefined : (findCall(host)?.values.get(trace) as TraceContext | undefined);
}
