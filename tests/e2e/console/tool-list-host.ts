/** A host with a list of tools whose signature a test can change, for sources that hold back changes. */
import { type HttpHost, startHttpHost } from '../http-host.js';

/** The host. */
export interface ToolListHost {
  host: HttpHost;
  /** URL of the list. */
  url: string;
  /** Settings of a server that may fetch it. */
  env: Record<string, string>;
  /** Makes inputs of the tool `send` required. */
  require(...inputs: string[]): void;
}

/** Starts the host on loopback. */
export async function startToolListHost(): Promise<ToolListHost> {
  let required: string[] = [];
  const host = await startHttpHost(async (url) => {
    if (new URL(url).pathname !== '/tools.json') return new Response('no such page', { status: 404 });
    const properties = { to: { type: 'string' }, at: { type: 'string' } };
    const inputSchema = { type: 'object', properties, required };
    const tools = [
      { name: 'send', description: 'Sends a message to a ship.', inputSchema },
      { name: 'list_ships', description: 'Lists the ships in the harbor.', inputSchema: { type: 'object' } },
    ];
    return Response.json({ server: 'https://ships.example/mcp', tools });
  });
  return {
    host,
    url: `${host.origin}/tools.json`,
    env: { DRAGOMAN_OUTBOUND_ALLOW: host.origin.slice('http://'.length), DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true' },
    require(...inputs) {
      required = inputs;
    },
  };
}
