/**
 * Scenario: a designer follows two vendors, selects a tool of each, resolves a name clash, and pins the tested versions. A
 * vendor publishes a new version; nothing changes until the designer accepts it. Every printed statement is asserted first.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, isDragomanError, type Toolset } from '@dragoman/sdk';
import { createToolsetExecutor } from '@dragoman/sdk/executor';
import { createServer, loadConfig } from '@dragoman/server';
import { startVendor, statusTool } from './vendor.js';

const parcels = '21c6c0ad-6d2b-4c0a-9a53-6a1f3e6b7d01';
const freight = '9a4b2f55-0c3d-4f6e-8b1a-3d5e7f901234';
const linden = await startVendor('key-of-linden', [statusTool(parcels, 1, 'medicine parcel')]);
const northquay = await startVendor('key-of-northquay', [statusTool(freight, 1, 'container')]);
const folder = await mkdtemp(join(tmpdir(), 'dragoman-example-'));
const server = await createServer(
  loadConfig({
    cwd: folder,
    flags: {
      port: 0,
      store: join(folder, 'registry.db'),
      'log.level': 'silent',
      'outbound.allow': [linden.place, northquay.place],
      'outbound.allowHttp': true,
      'crawl.enabled': false,
    },
  }),
);
try {
  const { url } = await server.listen();
  const client = createClient({ baseUrl: url, allowInsecure: true });
  const agents = [
    await follow('Linden', linden.root, 'key-of-linden'),
    await follow('Northquay', northquay.root, 'key-of-northquay'),
  ];
  console.log('Two vendors are followed, each with its own key; both have a tool named check_status.');

  const tools = agents.map((agent_id) => ({ agent_id, tool: 'check_status' }));
  const request = { id: 'parcel-desk', name: 'Parcel desk', tools };
  const refusal = await client.toolsets.create(request).catch((error: unknown) => error);
  assert.ok(isDragomanError(refusal) && JSON.stringify(refusal.fieldErrors).includes('northquay__check_status'));
  console.log('Equal names are rejected, with a proposal for each tool.');

  const { toolset } = await client.toolsets.create({ ...request, resolve_names: true });
  assert.deepEqual(names(toolset), ['linden__check_status', 'northquay__check_status']);
  const [first, second] = toolset.tools.map(({ choice }) => choice);
  assert.ok(first !== undefined && second !== undefined);
  const worded = { ...second, description: 'Only for freight that has a booking number beginning with NQ.' };
  const described = await client.toolsets.replace('parcel-desk', { name: 'Parcel desk', tools: [first, worded] });
  assert.equal(described.toolset.tools[1]?.vendor_description, 'Reports where a container is.');
  console.log('The proposals are accepted; the designer’s description is stored in addition to the vendor’s.');

  assert.match(await ask('northquay__check_status', { number: 'NQ-88012' }), /reported by version 1/);
  console.log('An executor created from the export calls Northquay at the pinned version 1.');

  northquay.publish([statusTool(freight, 2, 'container')]);
  for await (const source of client.sources.list()) await client.sources.refresh(source.id);
  assert.match(await ask('northquay__check_status', { number: 'NQ-88012' }), /reported by version 1/);
  const [update] = await client.toolsets.updates('parcel-desk');
  assert.deepEqual([update?.name, update?.effect, update?.to?.version], ['northquay__check_status', 'compatible', 2]);
  console.log(`Northquay published version 2, and nothing changed. The update says: ${update?.changes[0]?.message}`);

  await client.toolsets.decide('parcel-desk', { accept: ['northquay__check_status'] });
  assert.match(await ask('northquay__check_status', { number: 'NQ-88012', leg: 2 }), /reported by version 2/);
  assert.deepEqual(await client.toolsets.updates('parcel-desk'), []);
  console.log('Accepted: the same name now calls version 2, with the new input.');

  const exported = JSON.stringify(await client.toolsets.export('parcel-desk'));
  assert.ok(!exported.includes('key-of-'));
  console.log('The export contains no vendor key.');

  async function follow(name: string, root: string, key: string): Promise<string> {
    const { sources } = await client.sources.create([root], { kind: 'nact', name, visibility: 'private' });
    const [source] = sources;
    assert.ok(source !== undefined);
    await client.sources.putCredential(source.id, { name: 'key', kind: 'api_key', secret: { value: key } });
    const { agent_ids } = await client.sources.refresh(source.id);
    assert.equal(agent_ids.length, 1);
    return agent_ids[0] ?? '';
  }

  /** One call of a model, through an executor created from the current toolset. */
  async function ask(tool: string, given: Record<string, unknown>): Promise<string> {
    const executor = createToolsetExecutor(await client.toolsets.export('parcel-desk'), { allowInsecure: true });
    const session = await executor.startSession();
    const call = { id: 'call-1', type: 'function', function: { name: tool, arguments: JSON.stringify(given) } };
    const { outcomes } = await session.run('openai-chat', { choices: [{ message: { tool_calls: [call] } }] });
    return String(outcomes[0]?.outputs?.[0]?.value ?? JSON.stringify(outcomes));
  }
} finally {
  await server.close();
  await linden.close();
  await northquay.close();
  await rm(folder, { recursive: true, force: true });
}

function names({ tools }: Toolset): string[] {
  return tools.map(({ name }) => name);
}
