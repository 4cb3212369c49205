/** Stdio MCP servers that the registry runs, for administrators. */
import { listOf } from './read-hits.js';
import type { CallOptions, Transport } from './transport.js';

/** A stdio MCP server in one worker. */
export interface StdioServer {
  name: string;
  command: string;
  /** Process id of the worker that runs it. */
  worker: number;
  /** `idle`: it starts with the next call; `paused`: it has failed and is not started again yet. */
  state: 'running' | 'idle' | 'paused';
  pid?: number;
  uptime_ms?: number;
  restarts: number;
  /** Calls that wait for its response. */
  waiting: number;
  /** Why it ended last. */
  reason?: string;
  /** Milliseconds before it may be started again. */
  retry_ms?: number;
  /** Last lines on standard error: third-party text. */
  stderr: string[];
}

/** Calls for stdio servers. */
export interface ServerCalls {
  list(options?: CallOptions): Promise<StdioServer[]>;
  /** Ends the server if it runs, and starts it at once, in every worker. */
  restart(name: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls over a transport. */
export function createServerCalls(transport: Transport): ServerCalls {
  return {
    async list(options = {}) {
      const { body, status } = await transport.send({ ...options, method: 'GET', to: ['servers'], repeatable: true });
      return listOf(body, status, ['servers']) as StdioServer[];
    },
    async restart(name, options = {}) {
      await transport.send({ ...options, method: 'POST', to: ['servers', name, 'restart'], repeatable: true });
    },
  };
}
