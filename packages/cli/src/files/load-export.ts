/** Loads a JavaScript module that the user names. */
import { resolve } from 'node:path';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';

/** What the module exports under a name, or as its default; throws a usage error if it cannot be loaded. */
export async function loadExport({ cwd, loadModule }: Runtime, path: string, name: string): Promise<unknown> {
  const exported = await loadModule(resolve(cwd, path)).catch((error: unknown) => {
    throw new UsageError(`${path} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  });
  return exported[name] ?? exported.default;
}
