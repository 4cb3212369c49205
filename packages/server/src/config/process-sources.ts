/** The one place that reads the process's environment. */
import type { ConfigSources } from './load-config.js';

/** Sources of the running process, with the flags given. */
export function processSources(flags: Readonly<Record<string, unknown>> = {}): ConfigSources {
  return { cwd: process.cwd(), environment: { ...process.env }, flags };
}

/** Variables that every child needs to find programs, folders and its language. */
const usual = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'SystemRoot'];

/** The environment of a child: the few usual variables, and those that the operator lets through by name. */
export function childEnvironment(names: readonly string[]): Record<string, string> {
  const passed = [...usual, ...names].flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(passed);
}
