/**
 * Scenario: a program searches for services and calls them through the gateway: one is well built, one violates its
 * schema, one fails as scripted. Every printed statement is asserted
 * first; the run fails if an assertion does not hold.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoUpstreams, startDemoUpstreams } from '@dragoman/cli';
import { type Client, createClient, discoverAndCall, isDragomanError, type UseEntry } from '@dragoman/sdk';
import { createServer, loadConfig, openAdministration } from '@dragoman/server';

const folder = await mkdtemp(join(tmpdir(), 'dragoman-example-'));
const upstreams = await startDemoUpstreams();
const config = loadConfig({
  cwd: folder,
  flags: {
    port: 0,
    store: join(folder, 'registry.db'),
    'log.level': 'silent',
    'gateway.auditDurable': true,
    ...upstreams.settings,
  },
});
const server = await createServer(config);
try {
  const { url } = await server.listen();
  const client = createClient({ baseUrl: url, allowInsecure: true });
  for (const { document } of [upstreams.harbourDesk, upstreams.oldLedger, upstreams.stormRelay]) {
    await client.agents.register(document);
  }
  console.log('Three services are registered.');
  await findAndCall(client);
  await bothWays(client);
  await mistakes(client, upstreams);
  await trouble(client, upstreams);
  await oneBooking(client, upstreams);
  await consent(client, upstreams);
  await manyAndLong(client);
  await records();
} finally {
  await server.close();
  await upstreams.close();
  await rm(folder, { recursive: true, force: true });
}

async function findAndCall(client: Client): Promise<void> {
  const log: UseEntry[] = [];
  const { answer, chosen } = await discoverAndCall(
    { client, log: (entry) => void log.push(entry) },
    {
      search: { query: 'is it too windy to load containers' },
      input: { pier: 'North', hours: 6 },
      policy: ({ agent }) => agent.publisher !== undefined,
      call: { operation: 'forecast' },
    },
  );
  const { knots } = answer.output as { knots: number };
  assert.equal(chosen.agent.id, 'harbour-desk');
  assert.deepEqual([answer.untrusted, answer.verdict, log.length], [true, 'fits', 1]);
  console.log(`A search about the wind found ${chosen.agent.name}; it was checked and called: ${knots} knots.`);
}

async function bothWays(client: Client): Promise<void> {
  const options = { operation: 'forecast' } as const;
  const through = await client.agents.invoke('harbour-desk', { pier: 'North' }, options);
  const direct = await client.agents.invoke('harbour-desk', { pier: 'North' }, { ...options, mode: 'direct' });
  assert.deepEqual(through.output, direct.output);
  console.log('A direct call and a call through the gateway returned the same output.');
}

async function mistakes(client: Client, { harbourDesk }: DemoUpstreams): Promise<void> {
  const before = harbourDesk.received.length;
  const refused = await client.agents
    .invoke('harbour-desk', { hours: 'soon' }, { operation: 'forecast' })
    .catch((error: unknown) => error);
  assert.ok(isDragomanError(refused) && refused.code === 'INVALID_INPUT');
  assert.deepEqual(refused.fieldErrors.map(({ field }) => field).sort(), ['hours', 'pier']);
  assert.equal(harbourDesk.received.length, before);
  console.log('An invalid input got both of its errors reported and never reached the service.');

  const clumsy = await client.agents.invoke('old-ledger', { vessel: 'Anna' });
  assert.equal(clumsy.verdict, 'breaks');
  assert.ok(clumsy.findings.some(({ code }) => code === 'text/instruction-override'));
  console.log(
    'The second service answered; its output is marked because it violates its schema and contains instructions.',
  );
}

async function trouble(client: Client, { stormRelay }: DemoUpstreams): Promise<void> {
  const relayed = await client.agents.invoke('storm-relay', { message: 'ahoy' }, { operation: 'relay' });
  assert.deepEqual(relayed.output, { relayed: 'ahoy' });
  assert.equal(stormRelay.received.length, 3);
  console.log('The relay was busy, then closed the connection, then answered: three attempts, one response.');

  const unknown = await client.agents
    .invoke('storm-relay', { message: 'storm' }, { operation: 'send_notice' })
    .catch((error: unknown) => error);
  assert.ok(isDragomanError(unknown) && unknown.outcomeUnknown && !unknown.retryable);
  assert.equal(stormRelay.received.length, 4);
  console.log('A notice that must not be sent twice was sent at most once; its outcome is reported as unknown.');
}

async function oneBooking(client: Client, { harbourDesk }: DemoUpstreams): Promise<void> {
  const options = { operation: 'book_berth', idempotencyKey: 'anna-1' };
  const first = await client.agents.invoke('harbour-desk', { vessel: 'Anna', nights: 2 }, options);
  const again = await client.agents.invoke('harbour-desk', { vessel: 'Anna', nights: 2 }, options);
  assert.deepEqual([first.status, again.output, again.replayed], [201, first.output, true]);
  assert.equal(harbourDesk.received.filter(({ operation }) => operation === 'book_berth').length, 1);
  console.log('A booking sent twice with one key is one booking.');
}

async function consent(client: Client, { harbourDesk }: DemoUpstreams): Promise<void> {
  const cancel = { operation: 'cancel_booking' };
  const input = { booking: 'B-1001' };
  const hasty = await client.agents.invoke('harbour-desk', input, cancel).catch((error: unknown) => error);
  assert.ok(isDragomanError(hasty) && hasty.code === 'CONFIRMATION_REQUIRED');
  const preview = await client.agents.invoke('harbour-desk', input, { ...cancel, dryRun: true });
  assert.deepEqual([preview.impact, preview.confirmationRequired], ['irreversible', true]);
  const confirm = preview.confirmation?.token ?? '';
  const other = await client.agents
    .invoke('harbour-desk', { booking: 'B-1002' }, { ...cancel, confirm })
    .catch((error: unknown) => error);
  assert.ok(isDragomanError(other) && other.code === 'CONFIRMATION_REQUIRED');
  assert.equal(harbourDesk.received.filter(({ operation }) => operation === 'cancel_booking').length, 0);
  const done = await client.agents.invoke('harbour-desk', input, { ...cancel, confirm });
  assert.deepEqual(done.output, { cancelled: 'B-1001' });
  console.log('An irreversible call was previewed, refused for another booking, and executed for the confirmed one.');
}

async function manyAndLong(client: Client): Promise<void> {
  const { items } = await client.agents.invokeBatch('harbour-desk', [{ pier: 'A' }, { pier: 'B' }, { pier: 'C' }], {
    operation: 'forecast',
  });
  assert.deepEqual(
    items.map(({ output }) => (output as { pier: string }).pier),
    ['A', 'B', 'C'],
  );
  const entries: unknown[] = [];
  const log = await client.agents.invoke('harbour-desk', { pier: 'A' }, { operation: 'log_of_day', stream: true });
  for await (const { event, value } of log.events) if (event !== 'done') entries.push(value);
  assert.equal(entries.length, 2);
  const long = await client.agents.invoke('harbour-desk', { pier: 'A' }, { operation: 'forecast', async: true });
  assert.deepEqual((await long.wait()).output, items[0]?.output);
  console.log(
    'A batch of three piers, a log as a stream, and a forecast in the background all returned their results.',
  );
}

async function records(): Promise<void> {
  const administration = await openAdministration(config);
  try {
    const calls = await administration.audit.list({ limit: 1000, action: 'call' });
    const facts = calls.map(({ detail = '{}' }) => JSON.parse(detail) as { operation?: string; attempts?: number });
    assert.equal(facts.find(({ operation }) => operation === 'relay')?.attempts, 3);
    assert.equal((await administration.audit.verify()).ok, true);
    console.log(`${calls.length} calls wrote ${calls.length} audit records, and the audit chain is valid.`);
  } finally {
    await administration.close();
  }
}
