/** Adds MCP servers that run next to a running registry, and explains why one does not start. */
import { resolve } from 'node:path';
import type { StdioCommand } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import type { CommandContext } from '../command/command.js';
import { line } from '../terminal/paint.js';
import { connect } from './connect.js';
import type { ItemResult } from './import-batches.js';

/** Result of adding a server: why it could not be added, or whether it is new. */
export type AddedServer = { failed: ItemResult } | { isNew: boolean };

/** Adds a server, unless the registry already runs the same command under this name. */
export async function addServer(context: CommandContext, server: StdioCommand): Promise<AddedServer> {
  const { runtime, options } = context;
  const { name, command, args, cwd, env } = server;
  const origin = `stdio:${name}`;
  const request = { name, command, args, env, ...(cwd === undefined ? {} : { cwd: resolve(runtime.cwd, cwd) }) };
  const { servers } = connect(context, { timeoutMs: 60_000 });
  try {
    if (options.flag('dry-run')) {
      const { preview } = await servers.preview(request, { signal: runtime.signal });
      const { problem, tool_count: operations, stderr } = preview;
      if (problem === undefined) return { failed: { origin, id: name, outcome: 'created', warnings: 0, operations } };
      return { failed: { origin, id: name, outcome: 'failed', error: problem, stderr } };
    }
    await servers.add(request, { signal: runtime.signal });
    return { isNew: true };
  } catch (error) {
    if (!isDragomanError(error) || error.status === undefined) throw error;
    if (error.status === 409 && (await isSame(context, server))) return { isNew: false };
    const message = error.status === 409 ? taken(name) : error.message;
    return { failed: { origin, id: name, outcome: 'failed', error: { code: error.code, message } } };
  }
}

function taken(name: string): string {
  return `the registry already has "${name}" with another command, folder or other variables; choose another name, or use "dragoman servers change ${name}"`;
}

/** Removes a new server whose tools could not be registered, so that the corrected command can be added. */
export async function dropServer(context: CommandContext, address: string): Promise<void> {
  const { print, runtime } = context;
  const name = address.replace(/^stdio:/, '');
  await connect(context).servers.remove(name, { signal: runtime.signal });
  if (!print.json) print.note(line`           It was not added.`);
}

/** True when the registry has the same command under this name; values of variables are secret and not compared. */
async function isSame(context: CommandContext, { name, command, args, cwd, env }: StdioCommand): Promise<boolean> {
  const { server } = await connect(context).servers.read(name, { signal: context.runtime.signal });
  const folder = cwd === undefined ? undefined : resolve(context.runtime.cwd, cwd);
  const given = [command, args, folder ?? null, Object.keys(env).sort()];
  return (
    JSON.stringify(given) === JSON.stringify([server.command, server.args, server.cwd ?? null, [...server.env].sort()])
  );
}

/** The last lines that the server of a failed import wrote to standard error, where the caller may see them. */
export async function readStandardError(context: CommandContext, { origin, error }: ItemResult): Promise<string[]> {
  if (error === undefined || !origin.startsWith('stdio:')) return [];
  const name = origin.replace(/^stdio:/, '');
  const servers = await connect(context)
    .servers.list({ signal: context.runtime.signal })
    .catch(() => []);
  return servers.flatMap((server) => (server.name === name ? server.stderr : []));
}
