/** Loads a JavaScript module that the user names. */
import { resolve } from 'node:path';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';

/** What the module exports under a name, or as its default; throws a usage error if it cannot be loaded. */
export async function loadExport({ cwd, loadModule }: Runtime, path: string, name: string): Promise<unknown> {
  const file = resolve(cwd, path);
  const exported = await loadModule(file).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    if (message.startsWith(`Cannot find module '${file}'`)) throw new UsageError(`${path}: file not found`);
    throw new UsageError(`${path} cannot be loaded: ${message}`);
  });
  return exported[name] ?? exported.default;
}
