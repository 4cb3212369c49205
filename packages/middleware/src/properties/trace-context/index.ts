/** Trace context: the entry `@dragoman/middleware/trace-context`. */
export type { CallRecord, TraceContextOptions } from './trace-context.js';
export { createTraceContext, traceHeaders, traceOf } from './trace-context.js';
