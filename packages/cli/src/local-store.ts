/**
 * Commands that work on the configured store directly, with or without a running server. The server package is
 * loaded only here and in `serve`, so that everything else starts fast.
 */
import type { Administration, Config } from '@dragoman/server';
import type { CommandContext, CommandOption } from './command.js';
import { UsageError } from './command.js';

/** Options that choose the configuration and the store. */
export const storeOptions: readonly CommandOption[] = [
  { name: 'config', value: 'file', description: 'Configuration file (dragoman.config.json unless given)' },
  { name: 'store', value: 'file', description: 'SQLite database' },
  { name: 'database-url', value: 'url', description: 'PostgreSQL instead (environment DATABASE_URL, which is safer)' },
  { name: 'set', value: 'key=value', multiple: true, description: 'Any setting by its key, see "dragoman config"' },
];

/** Options of the configuration that have a flag of their own. */
const named = ['config', 'store', 'database-url', 'host', 'port', 'public-url', 'log-level', 'workers'];

/** The configuration's flags of a call. */
export function flagsOf({ options }: Pick<CommandContext, 'options'>): Record<string, string> {
  const flags: Record<string, string> = {};
  for (const name of named) {
    const value = options.text(name);
    if (value !== undefined) flags[name] = value;
  }
  for (const setting of options.texts('set')) {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
    if (key === undefined || value === undefined) throw new UsageError(`--set is key=value, not "${setting}"`);
    flags[key] = value;
  }
  return flags;
}

/** Where the configuration of a call comes from. */
export function sourcesOf(context: Pick<CommandContext, 'options' | 'surroundings'>) {
  const { cwd, env } = context.surroundings;
  return { cwd, environment: env, flags: flagsOf(context) };
}

/** Loads the configuration in force. */
export async function loadLocalConfig(context: CommandContext): Promise<Config> {
  const { loadConfig } = await import('@dragoman/server');
  return loadConfig(sourcesOf(context));
}

/** Works on the configured store, and closes it whatever happens; one that is not there is made only with `create`. */
export async function withStore<Result>(
  context: CommandContext,
  work: (administration: Administration) => Promise<Result>,
  { create = false }: { create?: boolean } = {},
): Promise<Result> {
  for (const name of ['server', 'key']) {
    if (context.options.text(name) === undefined) continue;
    throw new UsageError(
      `this command works on the store itself and asks no server, so --${name} would mean nothing; name the store with --store or --database-url`,
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
