/** Subscriptions to single resources of live MCP servers, through every MCP endpoint of the gateway, for both generations on both sides. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { ListeningMcp } from './mcp-servers.js';
import { serverScript, startMcpServer } from './mcp-servers.js';

const own = 'test://watched-resource';
const [[, modern], [, legacy]] = generations;
const services = ['http', 'stdio', 'stdio-modern'] as const;
const stdio = [
  { name: 'child', command: process.execPath, args: [serverScript, '--session'] },
  { name: 'modern', command: process.execPath, args: [serverScript, '--modern'] },
];

let gateway: GatewayServer;
let upstream: ListeningMcp;
beforeAll(async () => {
  upstream = await startMcpServer({ sessions: true });
  gateway = await startGatewayServer({ 'mcp.stdio': stdio });
  const urls = [`${upstream.url}/mcp`, 'stdio:child', 'stdio:modern'];
  const items = urls.map((url, at) => ({ url, curation: { id: services[at] } }));
  expect((await gateway.ask('POST', '/imports', { items })).status).toBe(200);
  const tools = services.map((id) => ({ agent_id: id, tool: 'change_resource' }));
  const made = await gateway.ask('POST', '/toolsets', { id: 'desk', name: 'Desk', tools, resolve_names: true });
  expect(made.status, made.text).toBe(201);
});
afterAll(async () => {
  await gateway.server.close();
  await upstream.stop();
});

const change = (service: string, times = 1) =>
  gateway.ask('POST', `/agents/${service}/invoke/change_resource`, { times });

async function connect(path: string, negotiation: typeof modern | typeof legacy) {
  const client = await connectMcp(`${gateway.url}${path}`, { negotiation });
  const seen: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void seen.push(params.uri));
  return { client, seen };
}

/** The endpoints at which a resource of a service can be watched, with its URI there. */
const endpoints = (service: string): [path: string, uri: string][] => [
  [`/agents/${service}/mcp`, own],
  ['/toolsets/desk/mcp', `dragoman://${service}/${own}`],
  ['/mcp', `dragoman://${service}/${own}`],
];

const cases = services.flatMap((service) => endpoints(service).map(([path, uri]) => [service, path, uri] as const));

describe.each(cases)('a resource of the server %s at %s', (service, path, uri) => {
  it('is reported in a session from the subscription on, until the client unsubscribes', async () => {
    const { client, seen } = await connect(path, legacy);
    expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: true, subscribe: true });
    await client.subscribeResource({ uri });
    await change(service);
    await expect.poll(() => seen, { timeout: 5000 }).toEqual([uri]);
    await client.unsubscribeResource({ uri });
    await change(service);
    const after = seen.length;
    await change(service);
    expect(seen.length).toBe(after);
    await client.close();
  });

  it('is reported on a stream of the stateless revision from its acknowledgment on', async () => {
    const { client, seen } = await connect(path, modern);
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [uri] });
    await change(service);
    await expect.poll(() => seen, { timeout: 5000 }).toEqual([uri]);
    await subscription.close();
    await client.close();
  });
});

describe.each(services)('a server that sends 10,000 updates at once: %s', (service) => {
  it('causes few notifications, and is still called', async () => {
    const { client, seen } = await connect(`/agents/${service}/mcp`, legacy);
    await client.subscribeResource({ uri: own });
    expect((await change(service, 10_000)).status).toBe(200);
    await expect.poll(() => seen.length, { timeout: 5000 }).toBeGreaterThan(0);
    expect((await change(service)).status).toBe(200);
    expect(seen.length).toBeLessThan(100);
    await client.close();
  });
});

describe('a subscription', () => {
  const use = async (run: (client: Client, seen: string[]) => Promise<void>, path = '/agents/stdio/mcp') => {
    const { client, seen } = await connect(path, legacy);
    await run(client, seen);
    await client.close();
  };

  it('to an invalid URI is refused', () =>
    use(async (client) => {
      await expect(client.subscribeResource({ uri: 'none' })).rejects.toMatchObject({ code: -32602 });
    }));

  it('to a resource of an unknown service is refused, in both generations', async () => {
    const uri = `dragoman://nobody/${own}`;
    const unknown = { code: -32602, message: expect.stringContaining('Unknown resource') };
    await use((client) => expect(client.subscribeResource({ uri })).rejects.toMatchObject(unknown), '/mcp');
    const { client } = await connect('/mcp', modern);
    await expect(client.listen({ resourceSubscriptions: [uri] })).rejects.toMatchObject(unknown);
    const known = `dragoman://stdio/${own}`;
    const subscription = await client.listen({ resourceSubscriptions: [uri, known] });
    expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [known] });
    await client.close();
  });

  it('that was never made can be ended', () =>
    use(async (client) => void (await client.unsubscribeResource({ uri: own }))));

  it('beyond 50 resources is refused with the limit, and the others go on', () =>
    use(async (client, seen) => {
      await client.subscribeResource({ uri: own });
      const more = await Promise.allSettled(
        Array.from({ length: 10_000 / 50 }, (_, at) => client.subscribeResource({ uri: `test://template/${at}/data` })),
      );
      const refused = more.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(151);
      expect(refused[0]).toMatchObject({ reason: { message: expect.stringContaining('50 resources at once') } });
      await change('stdio');
      await expect.poll(() => seen, { timeout: 5000 }).toEqual([own]);
    }));

  it('to more than 50 resources on one stream is refused with the limit', async () => {
    const { client } = await connect('/agents/stdio/mcp', modern);
    const resourceSubscriptions = Array.from({ length: 10_000 }, (_, at) => `test://template/${at}/data`);
    await expect(client.listen({ resourceSubscriptions })).rejects.toMatchObject({
      message: expect.stringContaining('this request names 10000'),
    });
    await client.close();
  });

  it.each(['stdio', 'stdio-modern'] as const)(
    'survives the end of the child, and the client is notified: %s',
    async (service) => {
      const { client, seen } = await connect(`/agents/${service}/mcp`, legacy);
      await client.subscribeResource({ uri: own });
      await gateway.ask('POST', `/agents/${service}/invoke/crash`, {});
      // It may have changed meanwhile.
      await expect.poll(() => seen, { timeout: 10_000 }).toEqual([own]);
      expect((await change(service)).status).toBe(200);
      await expect.poll(() => seen.length, { timeout: 5000 }).toBe(2);
      await client.close();
    },
  );

  it('survives a restart of the server by an administrator', async () => {
    const { client, seen } = await connect('/mcp', legacy);
    const uri = `dragoman://stdio/${own}`;
    await client.subscribeResource({ uri });
    expect((await gateway.ask('POST', '/servers/child/restart')).status).toBe(200);
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual([uri]);
    await client.close();
  });
});

it('answers notifications that Node parses and those of the quick lane, with one Content-Length each', async () => {
  const url = `${gateway.url}/mcp`;
  const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const headers = { 'content-type': 'application/json' };
  // A body of unknown length is read by Node.
  const chunked = { body: new Blob([text]).stream(), duplex: 'half' } as RequestInit;
  for (const sent of [chunked, { body: text }]) {
    const answer = await fetch(url, { method: 'POST', headers, ...sent });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([202, '0']);
  }
});
