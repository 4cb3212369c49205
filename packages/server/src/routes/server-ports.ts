/** Dependencies of the routes about stdio MCP servers. */
import type { DesignStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { ChildServerConfig } from '../config/config.js';
import type { AddedServers } from '../mcp-children/added-servers.js';
import type { Children, ChildState } from '../mcp-children/open-children.js';

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
  /** The state of each server. */
  readStates: () => Promise<ChildState[]>;
  /** Restarts the server; false when the name is unknown. */
  restart: (name: string) => Promise<boolean>;
  /** Writes the audit record of a restart. */
  recordRestart: (name: string, by: { subject: string; traceId: string }) => Promise<void>;
}
