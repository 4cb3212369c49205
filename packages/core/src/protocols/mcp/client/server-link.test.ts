/** Links over HTTP: streams that are resumed, the transport of revision 2024-11-05, and versions that a server refuses. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { PreparedCall } from '../../../gateway/prepared-call.js';
import type { UpstreamResponse } from '../../../gateway/upstream.js';
import { connectServer } from './connect-server.js';
import type { Era } from './mcp-link.js';
import { createWatchingLink } from './watch-over-http.js';

const server = 'https://tools.example/sse';
const client = { name: 'test', version: '1' };

type Reply = { status?: number; json?: JsonObject; events?: AsyncIterable<string> | string[]; type?: string };

/** A link to a server that is a function. */
function linkTo(serve: (request: PreparedCall, body: JsonObject) => Reply) {
  const sent: PreparedCall[] = [];
  const send = async (request: PreparedCall): Promise<UpstreamResponse> => {
    sent.push(request);
    const { status = 200, json, events, type } = serve(request, (request.body ?? {}) as JsonObject);
    const text = json === undefined ? [] : [JSON.stringify(json)];
    const body = ReadableStream.from(encode(events ?? text)) as ReadableStream<Uint8Array>;
    const mediaType = type ?? (events === undefined ? 'application/json' : 'text/event-stream');
    return { status, headers: {}, mediaType, body, origin: 'https://tools.example', attempts: 1 };
  };
  return { sent, link: createWatchingLink({ server, client, answerBytes: 100_000, send }) };
}

async function* encode(parts: AsyncIterable<string> | string[]) {
  const encoder = new TextEncoder();
  for await (const part of parts) yield encoder.encode(part);
}

const sessions: Era = { modern: false, version: '2025-11-25', session: 's' };
const call = { method: 'tools/call', params: { name: 'x' } };
const result = (id: unknown) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`;

describe('a stream that ends before the response', () => {
  it('is resumed after its last event, after the time that the server asks for', async () => {
    let asked: unknown;
    const { sent, link } = linkTo(({ method, headers }, { id }) => {
      if (method === 'POST') {
        asked = id;
        return {
          events: ['retry: 50\nid: e1\ndata:\n\n', 'id: e2\ndata: {"jsonrpc":"2.0","method":"notifications/x"}\n\n'],
        };
      }
      return headers['last-event-id'] === 'e2' ? { events: ['id: e3\ndata:\n\n'] } : { events: [result(asked)] };
    });
    expect(await link.ask(call, sessions)).toMatchObject({ kind: 'result' });
    expect(sent.map(({ method, headers }) => [method, headers['last-event-id'], headers['mcp-session-id']])).toEqual([
      ['POST', undefined, 's'],
      ['GET', 'e2', 's'],
      ['GET', 'e3', 's'],
    ]);
  });

  it('is a failure without an event id, in the stateless revision, and when the server refuses to resume', async () => {
    const ends = linkTo(() => ({ events: ['data: {}\n\n'] }));
    await expect(ends.link.ask(call, sessions)).rejects.toThrow('without a response');
    const stateless = linkTo(() => ({ events: ['id: e1\ndata: {}\n\n'] }));
    await expect(stateless.link.ask(call, { modern: true, version: '2026-07-28' })).rejects.toThrow(
      'without a response',
    );
    const refuses = linkTo(({ method }) =>
      method === 'POST' ? { events: ['retry: 1\nid: e1\ndata: {}\n\n'] } : { status: 405, json: {} },
    );
    await expect(refuses.link.ask(call, sessions)).rejects.toThrow('refused to resume it (status 405)');
    expect(stateless.sent).toHaveLength(1);
  });

  it('is resumed at most 100 times', async () => {
    const { sent, link } = linkTo(() => ({ events: ['retry: 0\nid: e1\ndata: {}\n\n'] }));
    await expect(link.ask(call, sessions)).rejects.toThrow('without a response');
    expect(sent).toHaveLength(101);
  }, 20_000);
});

describe('a stream of questions', () => {
  /** Requests of the server, and a result after them, on a stream that stays open. */
  const asks = (method: string, count: number) =>
    linkTo((request, { id }) => {
      if (request.method !== 'POST' || id === undefined) return { status: 202, json: {} };
      async function* events() {
        for (let at = 0; at < count; at += 1) yield `data: {"jsonrpc":"2.0","id":"q${at}","method":"${method}"}\n\n`;
        if (method === 'ping') yield result(id);
        await new Promise(() => undefined);
      }
      return { events: events() };
    });

  it('fails at the 101st, although the stream stays open, and never because of pings', async () => {
    await expect(asks('roots/list', 101).link.ask(call, sessions)).rejects.toThrow('asks its client endlessly');
    expect(await asks('ping', 200).link.ask(call, sessions)).toMatchObject({ kind: 'result' });
  });
});

describe('a stream that is too long', () => {
  const asking = (method: string) =>
    `data: {"method":"${method}","id":1,"params":{"text":"${'x'.repeat(120_000)}"}}\n\n`;
  const update = `data: {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b"}}\n\n`;
  const long = `data: {"jsonrpc":"2.0","id":1,"result":{"content":[],"x":{"method":"roots/list","y":"${'x'.repeat(120_000)}"}}}\n\n`;
  it.each([
    ['a question', [asking('sampling/createMessage')], 'INPUT_UNAVAILABLE', /its model.*more than 100000 bytes/],
    [
      'another message',
      [asking('notifications/x')],
      'UPSTREAM_ERROR',
      /'notifications\/x' with more than 100000 bytes/,
    ],
    ['many messages', [update.repeat(2000)], 'UPSTREAM_ERROR', /notifications and requests of more than 100000 bytes/],
    ['a long response', [long], 'ANSWER_TOO_LARGE', /more than 100000 bytes/],
  ])('fails with what it is: %s', async (_, events, code, message) => {
    const pieces = events.join('').match(/.{1,10000}/gs) ?? [];
    const { link } = linkTo(() => ({ events: pieces }));
    const failed = link.ask(call, sessions);
    await expect(failed).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      row: { retryable: false },
    });
  });
});

/** A server of revision 2024-11-05 that takes messages at this address. */
function oldServer(endpoint: string, called: JsonObject = { content: [] }, refused?: string) {
  const queue: string[] = [];
  let wake: () => void = () => undefined;
  let isOpen = true;
  const messages = {
    add(message: JsonObject) {
      queue.push(`data: ${JSON.stringify(message)}\n\n`);
      wake();
    },
    end() {
      isOpen = false;
      wake();
    },
  };
  async function* events() {
    yield `event: endpoint\ndata: ${endpoint}\n\n`;
    while (isOpen) {
      while (queue.length > 0) yield queue.shift() ?? '';
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  const linked = linkTo(({ method, url }, { id, method: name }) => {
    if (method === 'GET') return { events: events() };
    if (url === server) return { status: 405, type: 'text/plain', json: {} };
    if (id !== undefined) {
      const value =
        name === 'initialize'
          ? { protocolVersion: '2024-11-05', capabilities: {}, serverInfo: client }
          : name === 'tools/call'
            ? called
            : { content: [] };
      const answer = name === refused ? { error: { code: -32601, message: 'no' } } : { result: value };
      messages.add({ jsonrpc: '2.0', id, ...answer });
    }
    return { status: 202, json: {} };
  });
  return { ...linked, messages };
}

describe('a server of revision 2024-11-05', () => {
  it('is recognized and called over its event stream, with a session for each call', async () => {
    const { sent, link } = oldServer('/messages?session=1');
    const { era } = await connectServer(link, client);
    expect(era).toMatchObject({ modern: false, version: '2024-11-05', sse: true });
    expect(await link.ask(call, era)).toMatchObject({ kind: 'result', result: { content: [] } });
    const posted = sent.filter(({ url }) => url !== server);
    expect(posted.map(({ body }) => (body as JsonObject).method)).toEqual([
      'initialize',
      'initialize',
      'notifications/initialized',
      'tools/call',
    ]);
    expect(new Set(posted.map(({ url }) => url))).toEqual(new Set(['https://tools.example/messages?session=1']));
  });

  it('keeps tasks with the session, so the result of a task is awaited in the session of the call', async () => {
    const { sent, link } = oldServer('/messages', { task: { taskId: 't', status: 'working' } });
    const { era } = await connectServer(link, client);
    expect(await link.ask(call, era)).toMatchObject({ kind: 'result', result: { content: [] } });
    expect(sent.at(-1)?.body).toMatchObject({ method: 'tasks/result', params: { taskId: 't' } });
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });

  it('reports changes of a resource on the stream of a session of its own, until the watcher leaves', async () => {
    const stop = new AbortController();
    const { sent, link, messages } = oldServer('/messages');
    const { era } = await connectServer(link, client);
    const updates: true[] = [];
    const watcher = { onUpdate: () => void updates.push(true), signal: stop.signal };
    const watch = await link.watch?.('note://a', era, watcher);
    expect(sent.at(-1)?.body).toMatchObject({ method: 'resources/subscribe', params: { uri: 'note://a' } });
    for (const uri of ['note://a', 'note://other', 'note://a/part'])
      messages.add({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
    await expect.poll(() => updates.length).toBe(2);
    messages.end();
    await watch?.ended;
    const refusing = oldServer('/messages', { content: [] }, 'resources/subscribe');
    await expect(refusing.link.watch?.('note://a', era, watcher)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is refused when it names an address of another host, which would get the credential', async () => {
    const { link } = oldServer('https://elsewhere.example/messages');
    await expect(connectServer(link, client)).rejects.toMatchObject({ code: 'UPSTREAM_REFUSED' });
  });

  it('is not assumed where the address has no event stream', async () => {
    const { link } = linkTo(() => ({ status: 404, json: {} }));
    await expect(connectServer(link, client)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a server that refuses a version', () => {
  const refuse = (id: unknown, supported: string[]) => ({
    status: 400,
    json: { jsonrpc: '2.0', id: id as number, error: { code: -32022, message: 'Unsupported', data: { supported } } },
  });

  it('is asked again with the newest version that it names', async () => {
    const { sent, link } = linkTo((_, { id, method, params }) => {
      const { protocolVersion } = (params ?? {}) as JsonObject;
      if (method === 'server/discover' || protocolVersion === '2025-11-25')
        return refuse(id, ['2025-03-26', '2025-06-18']);
      return {
        json: {
          jsonrpc: '2.0',
          id: id as number,
          result: { protocolVersion: protocolVersion ?? '', capabilities: {} },
        },
      };
    });
    expect((await connectServer(link, client)).era).toMatchObject({ version: '2025-06-18' });
    expect(sent.filter(({ body }) => (body as JsonObject).method === 'initialize')).toHaveLength(2);
  });

  it('fails clearly when there is no common version', async () => {
    const { link } = linkTo((_, { id }) => refuse(id, ['1999-01-01']));
    await expect(connectServer(link, client)).rejects.toThrow('supports none of the supported MCP versions');
  });
});

it('quotes the message of an error that names no request, as servers send it when they check the host', async () => {
  const error = { code: -32000, message: 'Invalid Host: 10.0.0.7' };
  const { link } = linkTo(() => ({ status: 403, json: { jsonrpc: '2.0', error, id: null } }));
  await expect(link.ask(call, sessions)).rejects.toMatchObject({ code: 'FORBIDDEN', said: error.message });
});
