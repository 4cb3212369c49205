/**
 * Scenario: a registry runs a third-party MCP server as a child, and the official MCP client uses it through the gateway.
 * Every printed statement is asserted
 * first; the run fails if an assertion does not hold.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, loadConfig } from '@dragoman/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const folder = await mkdtemp(join(tmpdir(), 'dragoman-example-'));
const script = fileURLToPath(new URL('./ledger-server.mjs', import.meta.url));
const config = loadConfig({
  cwd: folder,
  flags: {
    port: 0,
    store: join(folder, 'registry.db'),
    'log.level': 'silent',
    'mcp.stdio': [{ name: 'ledger', command: process.execPath, args: [script] }],
  },
});
const server = await createServer(config);
try {
  await runScenario((await server.listen()).url);
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

async function runScenario(url: string): Promise<void> {
  const id = await registerLedger(url);
  console.log('The registry runs the ledger as a child process and has registered its two tools.');

  const whole = await connect(`${url}/mcp`, 'legacy');
  const found = await whole.callTool({ name: 'search_tools', arguments: { query: 'balance of an account' } });
  const { tools } = found.structuredContent as { tools: { agent: string; tool: string }[] };
  assert.deepEqual([tools[0]?.agent, tools[0]?.tool], [id, 'read_balance']);
  console.log('A search for the balance of an account returned read_balance first.');
  await whole.close();

  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const client = await connect(`${url}/agents/${id}/mcp`, mode);
    const read = await client.callTool({ name: 'read_balance', arguments: { account: 'north' } });
    assert.deepEqual(read.structuredContent, { balance: 120 });
    await client.close();
  }
  console.log('Clients of both MCP generations read the same balance: 120.');
  await closeAccount(`${url}/agents/${id}/mcp`);
}

async function closeAccount(endpoint: string): Promise<void> {
  const client = await connect(endpoint, { pin: '2026-07-28' });
  const questions: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message);
    return { action: 'accept', content: { confirm: true } };
  });
  const closed = await client.callTool({ name: 'close_account', arguments: { account: 'north' } });
  assert.deepEqual(closed.content, [{ type: 'text', text: 'closed' }]);
  assert.equal(questions.length, 1);
  console.log('Closing the account is irreversible; it ran only after the user had confirmed.');
  await client.close();
}

async function registerLedger(url: string): Promise<string> {
  const answer = await fetch(`${url}/imports`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ items: [{ url: 'stdio:ledger' }] }),
  });
  const { results } = (await answer.json()) as { results: { id?: string; operations?: number }[] };
  assert.equal(results[0]?.operations, 2);
  return results[0]?.id ?? '';
}

async function connect(endpoint: string, mode: 'legacy' | { pin: string }): Promise<Client> {
  const client = new Client(
    { name: 'example', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities: { elicitation: {} } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint)));
  return client;
}
