/** The client library, a real server and the services of the demo, over real sockets. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoUpstreams } from '@dragoman/cli';
import { startDemoUpstreams } from '@dragoman/cli';
import type { Client, DragomanError, UseEntry, WebhookDelivery } from '@dragoman/sdk';
import { createClient, discoverAndCall, isDragomanError, readWebhook } from '@dragoman/sdk';
import type { DragomanServer } from '@dragoman/server';
import { createServer, loadConfig } from '@dragoman/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from './free-port.js';

let folder: string;
let upstreams: DemoUpstreams;
let server: DragomanServer;
let baseUrl: string;
let client: Client;
let receiverPort: number;
const closers: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-e2e-calls-'));
  upstreams = await startDemoUpstreams();
  receiverPort = await freePort();
  const allow = [...upstreams.settings['outbound.allow'], `127.0.0.1:${receiverPort}`];
  const own = { port: 0, store: join(folder, 'registry.db'), 'log-level': 'silent' };
  const flags = { ...own, ...upstreams.settings, 'outbound.allow': allow };
  server = await createServer(loadConfig({ cwd: folder, environment: {}, flags }));
  baseUrl = (await server.listen()).url;
  client = createClient({ baseUrl, allowInsecure: true });
  for (const { document } of [upstreams.harbourDesk, upstreams.oldLedger, upstreams.stormRelay]) {
    await client.agents.register(document);
  }
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await server.close();
  await upstreams.close();
  await rm(folder, { recursive: true, force: true });
});

async function failure(promise: Promise<unknown>): Promise<DragomanError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (isDragomanError(error)) return error;
  throw new Error(`not a DragomanError: ${String(error)}`);
}

/** A receiver on a port that the server is allowed to call. */
async function startReceiver(): Promise<{ url: string; received: Promise<WebhookDelivery> }> {
  let take: (delivery: WebhookDelivery) => void = () => {};
  const received = new Promise<WebhookDelivery>((resolve) => {
    take = resolve;
  });
  const receiver = createHttpServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
    response.writeHead(204).end();
    take({ headers: new Headers(request.headers as Record<string, string>), body });
  }).listen(receiverPort, '127.0.0.1');
  await once(receiver, 'listening');
  closers.push(async () => {
    receiver.close();
    receiver.closeAllConnections();
    await once(receiver, 'close');
  });
  return { url: `http://127.0.0.1:${receiverPort}/ended`, received };
}

const forecast = { operation: 'forecast' } as const;

describe('calls from end to end', () => {
  it('[AIDIP-USE-01] goes from a query to a result with only the registry URL configured', async () => {
    const log: UseEntry[] = [];
    const task = {
      search: { query: 'is it too windy to load containers' },
      input: { pier: 'North' },
      call: forecast,
    };
    const { answer, chosen } = await discoverAndCall({ client, log: (entry) => void log.push(entry) }, task);
    expect(chosen.agent.id).toBe('harbour-desk');
    expect(answer).toMatchObject({ output: { pier: 'North' }, verdict: 'fits', untrusted: true });
    expect(log).toMatchObject([{ agent: 'harbour-desk', outcome: 'succeeded', attempts: 1 }]);
    const faulty = await failure(discoverAndCall({ client }, { ...task, input: { pier: 5 } }));
    expect(faulty).toMatchObject({ code: 'INVALID_INPUT', status: undefined });
  });

  it('[AIDIP-INV-05] rejects an invalid body before it is sent, and gateway and agent reject the same body with 400', async () => {
    const { document, received } = upstreams.harbourDesk;
    const input = { pier: 5, day: 'Monday' };
    const ahead = await failure(client.agents.invoke(document.id, input, { ...forecast, mode: 'direct' }));
    expect(ahead).toMatchObject({ code: 'INVALID_INPUT', status: undefined, attempts: 0 });
    const later = await failure(client.agents.invoke(document.id, input, forecast));
    expect(later).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
    for (const { fieldErrors } of [ahead, later]) {
      expect(fieldErrors.map(({ field }) => field).sort()).toEqual(['day', 'pier']);
    }
    expect(received).toEqual([]);
    const past = await fetch(document.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...forecast, ...input }),
    });
    expect(past.status).toBe(400);
    expect(await past.json()).toMatchObject({
      error: { code: 'InvalidInput', message: expect.stringContaining('pier') },
    });
  });

  it('[AIDIP-GATE-03] returns the same result for a direct call and a call through the gateway', async () => {
    const through = await client.agents.invoke('harbour-desk', { pier: 'East', hours: 3 }, forecast);
    const options = { ...forecast, mode: 'direct' } as const;
    const direct = await client.agents.invoke('harbour-desk', { pier: 'East', hours: 3 }, options);
    expect(direct.output).toEqual(through.output);
    expect(direct.origin).toBe(new URL(upstreams.harbourDesk.document.endpoint).origin);
    expect(upstreams.harbourDesk.received.map(({ operation, input }) => [operation, input])).toEqual([
      ['forecast', { pier: 'East', hours: 3 }],
      ['forecast', { pier: 'East', hours: 3 }],
    ]);
  });

  it('retries at the gateway and, with one key, at the client, but never if that could execute a call twice', async () => {
    const relayed = await client.agents.invoke('storm-relay', { message: 'ahoy' }, { operation: 'relay' });
    expect(relayed).toMatchObject({ output: { relayed: 'ahoy' }, attempts: 1 });
    expect(upstreams.stormRelay.received).toHaveLength(3);
    const lost = client.agents.invoke('storm-relay', { message: 'storm' }, { operation: 'send_notice' });
    expect(await failure(lost)).toMatchObject({ outcomeUnknown: true, retryable: false, attempts: 1 });
    expect(upstreams.stormRelay.received).toHaveLength(4);
  });

  it('streams in chunks, ends with done, and works in the background', async () => {
    const { events } = await client.agents.invoke(
      'harbour-desk',
      { pier: 'East' },
      { operation: 'log_of_day', stream: true },
    );
    const names: string[] = [];
    for await (const { event } of events) names.push(event);
    expect(names).toEqual(['message', 'message', 'done']);
    const long = await client.agents.invoke('harbour-desk', { pier: 'East' }, { ...forecast, async: true });
    expect(await long.wait()).toMatchObject({ output: { pier: 'East' }, untrusted: true, verdict: 'fits' });
    const states: string[] = [];
    for await (const { id, state } of client.operations.list()) states.push(`${id} ${state}`);
    expect(states).toEqual([`${long.id} succeeded`]);
    expect(await failure(long.cancel())).toMatchObject({ code: 'CONFLICT' });
  });

  it('notifies a webhook of the end, with a signature that the receiver can verify', async () => {
    const { url, received } = await startReceiver();
    const long = await client.agents.invoke(
      'harbour-desk',
      { pier: 'East' },
      { ...forecast, async: true, webhook: url },
    );
    const delivery = await received;
    const secret = await client.operations.webhookSecret();
    expect(await readWebhook(delivery, { secret })).toMatchObject({ operation: long.id, type: 'operation.succeeded' });
    const forged = { ...delivery, body: delivery.body.replace('succeeded', 'cancelled') };
    expect(await failure(readWebhook(forged, { secret }))).toMatchObject({ code: 'UNVERIFIED_WEBHOOK' });
  });

  it('marks output that violates its schema or contains instructions, and still forwards it', async () => {
    const answer = await client.agents.invoke('old-ledger', { vessel: 'Anna' });
    expect(answer).toMatchObject({ untrusted: true, verdict: 'breaks', output: { owed: '412.50 EUR' } });
    expect(answer.findings.map(({ code }) => code)).toContain('text/instruction-override');
    const direct = await client.agents.invoke('old-ledger', { vessel: 'Anna' }, { mode: 'direct' });
    expect(direct).toMatchObject({ verdict: 'breaks', findings: [{ pointer: '/owed' }] });
  });
});
