/** The relay to models: which endpoints it calls, what it sends, and what it never shows. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createModelRelay, type ModelRelay } from './model-relay.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startEndpoint(status: number, body: string, type = 'application/json') {
  const seen: { path: string | undefined; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    seen.push({ path: request.url, headers: request.headers, body: text });
    response.writeHead(status, { 'content-type': type, location: 'http://127.0.0.1:1/' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function open(endpoints: string[]): ModelRelay {
  const timeouts = { connectMs: 1000, totalMs: 5000 };
  const relay = createModelRelay({ endpoints, allow: [], allowHttp: false, timeouts, maxBytes: 10_000 });
  closers.push(() => relay.close());
  return relay;
}

const request = { model: 'small', key: 'secret-key', request: { messages: [], model: 'other', stream: true } };
const { signal } = new AbortController();

describe('the relay', () => {
  it('asks a listed endpoint in both APIs, with the key in its header', async () => {
    const { origin, seen } = await startEndpoint(200, '{"ok":true}');
    const relay = open([`${origin}/v1/`]);
    expect(await relay.ask({ api: 'openai-chat', url: `${origin}/v1`, ...request }, signal)).toEqual({ ok: true });
    await relay.ask({ api: 'anthropic', url: `${origin}/v1/?a=b`, ...request }, signal);
    expect(seen[0]).toMatchObject({ path: '/v1/chat/completions', headers: { authorization: 'Bearer secret-key' } });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ messages: [], model: 'small', stream: false });
    expect(seen[1]).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': 'secret-key' } });
  });

  it('calls no other endpoint, no private address that is not listed, and none when it is off', async () => {
    const { origin, seen } = await startEndpoint(200, '{}');
    const ask = (relay: ModelRelay, url: string) => relay.ask({ api: 'openai-chat', url, ...request }, signal);
    await expect(ask(open([`${origin}/v1`]), `${origin}/v2`)).rejects.toThrow(`The operator allows ${origin}/v1`);
    await expect(ask(open([`${origin}/v1`]), 'https://models.example/v1')).rejects.toThrow('not allowed');
    await expect(ask(open(['*']), `${origin}/v1`)).rejects.toMatchObject({ code: 'UPSTREAM_REFUSED' });
    await expect(ask(open(['*']), 'https://169.254.169.254/latest')).rejects.toMatchObject({
      code: 'UPSTREAM_REFUSED',
    });
    await expect(ask(open([]), 'https://models.example/v1')).rejects.toThrow('turned models off');
    expect(seen).toEqual([]);
  });

  it('streams the events of an endpoint without the key, bounds them, and returns a plain response as it is', async () => {
    const stream = async (status: number, body: string, type?: string) => {
      const { origin, seen } = await startEndpoint(status, body, type);
      const answer = await open([origin]).stream({ api: 'openai-chat', url: origin, ...request }, signal);
      expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ stream: true });
      if ('response' in answer) return answer;
      const events: string[] = [];
      for await (const event of answer.events) events.push(event);
      return events;
    };
    const text = 'data: {"a":"secret-key"}\n\ndata: [DONE]\n\n';
    expect(await stream(200, text, 'text/event-stream; charset=utf-8')).toEqual(['{"a":"***"}', '[DONE]']);
    expect(await stream(200, '{"ok":true}')).toEqual({ response: { ok: true } });
    await expect(stream(200, `data: ${'x'.repeat(20_000)}\n\n`, 'text/event-stream')).rejects.toThrow(
      'more than 10000',
    );
    await expect(stream(401, '{"error":{"message":"Wrong key secret-key"}}', 'text/event-stream')).rejects.toThrow(
      'Wrong key ***',
    );
  });

  it('follows no redirect, bounds the response, and quotes errors without the key', async () => {
    const ask = async (status: number, body: string) => {
      const { origin } = await startEndpoint(status, body);
      return open([origin]).ask({ api: 'openai-chat', url: origin, ...request }, signal);
    };
    await expect(ask(302, '')).rejects.toThrow('status 302');
    await expect(ask(200, JSON.stringify('x'.repeat(20_000)))).rejects.toThrow('larger than 10000 bytes');
    await expect(ask(200, '<html>')).rejects.toThrow('did not respond with JSON');
    const refused = ask(401, '{"error":{"message":"Wrong key secret-key"}}');
    await expect(refused).rejects.toThrow('The model endpoint responded with status 401: Wrong key ***');
  });
});
