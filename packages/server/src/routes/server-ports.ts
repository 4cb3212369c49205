/** Dependencies of the routes about stdio MCP servers. */
import type { DesignStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { ChildServerConfig } from '../config/config.js';
import type { AddedServers } from '../mcp-children/added-servers.js';
import type { Children } from '../mcp-children/open-children.js';
import type { ServerState } from '../mcp-children/server-state.js';

/** Dependencies of the routes. */
export interface ServerRoutePorts {
  /** The servers of the settings. */
  configured: readonly ChildServerConfig[];
  /** The servers that administrators added. */
  added: Pick<AddedServers, 'read' | 'save' | 'remove'>;
  /** Makes every worker run what the store says. */
  apply: () => Promise<void>;
  preview: Children['preview'];
  /** Why a request with these headers may not add or replace a server; undefined when it may. */
  refusalFor: (headers: Pick<Headers, 'get'>) => string | undefined;
  designer: { store: { designs: DesignStore } };
  clock: Clock;
  /** Maximum body in bytes. */
  bodyBytes: number;
  /** The state of each server in each worker. */
  readStates: () => Promise<ServerState[]>;
  /** Restarts the server in every worker. */
  restart: (name: string) => Promise<void>;
  /** Writes the audit record of a restart. */
  recordRestart: (name: string, by: { subject: string; traceId: string }) => Promise<void>;
}
