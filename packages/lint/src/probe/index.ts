/** Checks of a running API, a door of their own: they call, which the linter never does, and take a schema engine along. */
export type { Check } from './check.js';
export { checks } from './checks/index.js';
export type { ProbeFetch, ProbeLimits, ProbePorts } from './polite-client.js';
export { defaultLimits } from './polite-client.js';
export type { DocumentProbeOptions } from './probe-document.js';
export { ProbeRefused, probeDocument } from './probe-document.js';
export type { ProbeReport } from './report-probe.js';
