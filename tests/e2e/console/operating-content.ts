/** What operators see in the pictures: calls of every kind, a source with held changes, one that fails, stdio servers. */
import { fileURLToPath } from 'node:url';
import type { Client } from '@dragoman/sdk';
import { addHarborService, callHarbor, type HarborService, startHarborService } from './harbor-service.js';
import { startToolListHost, type ToolListHost } from './tool-list-host.js';

const script = fileURLToPath(new URL('../fixtures/mcp-server.mjs', import.meta.url));

/** The running hosts. */
export interface OperatingHosts {
  harbor: HarborService;
  list: ToolListHost;
  /** Settings of the server. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Stdio servers: one that works, and one that ends at once with a message. */
export const stdioServers = [
  { name: 'charts', command: process.execPath, args: [script] },
  {
    name: 'broken',
    command: process.execPath,
    args: ['-e', 'console.error("Error: CHART_TOKEN is not set"); process.exit(3)'],
  },
];

/** Starts the hosts. */
export async function startOperatingHosts(): Promise<OperatingHosts> {
  const [harbor, list] = [await startHarborService(), await startToolListHost()];
  return {
    harbor,
    list,
    env: {
      ...harbor.env,
      DRAGOMAN_OUTBOUND_ALLOW: [harbor, list].map(({ env }) => env.DRAGOMAN_OUTBOUND_ALLOW).join(','),
      DRAGOMAN_MCP_STDIO: JSON.stringify(stdioServers),
    },
    async close() {
      await harbor.host.close();
      await list.host.close();
    },
  };
}

const operations = ['read_tide', 'read_tide', 'book_berth', 'read_gauge', 'read_tide', 'list_pilots', 'read_camera'];

/** Makes calls, follows two sources, and leaves a change held. */
export async function addOperatingContent(client: Client, { harbor, list }: OperatingHosts): Promise<void> {
  await addHarborService(client, harbor);
  for (let at = 0; at < 42; at += 1) await callHarbor(client, operations[at % operations.length] ?? '');
  const { sources } = await client.sources.create([list.url], { name: 'Ships', intervalSeconds: 3600 });
  const { sources: missing } = await client.sources.create([`${list.host.origin}/missing.json`]);
  const [ships = '', gone = ''] = [sources[0]?.id, missing[0]?.id];
  await client.sources.refresh(ships);
  list.require('to');
  await client.sources.refresh(ships);
  await client.sources.refresh(gone);
}
