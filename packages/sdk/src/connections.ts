/** MCP clients that have listed tools. */
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** An MCP client at one endpoint. */
export interface McpConnection {
  id: string;
  /** Subject of the caller. */
  caller: string;
  /** Path of the endpoint. */
  endpoint: string;
  /** Name that the client gave itself; third-party text. */
  client?: string;
  /** Number of tools that it was shown. */
  tools: number;
  first_seen_at: string;
  last_seen_at: string;
}

/** Calls for connections. */
export interface ConnectionCalls {
  /** Your connections, or all for administrators; last seen first. */
  list(options?: CallOptions): AsyncGenerator<McpConnection, void>;
}

/** Creates the calls over a transport. */
export function createConnectionCalls(transport: Transport): ConnectionCalls {
  return {
    list(options = {}) {
      const query = new URLSearchParams({ top: '200' });
      const request = { ...options, method: 'GET', to: ['connections'], query, repeatable: true } as const;
      const read = ({ body, status }: Incoming) => ({
        items: listOf(body, status, ['connections']) as unknown as McpConnection[],
      });
      return walkPages(transport, () => request, read);
    },
  };
}
