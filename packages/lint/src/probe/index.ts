/** Live checks as a separate entry point: they send requests, which the linter never does, and load a schema engine. */
export type { Check } from './check.js';
export { checks } from './checks/index.js';
export type { ProbePlan } from './plan.js';
export type { DocumentProbeOptions } from './probe-document.js';
export { ProbeRefused, probeDocument } from './probe-document.js';
export type { ProbeReport } from './report-probe.js';
export type { ProbeFetch, ProbeLimits, ProbePorts } from './throttled-client.js';
export { defaultLimits } from './throttled-client.js';
