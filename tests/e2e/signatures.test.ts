/** Signatures over real sockets: responses that the caller can verify completely, and calls that a service can attribute to the gateway. */
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttp, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { numberParameter, readSignatureInputs, readSignatures, signatureBase, textParameter } from '@dragoman/model';
import type { SigningKey } from '@dragoman/sdk';
import { createClient, createVerifyingFetch, isDragomanError, verifyResponse } from '@dragoman/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';

let handle: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;
let agent: Server;
let host: string;
let gateway: GatewayServer | undefined;

const send = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

beforeEach(async () => {
  handle = (_, __, response) => send(response, 200, '{"ok":true}');
  agent = createHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    handle(request, Buffer.concat(chunks), response);
  });
  agent.listen(0, '127.0.0.1');
  await once(agent, 'listening');
  host = `127.0.0.1:${(agent.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await gateway?.server.close();
  agent.closeAllConnections();
  agent.close();
});

async function start(type: string, flags: Record<string, unknown> = {}) {
  gateway = await startGatewayServer(flags);
  const document = agentDocument('crane', { endpoint: `http://${host}/work?shift=2`, authentication: { type } });
  expect((await gateway.ask('POST', '/agents', document)).status).toBe(201);
  const { json } = await gateway.ask('GET', '/.well-known/http-message-signatures-directory');
  return { ...gateway, keys: json.keys as SigningKey[] };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'taken',
    (error: unknown) => (isDragomanError(error) ? error.code : String(error)),
  );

/** A proxy that modifies responses. */
async function startTamperingProxy(target: string, change: (body: Buffer, head: Record<string, unknown>) => Buffer) {
  const proxy = createHttp((request, response) => {
    const { hostname, port } = new URL(target);
    const { method, url, headers } = request;
    const onward = httpRequest({ hostname, port, method, path: url, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const head: Record<string, unknown> = { ...answer.headers };
      const body = change(Buffer.concat(chunks), head);
      delete head['transfer-encoding'];
      head['content-length'] = body.length;
      const { status = answer.statusCode ?? 200, ...rest } = head as { status?: number };
      response.writeHead(Number(status), rest as Record<string, string>).end(body);
    });
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

describe('signed responses', () => {
  it('[AIDIP-SEC-08] verify, fail at every changed byte, and keep the signed body of an agent unchanged', async () => {
    const own = generateKeyPairSync('ed25519');
    const content = '{"b" :1,\n "a":[ 1.0 ] }';
    const digest = `sha-256=:${createHash('sha256').update(content).digest('base64')}:`;
    const parameters = '("content-digest");keyid="agent"';
    const base = `"content-digest": ${digest}\n"@signature-params": ${parameters}`;
    const signature = sign(null, Buffer.from(base), own.privateKey).toString('base64');
    handle = (_, __, response) =>
      send(response, 200, content, {
        'content-digest': digest,
        'signature-input': `agent=${parameters}`,
        signature: `agent=:${signature}:`,
      });
    const { url, keys, ask } = await start('none');

    const fetch = createVerifyingFetch({ keys });
    const client = createClient({ baseUrl: url, fetch, allowInsecure: true, retry: { attempts: 1 } });
    expect(await client.agents.read('crane')).toMatchObject({ agent: { id: 'crane' } });
    expect(await codeOf(client.agents.read('no-such-agent'))).toBe('NOT_FOUND');

    const called = await fetch(`${url}/agents/crane/invoke`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await called.clone().text()).toBe(content);
    const labels = readSignatures(called.headers.get('signature') ?? '');
    expect([...labels.keys()].sort()).toEqual(['agent', 'sig']);
    const input = readSignatureInputs(called.headers.get('signature-input') ?? '').get('agent');
    const theirs = input && signatureBase({ status: 200, headers: called.headers }, input);
    expect(verify(null, Buffer.from(theirs ?? ''), own.publicKey, labels.get('agent') ?? Buffer.of())).toBe(true);

    const changes: ((body: Buffer, head: Record<string, unknown>) => Buffer)[] = [
      (body) => Buffer.from(body.toString().replace('1', '2')),
      (body) => Buffer.concat([body, Buffer.from(' ')]),
      (body, head) => {
        const changed = Buffer.from(body.toString().replace('1', '2'));
        head['content-digest'] = `sha-256=:${createHash('sha256').update(changed).digest('base64')}:`;
        return changed;
      },
      (body, head) => Object.assign(head, { status: 201 }) && body,
      (body, head) => Object.assign(head, { date: 'Thu, 01 Jan 1970 00:00:00 GMT' }) && body,
      (body, head) => {
        delete head.signature;
        return body;
      },
      (body, head) => Object.assign(head, { 'content-digest': 'md5=:AAAA:' }) && body,
    ];
    for (const change of changes) {
      const meddler = await startTamperingProxy(url, change);
      const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
      expect(await codeOf(fetch(`${meddler.url}/agents/crane/invoke`, init)), String(change)).toBe('SIGNATURE_INVALID');
      meddler.close();
    }
    expect((await ask('POST', '/agents/crane/invoke', {})).headers.get('signature')).toBe(`agent=:${signature}:`);
  });

  it('are valid for one request, one nonce and a limited time', async () => {
    const { url, keys } = await start('none');
    const init = { headers: { 'accept-signature': 'a=("content-type");created;nonce="n-1";tag="t"' } };
    const ask = () => fetch(`${url}/agents/crane?fields=id`, init);
    const request = { method: 'GET', url: `${url}/agents/crane?fields=id` };
    expect(new TextDecoder().decode(await verifyResponse(await ask(), { keys, request, nonce: 'n-1' }))).toBe(
      '{"id":"crane"}',
    );
    const wrong = [
      { keys, request, nonce: 'n-2' },
      { keys, request: { ...request, method: 'POST' } },
      { keys, request: { ...request, url: `${url}/agents/other?fields=id` } },
      { keys, request: { ...request, url: `${url}/agents/crane?fields=name` } },
      { keys, request, now: Date.now() / 1000 + 1000 },
      { keys, request, now: Date.now() / 1000 - 1000 },
      { keys: [], request },
      { keys: keys.map((key) => ({ ...key, x: Buffer.alloc(32, 1).toString('base64url') })), request },
    ];
    for (const options of wrong) expect(await codeOf(verifyResponse(await ask(), options))).toBe('SIGNATURE_INVALID');
    for (const field of ['a=("absent-field")', 'a=();keyid="other"', 'a=();alg="rsa-pss-sha512"', 'a=(', 'a=1']) {
      const answer = await fetch(request.url, { headers: { 'accept-signature': field } });
      expect([answer.status, answer.headers.get('signature')]).toEqual([200, null]);
    }
  });
});

describe('signed calls', () => {
  /** The sample service accepts only calls signed with these keys. */
  function guard(keys: readonly SigningKey[]): typeof handle {
    return (request, body, response) => {
      const headers = { get: (name: string) => (request.headers[name] as string | undefined) ?? null };
      const [[label, input] = []] = readSignatureInputs(headers.get('signature-input') ?? '');
      const key = keys.find(({ kid }) => input !== undefined && kid === textParameter(input, 'keyid'));
      const url = `http://${request.headers.host}${request.url}`;
      const text = input && signatureBase({ method: request.method ?? '', url, headers }, input);
      const covered = input?.components.map(({ name }) => name) ?? [];
      const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
      const good =
        key !== undefined &&
        text !== undefined &&
        ['@method', '@authority', '@path', '@query', 'content-digest'].every((name) => covered.includes(name)) &&
        headers.get('content-digest') === digest &&
        (numberParameter(input ?? { components: [], parameters: new Map() }, 'expires') ?? 0) > Date.now() / 1000 &&
        verify(
          null,
          Buffer.from(text),
          createPublicKey({ key: { ...key }, format: 'jwk' }),
          readSignatures(headers.get('signature') ?? '').get(label ?? '') ?? Buffer.of(),
        );
      send(
        response,
        good ? 200 : 401,
        JSON.stringify({ from: good ? headers.get('signature-agent') : 'an unknown signer' }),
      );
    };
  }

  it('[AIDIP-GATE-08] prove to the agent that they come from this gateway; a direct call is refused', async () => {
    const { url, keys, ask } = await start('http_message_signatures');
    handle = guard(keys);
    const through = await ask('POST', '/agents/crane/invoke', { lift: 'ü' });
    expect([through.status, through.json]).toEqual([200, { from: `"${url}"` }]);
    const past = await fetch(`http://${host}/work?shift=2`, { method: 'POST', body: '{"lift":"ü"}' });
    expect(past.status).toBe(401);
    const secret = { name: 'key', kind: 'api_key', secret: { value: 'k 1', in: 'query', name: 'key' } };
    expect((await ask('POST', '/agents/crane/credentials', secret)).status).toBe(201);
    expect((await ask('POST', '/agents/crane/invoke', {})).status).toBe(200);
    const other = await startGatewayServer();
    try {
      const document = agentDocument('crane', {
        endpoint: `http://${host}/work`,
        authentication: { type: 'http_message_signatures' },
      });
      await other.ask('POST', '/agents', document);
      expect((await other.ask('POST', '/agents/crane/invoke', {})).status).toBe(401);
    } finally {
      await other.server.close();
    }
  });

  it('are always or never made if the operator configures it', async () => {
    const signatures: (string | undefined)[] = [];
    handle = (request, _, response) => {
      signatures.push(request.headers.signature as string | undefined);
      send(response, 200, '{}');
    };
    for (const [type, signRequests] of [
      ['none', 'demanded'],
      ['none', 'always'],
      ['http_message_signatures', 'never'],
    ] as const) {
      const { ask, server } = await start(type, { 'identity.signRequests': signRequests });
      await ask('POST', '/agents/crane/invoke', {});
      await server.close();
    }
    expect(signatures).toEqual([undefined, expect.stringMatching(/^dragoman=:/), undefined]);
  });
});
