/** The one place that reads the process's environment. */
import type { ConfigSources } from './load-config.js';

/** Sources of the running process, with the flags given. */
export function processSources(flags: Readonly<Record<string, unknown>> = {}): ConfigSources {
  return { cwd: process.cwd(), environment: { ...process.env }, flags };
}
