/** The gRPC listener: who may call, which agent is meant, deadlines, TLS, limits and the end of the server. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import * as grpc from '@grpc/grpc-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { agentDocument } from './agent-document.js';
import { freePort } from './free-port.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import { callGrpc, openGrpcStream } from './grpc-client.js';
import type { SampleAgent } from './sample-agent.js';
import { startSampleAgent } from './sample-agent.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Opened {
  gateway: GatewayServer;
  sample: SampleAgent;
  address: string;
}

const file = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const wait = { timeout: 10_000, interval: 20 };

/** Starts a server with a service for each path. */
async function open(flags: Record<string, unknown> = {}, paths: string[] = ['echo']): Promise<Opened> {
  const sample = await startSampleAgent();
  closers.push(() => sample.close());
  const gateway = await startGatewayServer({ 'a2a.grpc.port': 0, ...flags });
  closers.push(() => gateway.server.close());
  for (const path of paths) {
    const document = agentDocument(path.replace('/', '-'), { endpoint: sample.at(`/${path}`) });
    const { status } = await gateway.ask('POST', '/agents', document);
    expect(status).toBe(201);
  }
  const { json } = await gateway.ask('GET', `/agents/${paths[0]?.replace('/', '-')}/.well-known/agent-card.json`);
  const offered = json.supportedInterfaces as { protocolBinding: string; url: string }[];
  return {
    gateway,
    sample,
    address: offered.find(({ protocolBinding }) => protocolBinding === 'GRPC')?.url ?? '',
  };
}

const hel = { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { harbour: 'Hel' } }] } };
const toEcho = { ...hel, tenant: 'echo' };

describe('a gRPC call', () => {
  it('names the agent by its tenant or by metadata', async () => {
    const { address } = await open();
    const answer = {
      message: expect.objectContaining({ parts: [expect.objectContaining({ data: { harbour: 'Hel' } })] }),
    };
    expect((await callGrpc(address, 'SendMessage', toEcho)).result).toEqual(answer);
    expect((await callGrpc(address, 'SendMessage', hel, { metadata: { 'x-a2a-agent': 'echo' } })).result).toEqual(
      answer,
    );
    expect(await callGrpc(address, 'SendMessage', hel)).toMatchObject({
      code: grpc.status.INVALID_ARGUMENT,
      error: { message: expect.stringContaining('x-a2a-agent') },
    });
    expect(await callGrpc(address, 'SendMessage', { ...hel, tenant: 'nobody' })).toMatchObject({
      code: grpc.status.NOT_FOUND,
    });
  });

  it('is not served by the first listener, and the gRPC listener serves nothing else', async () => {
    const { gateway, address } = await open();
    expect((await gateway.ask('POST', '/lf.a2a.v1.A2AService/SendMessage', {})).status).toBe(404);
    const client = new grpc.Client(address, grpc.credentials.createInsecure());
    const call = (path: string) =>
      new Promise<grpc.ServiceError | null>((resolve) => {
        const plain = (bytes: Buffer) => bytes;
        client.makeUnaryRequest(path, plain, plain, Buffer.alloc(0), (error) => resolve(error));
      });
    for (const path of ['/agents', '/lf.a2a.v1.A2AService/Other', '/grpc.health.v1.Health/Check', '/readyz']) {
      expect((await call(path))?.code).toBe(grpc.status.UNIMPLEMENTED);
    }
    client.close();
  });

  it('needs a credential where the server requires one, and gets the same error for a wrong one', async () => {
    const { gateway, address } = await open();
    const made = await gateway.ask('POST', '/keys', { name: 'admin', scopes: ['admin'] });
    expect(made.status).toBe(201);
    const key = String(made.json.key ?? made.json.secret);
    const refused = await callGrpc(
      address,
      'ListTasks',
      { tenant: 'echo' },
      { metadata: { authorization: 'Bearer no' } },
    );
    expect(refused.code).toBe(grpc.status.UNAUTHENTICATED);
    expect(String(refused.metadata.get('www-authenticate')[0])).toMatch(/^Bearer resource_metadata=/);
    const none = await callGrpc(address, 'SendMessage', toEcho);
    expect(none.code).toBe(grpc.status.UNAUTHENTICATED);
    const known = await callGrpc(address, 'SendMessage', toEcho, { metadata: { authorization: `Bearer ${key}` } });
    expect(known.result).toHaveProperty('message');
    const bearer = { authorization: `Bearer ${key}` };
    await vi.waitFor(async () => {
      const { text } = await gateway.ask('GET', '/audit?action=call', undefined, bearer);
      expect(text).toContain('echo');
    }, wait);
  });

  it('counts against the rate limit of its caller, and says when to come back', async () => {
    const { address } = await open({ 'limits.localPerMinute.invoke': 2, 'limits.anonymousPerMinute.invoke': 2 });
    const answers = [];
    for (let at = 0; at < 4; at += 1) answers.push(await callGrpc(address, 'SendMessage', toEcho));
    const last = answers.at(-1);
    expect(last?.code).toBe(grpc.status.RESOURCE_EXHAUSTED);
    expect(Number(last?.metadata.get('retry-after')[0])).toBeGreaterThan(0);
  });

  it('ends at its deadline, and so does the call to the service', async () => {
    const { address, sample } = await open({}, ['gate/never']);
    const late = await callGrpc(address, 'SendMessage', { ...hel, tenant: 'gate-never' }, { deadline: 700 });
    expect(late.code).toBe(grpc.status.DEADLINE_EXCEEDED);
    await vi.waitFor(() => expect(sample.left).toEqual(['/gate/never']), wait);
  });

  it('ends the call to the service when its caller cancels', async () => {
    const { address, sample } = await open({}, ['gate/never']);
    const leaving = new AbortController();
    const call = callGrpc(address, 'SendMessage', { ...hel, tenant: 'gate-never' }, { signal: leaving.signal });
    await vi.waitFor(() => expect(sample.seen).toHaveLength(1), wait);
    leaving.abort();
    expect((await call).code).toBe(grpc.status.CANCELLED);
    await vi.waitFor(() => expect(sample.left).toEqual(['/gate/never']), wait);
  });

  it('is served with the certificate of the server', async () => {
    const flags = {
      'server.tls.certFile': file('tls/localhost.cert.pem'),
      'server.tls.keyFile': file('tls/localhost.key.pem'),
    };
    const port = await freePort();
    const gateway = await startGatewayServer({ ...flags, 'a2a.grpc.port': port });
    closers.push(() => gateway.server.close());
    const credentials = grpc.credentials.createSsl(readFileSync(file('tls/localhost.cert.pem')));
    const answer = await callGrpc(`localhost:${port}`, 'GetTask', { tenant: 'echo', id: 'x' }, { credentials });
    expect(answer.code).toBe(grpc.status.NOT_FOUND);
  });

  it('that runs when the server stops is finished, and the next one is refused', async () => {
    const { gateway, address, sample } = await open({}, ['stream/last']);
    const stream = await openGrpcStream(address, 'SendStreamingMessage', { ...hel, tenant: 'stream-last' });
    const closing = gateway.server.close();
    sample.open('last');
    const { events, code } = await stream.ended;
    expect([code, events.at(-1)]).toMatchObject([
      undefined,
      { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
    ]);
    await closing;
    expect((await callGrpc(address, 'GetTask', { tenant: 'x', id: 'x' })).code).toBe(grpc.status.UNAVAILABLE);
  });
});

describe('a gRPC agent behind TLS', () => {
  const card = {
    name: 'Desk',
    description: 'Answers.',
    version: '1',
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'desk', name: 'Desk', description: 'Answers.', tags: ['desk'] }],
  };
  const tls = (name: string) => readFileSync(file(`upstream-tls/${name}.pem`));

  async function call(url: string): Promise<Record<string, unknown>> {
    const gateway = await startGatewayServer({ 'upstream.caFile': file('upstream-tls/issuer.cert.pem') });
    closers.push(() => gateway.server.close());
    const only = { url, protocolBinding: 'GRPC', protocolVersion: '1.0' };
    const { json } = await gateway.ask('POST', '/imports', {
      items: [{ document: { ...card, supportedInterfaces: [only] } }],
    });
    const id = (json.results as { id: string }[])[0]?.id;
    return (await gateway.ask('POST', `/agents/${id}/invoke/desk`, { message: 'Hello' })).json;
  }

  it('is called over HTTP/2, and its certificate is checked', async () => {
    const server = new grpc.Server();
    server.addService(A2AService, {
      sendMessage: (_: unknown, answer: grpc.sendUnaryData<unknown>) => answer({ code: 5, details: 'No such desk' }),
    } as never);
    const open = (certificate: string) =>
      new Promise<number>((resolve, reject) => {
        const pair = { cert_chain: tls(`${certificate}.cert`), private_key: tls(`${certificate}.key`) };
        server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createSsl(null, [pair]), (error, port) =>
          error === null ? resolve(port) : reject(error),
        );
      });
    closers.push(async () => server.forceShutdown());
    expect(await call(`https://localhost:${await open('server')}`)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await call(`https://localhost:${await open('expired')}`)).toMatchObject({ code: 'UPSTREAM_UNTRUSTED' });
  });

  it('must support HTTP/2', async () => {
    const server = createHttpsServer({ cert: tls('server.cert'), key: tls('server.key') }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => server.close());
    const answer = await call(`https://localhost:${(server.address() as AddressInfo).port}`);
    expect(answer).toMatchObject({ code: 'UPSTREAM_ERROR' });
  });
});
