/** Subscriptions to single resources of a live MCP server, through the gateway, for both generations of clients. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { ListeningMcp } from './mcp-servers.js';
import { startMcpServer } from './mcp-servers.js';

const uri = 'test://watched-resource';
const [[, modern], [, legacy]] = generations;

let gateway: GatewayServer;
let upstream: ListeningMcp;
beforeAll(async () => {
  upstream = await startMcpServer({ sessions: true });
  gateway = await startGatewayServer();
  await gateway.ask('POST', '/imports', { items: [{ url: `${upstream.url}/mcp`, curation: { id: 'watched' } }] });
});
afterAll(async () => {
  await gateway.server.close();
  await upstream.stop();
});

const change = (times = 1) => gateway.ask('POST', '/agents/watched/invoke/change_resource', { times });

async function connect(negotiation: typeof modern | typeof legacy): Promise<{ client: Client; seen: string[] }> {
  const client = await connectMcp(`${gateway.url}/agents/watched/mcp`, { negotiation });
  const seen: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void seen.push(params.uri));
  return { client, seen };
}

it('notifies a session of changes from its subscription on, until it unsubscribes', async () => {
  const { client, seen } = await connect(legacy);
  expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: true, subscribe: true });
  await client.subscribeResource({ uri });
  await change();
  await expect.poll(() => seen, { timeout: 5000 }).toEqual([uri]);
  await client.unsubscribeResource({ uri });
  await change();
  const after = seen.length;
  await change();
  expect(seen.length).toBe(after);
  await client.close();
});

it('sends few notifications for 10,000 updates at once', async () => {
  const { client, seen } = await connect(legacy);
  await client.subscribeResource({ uri });
  expect((await change(10_000)).status).toBe(200);
  await expect.poll(() => seen.length, { timeout: 5000 }).toBeGreaterThan(0);
  expect((await change()).status).toBe(200);
  expect(seen.length).toBeLessThan(100);
  await client.close();
});

it('notifies a stream of the stateless revision', async () => {
  const { client, seen } = await connect(modern);
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  await expect
    .poll(
      async () => {
        await change();
        return seen.length;
      },
      { timeout: 5000 },
    )
    .toBeGreaterThan(0);
  await subscription.close();
  await client.close();
});

it('refuses a subscription to an invalid URI', async () => {
  const { client } = await connect(legacy);
  await expect(client.subscribeResource({ uri: 'none' })).rejects.toMatchObject({ code: -32602 });
  await client.close();
});
