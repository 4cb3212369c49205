/** Live checks as a separate entry point: they send requests, which the linter never does, and load a schema engine. */
export type { Check } from './check.js';
export { checks } from './checks/index.js';
export type { ProbeFetch, ProbeLimits, ProbePorts } from './polite-client.js';
export { defaultLimits } from './polite-client.js';
export type { DocumentProbeOptions } from './probe-document.js';
export { ProbeRefused, probeDocument } from './probe-document.js';
export type { ProbeReport } from './report-probe.js';
