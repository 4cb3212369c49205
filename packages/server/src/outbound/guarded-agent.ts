/**
 * An HTTP client with keep-alive whose connections pass the address guard. undici is slow to load, so it is imported
 * on first use.
 */
import type { Agent, Dispatcher } from 'undici';
import type { GuardedConnectorOptions } from './guarded-connector.js';
import { createGuardedConnector } from './guarded-connector.js';
import type { Answer } from './read-answer.js';

/** Connection options and timeouts. */
export interface GuardedAgentOptions extends GuardedConnectorOptions {
  /** Milliseconds until the first byte, and between bytes. */
  idleMs: number;
  /** Maximum number of connections to one origin. */
  connections: number;
}

/** Sends requests; the guard checks every connection. */
export interface GuardedAgent {
  request(request: Dispatcher.RequestOptions): Promise<Answer>;
  /** Resolves when undici is loaded, so that the timeout of a request does not include loading. */
  ready(): Promise<unknown>;
  /** Closes every connection. */
  destroy(): Promise<void>;
}

/** Creates a client, which opens no connection before its first request. */
export function createGuardedAgent({ idleMs, connections, ...connector }: GuardedAgentOptions): GuardedAgent {
  let opened: Promise<Agent> | undefined;
  const open = async () => {
    const { Agent } = await import('undici');
    const connect = createGuardedConnector(connector);
    return new Agent({ connect, headersTimeout: idleMs, bodyTimeout: idleMs, connections });
  };
  const ready = () => {
    opened ??= open();
    return opened;
  };
  return {
    request: async (request) => (await ready()).request(request),
    ready,
    destroy: async () => (await opened)?.destroy(),
  };
}
