/**
 * Whether administrators may add MCP servers at run time. Such a server is a command that runs with the rights of this
 * process, so by default only a server that just this machine can reach accepts it.
 */
import type { Config } from '../config/config.js';
import { isLoopbackOnly } from './check-exposure.js';

/** Why added servers may neither be added nor run under these settings; undefined when they may. */
export function addedServersRefusal(config: Config): string | undefined {
  const { addServers } = config.mcp;
  if (addServers === 'allow') return undefined;
  if (addServers === 'deny') return 'The setting mcp.addServers is deny: MCP servers run only from the settings.';
  const { tlsTerminated, trustProxy } = config.server;
  if (isLoopbackOnly(config) && !tlsTerminated && trustProxy === 0) return undefined;
  return 'The setting mcp.addServers is auto: MCP servers can be added only where the server listens on loopback without a proxy; set it to allow to accept commands from administrators.';
}

/** Why this request may not add a server: the reason above, or that a proxy has forwarded it. */
export function addingRefusal(config: Config, headers: Pick<Headers, 'get'>): string | undefined {
  const refusal = addedServersRefusal(config);
  if (refusal !== undefined || config.mcp.addServers === 'allow') return refusal;
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) => headers.get(name) !== null);
  if (!forwarded) return undefined;
  return 'The setting mcp.addServers is auto, and a proxy has forwarded this request: set it to allow to accept commands from administrators elsewhere.';
}
