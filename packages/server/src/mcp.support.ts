/** Official MCP clients for tests, which connect to a server in-process or over the network. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The two generations of the protocol, as options of the official client. */
export const generations = [
  ['2026-07-28', { mode: { pin: '2026-07-28' } }],
  ['2025', { mode: 'legacy' }],
] as const;

/** How a client is set up. */
export interface ClientSetup {
  negotiation: (typeof generations)[number][1];
  fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
  key?: string;
  capabilities?: object;
  listChanged?: () => void;
  /** How often a broken stream is opened again; twice by default. */
  maxRetries?: number;
}

/** Pauses before a stream is opened again, as the client has them by default. */
const pauses = { initialReconnectionDelay: 1000, maxReconnectionDelay: 30_000, reconnectionDelayGrowFactor: 1.5 };

/** Connects a client; the caller must close it. */
export async function connectMcp(url: string, setup: ClientSetup): Promise<Client> {
  const { negotiation, fetch, key, capabilities = {}, listChanged, maxRetries } = setup;
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      versionNegotiation: negotiation,
      capabilities,
      ...(listChanged === undefined ? {} : { listChanged: { tools: { onChanged: listChanged, autoRefresh: false } } }),
    },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    ...(fetch === undefined ? {} : { fetch }),
    ...(maxRetries === undefined ? {} : { reconnectionOptions: { ...pauses, maxRetries } }),
    ...(key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  });
  await client.connect(transport);
  return client;
}
