/** A call can be followed from its caller to the agent and in the audit log. */
import type { Repair } from './repair.js';

/** Trace context, at the edge and in `steps/call-upstream.ts`. */
export const traceContext: Repair = {
  name: 'trace-context',
  title: 'Trace context',
  supplies:
    'traceparent and X-Request-ID are taken in, handed on to the agent, written into the audit record, and the trace id is answered.',
  mode: 'always',
  surface: false,
  concerns: () => true,
};
