/** Callers with client certificates: the handshake verifies the certificate, the operator's rules map it to a caller. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';

const file = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const pem = (name: string) => readFileSync(file(name), 'utf8');

let gateway: GatewayServer;
beforeAll(async () => {
  gateway = await startGatewayServer({
    'server.tls.certFile': file('tls/localhost.cert.pem'),
    'server.tls.keyFile': file('tls/localhost.key.pem'),
    'server.tls.clientCaFile': file('mtls/ca.cert.pem'),
    'auth.mtls.callers': [
      { name: 'spiffe://harbour.example/agent/*', scopes: ['registry:read', 'registry:write'] },
      { name: 'CN=nobody', scopes: ['admin'] },
    ],
  });
});
afterAll(() => gateway.server.close());

interface Sent {
  certificate?: string;
  headers?: Record<string, string>;
  method?: string;
  body?: unknown;
}

function send(path: string, { certificate, headers = {}, method = 'GET', body }: Sent = {}) {
  const pair =
    certificate === undefined
      ? {}
      : { cert: pem(`mtls/${certificate}.cert.pem`), key: pem(`mtls/${certificate}.key.pem`) };
  return new Promise<{ status: number; json: Record<string, unknown> }>((resolve, reject) => {
    const outgoing = request(
      `${gateway.url}${path}`,
      {
        ...pair,
        ca: pem('tls/localhost.cert.pem'),
        agent: false,
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, json: text.startsWith('{') ? JSON.parse(text) : {} });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

describe('a client certificate', () => {
  it('of a trusted issuer identifies a caller with the scopes of its rule', async () => {
    const made = await send('/agents', { certificate: 'crane', method: 'POST', body: agentDocument('mine') });
    expect(made.status).toBe(201);
    const hidden = { ...agentDocument('hidden'), visibility: 'private' };
    expect((await send('/agents', { certificate: 'crane', method: 'POST', body: hidden })).status).toBe(201);
    expect((await send('/agents/hidden', { certificate: 'crane' })).status).toBe(200);
    expect((await send('/agents/hidden')).status).toBe(404);
    expect((await send('/keys', { certificate: 'crane' })).json).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is optional: a caller without one is anonymous or uses another credential', async () => {
    expect((await send('/agents')).status).toBe(200);
    expect((await send('/agents', { method: 'POST', body: agentDocument('theirs') })).status).toBe(401);
    const bad = await send('/agents', { certificate: 'crane', headers: { authorization: 'Bearer nonsense' } });
    expect(bad.status).toBe(401);
  });

  it('without a matching rule is refused, and not treated as anonymous', async () => {
    const { status, json } = await send('/agents', { certificate: 'buoy' });
    expect([status, json.code]).toEqual([401, 'INVALID_CREDENTIAL']);
    expect((await send('/healthz', { certificate: 'buoy' })).status).toBe(200);
  });

  it.each(['untrusted', 'expired'])('that is invalid ends the connection: %s', async (certificate) => {
    await expect(send('/agents', { certificate })).rejects.toThrow();
  });
});
