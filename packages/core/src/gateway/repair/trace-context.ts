/** A call can be traced from its caller to the service and in the audit log. */
import type { Repair } from './repair.js';

/** Trace context, at the edge and in `steps/call-upstream.ts`. */
export const traceContext: Repair = {
  name: 'trace-context',
  title: 'Trace context',
  supplies:
    'traceparent and X-Request-ID are accepted, propagated to the service and written to the audit record, and the trace id is returned.',
  mode: 'always',
  surface: false,
  concerns: () => true,
};
