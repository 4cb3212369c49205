/** Trace context: the entry point `@dragoman/middleware/trace-context`. */
export type { CallRecord, TraceContextOptions } from './trace-context.js';
export { createTraceContext, traceHeaders, traceOf } from './trace-context.js';
