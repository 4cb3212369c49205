/**
 * Opens the configured store for commands that work on it directly, with or without a running server. Only this file and `serve`
 * load the server package, so that all other commands start fast.
 */
import type { Administration, Config } from '@dragoman/server';
import type { CommandContext, CommandOption } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';

/** Options that select the configuration and the store. */
export const storeOptions: readonly CommandOption[] = [
  {
    name: 'config',
    value: 'file',
    description: 'Configuration file, JSON or YAML (default: dragoman.config.json or .yaml)',
  },
  { name: 'store', value: 'file', description: 'SQLite database' },
  {
    name: 'database-url',
    value: 'url',
    description: 'PostgreSQL database (environment: DATABASE_URL, which is safer)',
  },
  { name: 'set', value: 'key=value', multiple: true, description: 'Any setting by its key; see "dragoman config"' },
];

/** Settings that have an option of their own. */
const named = ['config', 'store', 'database-url', 'host', 'port', 'public-url', 'log-level', 'workers'];

/** The settings that the options set. */
export function flagsOf({ options }: Pick<CommandContext, 'options'>): Record<string, string> {
  const flags: Record<string, string> = {};
  for (const name of named) {
    const value = options.text(name);
    if (value !== undefined) flags[name] = value;
  }
  for (const setting of options.texts('set')) {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
    if (key === undefined || value === undefined) throw new UsageError(`--set takes key=value, not "${setting}"`);
    flags[key] = value;
  }
  return flags;
}

/** Where the configuration is read from. */
export function sourcesOf(context: Pick<CommandContext, 'options' | 'runtime'>) {
  const { cwd, env } = context.runtime;
  return { cwd, environment: env, flags: flagsOf(context) };
}

/** Loads the effective configuration. */
export async function loadLocalConfig(context: CommandContext): Promise<Config> {
  const { loadConfig } = await import('@dragoman/server');
  return loadConfig(sourcesOf(context));
}

/** Opens the configured store for `work` and closes it afterwards; creates a missing store only with `create`. */
export async function withStore<Result>(
  context: CommandContext,
  work: (administration: Administration) => Promise<Result>,
  { create = false }: { create?: boolean } = {},
): Promise<Result> {
  for (const name of ['server', 'key']) {
    if (context.options.text(name) === undefined) continue;
    throw new UsageError(
      `this command works on the store directly, so --${name} has no effect; name the store with --store or --database-url`,
    );
  }
  const { openAdministration } = await import('@dragoman/server');
  const administration = await openAdministration(await loadLocalConfig(context), { existing: !create });
  try {
    return await work(administration);
  } finally {
    await administration.close();
  }
}
