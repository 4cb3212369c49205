/**
 * Requests through the address guard, over connections that are kept. What speaks HTTP here takes long to load and is
 * not needed to answer, so it is loaded for the first request that goes out.
 */
import type { Agent, Dispatcher } from 'undici';
import type { GuardedConnectorOptions } from './guarded-connector.js';
import { createGuardedConnector } from './guarded-connector.js';
import type { Answer } from './read-answer.js';

/** How an agent connects and how patient it is. */
export interface GuardedAgentOptions extends GuardedConnectorOptions {
  /** Milliseconds until the first byte, and between bytes. */
  idleMs: number;
  /** Connections to one origin at once. */
  connections: number;
}

/** Sends requests; every connection is judged by the guard. */
export interface GuardedAgent {
  request(request: Dispatcher.RequestOptions): Promise<Answer>;
  /** Resolves when everything is loaded, so that the time of a request is not spent on that. */
  ready(): Promise<unknown>;
  /** Lets go of every connection. */
  destroy(): Promise<void>;
}

/** Makes an agent, which opens nothing before its first request. */
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
