/** The only module that reads the process environment. */
import type { ConfigSources } from './load-config.js';

/** Configuration sources of the running process, with the given flags. */
export function processSources(flags: Readonly<Record<string, unknown>> = {}): ConfigSources {
  return { cwd: process.cwd(), environment: { ...process.env }, flags };
}

/** Variables that every child process needs to find programs and directories. */
const inheritedVariables = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'SystemRoot'];

/** The environment of a child process: the inherited variables and those that the operator lists by name. */
export function childEnvironment(names: readonly string[]): Record<string, string> {
  const passed = [...inheritedVariables, ...names].flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(passed);
}
