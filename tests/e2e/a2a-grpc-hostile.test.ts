/** Hostile peers of the gRPC binding on both sides: lying frames, endless bodies, missing trailers, floods. */
import { once } from 'node:events';
import type { ClientHttp2Session, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { connect, constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect as connectSocket, createServer as createSocketServer } from 'node:net';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { agentDocument } from './agent-document.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import { callGrpc, grpcAddressOf } from './grpc-client.js';
import type { SampleAgent } from './sample-agent.js';
import { startSampleAgent } from './sample-agent.js';

const patient = { timeout: 10_000, interval: 20 };
const frame = (message: Uint8Array, flag = 0, length = message.byteLength) => {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
};

describe('a hostile client', () => {
  let gateway: GatewayServer;
  let sample: SampleAgent;
  let session: ClientHttp2Session;
  let address: string;

  beforeAll(async () => {
    sample = await startSampleAgent();
    gateway = await startGatewayServer({
      'a2a.grpc.port': 0,
      'limits.bodyBytes': 100_000,
      'limits.responseGraceSeconds': 1,
    });
    await gateway.ask('POST', '/agents', agentDocument('echo', { endpoint: sample.at('/echo') }));
    address = await grpcAddressOf(gateway.url, '/agents/echo');
  });
  afterAll(async () => {
    await gateway.server.close();
    await sample.close();
  });
  afterEach(async () => {
    session?.destroy();
    // The server still works.
    const { code } = await callGrpc(address, 'GetTask', { tenant: 'echo', id: 'none' });
    expect(code).toBe(5);
  });

  const path = '/lf.a2a.v1.A2AService/SendMessage';

  async function send(bytes: Uint8Array, headers: Record<string, string> = {}, isOpen = false) {
    session = connect(`http://${address}`);
    session.on('error', () => undefined);
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      'a2a-version': '1.0',
      te: 'trailers',
      ...headers,
    });
    stream.on('error', () => undefined);
    if (isOpen) stream.write(bytes);
    else stream.end(bytes);
    let end: IncomingHttpHeaders = {};
    stream.on('trailers', (given) => {
      end = given;
    });
    const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    stream.resume();
    if (!stream.closed) await once(stream, 'close');
    return {
      status: head[':status'],
      code: head['grpc-status'] ?? end['grpc-status'],
      text: head['grpc-message'] ?? '',
    };
  }

  const valid = A2AService.sendMessage.requestSerialize({
    tenant: 'echo',
    message: undefined,
    configuration: undefined,
    metadata: undefined,
  });
  const deep = (() => {
    let inner = Buffer.from([8, 0]);
    for (let level = 0; level < 3000; level += 1) {
      const item = Buffer.concat([Buffer.from([0x0a]), varint(inner.length), inner]);
      inner = Buffer.concat([Buffer.from([0x32]), varint(item.length), item]);
    }
    const value = Buffer.concat([Buffer.from([0x22]), varint(inner.length), inner]);
    const part = Buffer.concat([Buffer.from([0x2a]), varint(value.length), value]);
    return Buffer.concat([Buffer.from([0x12]), varint(part.length), part]);
  })();

  it.each([
    ['a length of 4 GB', frame(valid, 0, 0xffffffff), /more than 100000 bytes/],
    ['a length beyond the end', frame(valid, 0, valid.byteLength + 10), /not exactly one message/],
    ['a compressed message', frame(valid, 1), /compressed/],
    ['unknown flags', frame(valid, 0x40), /unknown flags/],
    ['a trailer frame', frame(valid, 0x80), /not exactly one message/],
    ['two messages', Buffer.concat([frame(valid), frame(valid)]), /not exactly one message/],
    ['no message', Buffer.alloc(0), /not exactly one message/],
    ['bytes that are no message', frame(Buffer.from('ffffffffffffff', 'hex')), /cannot be read/],
    ['invalid UTF-8', frame(Buffer.from([0x0a, 2, 0xc3, 0x28])), /UTF-8/],
    ['a message nested 3,000 levels deep', frame(deep), /nested too deep/],
  ])('that sends %s gets INVALID_ARGUMENT', async (_, bytes, text) => {
    const answer = await send(bytes);
    expect([answer.status, answer.code]).toEqual([200, '3']);
    expect(decodeURIComponent(String(answer.text))).toMatch(text);
  });

  it('that sends a body above the limit is refused before its end', async () => {
    const answer = await send(frame(Buffer.alloc(300_000)), {}, true);
    expect(answer.code).toBe('8');
  });

  it('that sends another media type gets 415', async () => {
    expect((await send(frame(valid), { 'content-type': 'application/json' })).status).toBe(415);
  });

  it('that does not read its response loses the call', async () => {
    session = connect(`http://${address}`, { settings: { initialWindowSize: 100 } });
    session.on('error', () => undefined);
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      'a2a-version': '1.0',
    });
    stream.on('error', () => undefined);
    const data = { harbour: 'x'.repeat(50_000) };
    const parts = [
      { content: { $case: 'data' as const, value: data }, metadata: undefined, filename: '', mediaType: '' },
    ];
    const empty = { contextId: '', taskId: '', metadata: undefined, extensions: [], referenceTaskIds: [] };
    const message = { messageId: 'm', role: 1, parts, ...empty };
    const sent = { tenant: 'echo', message, configuration: undefined, metadata: undefined };
    stream.end(frame(A2AService.sendMessage.requestSerialize(sent)));
    stream.pause();
    await vi.waitFor(() => expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL), { ...patient, timeout: 20_000 });
  });

  it('that speaks HTTP/1.1 or sends noise is disconnected', async () => {
    const { port } = new URL(`http://${address}`);
    for (const noise of ['GET / HTTP/1.1\r\nhost: x\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnoise noise noise']) {
      const socket = connectSocket(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(noise);
      socket.resume();
      await once(socket, 'close');
    }
  });

  it('that resets call after call is disconnected', async () => {
    session = connect(`http://${address}`);
    session.on('error', () => undefined);
    let left = 0;
    session.on('close', () => {
      left += 1;
    });
    for (let at = 0; at < 2000 && !session.destroyed; at += 1) {
      const stream = session.request({
        ':method': 'POST',
        ':path': path,
        'content-type': 'application/grpc',
        'a2a-version': '1.0',
      });
      stream.on('error', () => undefined);
      stream.close(constants.NGHTTP2_CANCEL);
      if (at % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await vi.waitFor(() => expect(left).toBe(1), patient);
  });

  it('learns how many calls it may make at once', async () => {
    session = connect(`http://${address}`);
    session.on('error', () => undefined);
    await once(session, 'remoteSettings');
    expect(session.remoteSettings.maxConcurrentStreams).toBe(100);
  });
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

type Answer = (stream: ServerHttp2Stream) => void;

const task = (message: Uint8Array) => frame(message);
const said = A2AService.sendMessage.responseSerialize({
  payload: {
    $case: 'message',
    value: {
      messageId: 'm',
      contextId: '',
      taskId: '',
      role: 2,
      parts: [{ content: { $case: 'text', value: 'Hello' }, metadata: undefined, filename: '', mediaType: '' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
  },
});
const grpcHead = { ':status': 200, 'content-type': 'application/grpc+proto' };

/** Answers with these bytes and trailers. */
const whole =
  (bytes: Uint8Array, trailers: Record<string, string> | null = { 'grpc-status': '0' }): Answer =>
  (stream) => {
    stream.respond(grpcHead, { waitForTrailers: true });
    stream.on('wantTrailers', () => (trailers === null ? stream.close() : stream.sendTrailers(trailers)));
    stream.end(bytes);
  };
const onlyTrailers =
  (trailers: Record<string, string>): Answer =>
  (stream) =>
    stream.respond({ ...grpcHead, ...trailers }, { endStream: true });
const endless =
  (piece: Uint8Array): Answer =>
  (stream) => {
    stream.respond(grpcHead);
    const write = () => {
      while (!stream.destroyed && stream.write(piece));
    };
    stream.on('drain', write);
    write();
  };

describe('a hostile agent', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function listen(server: ReturnType<typeof createServer> | ReturnType<typeof createSocketServer>) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function startAgent(answer: Answer): Promise<number> {
    const server = createServer();
    const sessions = new Set<{ destroy(): void }>();
    server.on('session', (session) => sessions.add(session));
    server.on('sessionError', () => undefined);
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      stream.resume();
      stream.on('end', () => answer(stream));
    });
    closers.push(async () => {
      for (const session of sessions) session.destroy();
      server.close();
    });
    return listen(server);
  }

  async function connectTo(port: number) {
    const gateway = await startGatewayServer({
      'upstream.breaker.minCalls': 2,
      'gateway.answerBytes': 100_000,
      'upstream.streamBytes': 300_000,
      'upstream.firstByteTimeoutMs': 800,
      'upstream.totalTimeoutMs': 5000,
    });
    closers.push(() => gateway.server.close());
    const card = {
      name: 'Desk',
      description: 'Answers.',
      version: '1',
      supportedInterfaces: [{ url: `127.0.0.1:${port}`, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
      capabilities: { streaming: true },
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [{ id: 'desk', name: 'Desk', description: 'Answers.', tags: ['desk'] }],
    };
    const { json } = await gateway.ask('POST', '/imports', { items: [{ document: card }] });
    const id = (json.results as { id: string }[])[0]?.id;
    return (headers: Record<string, string> = {}) =>
      gateway.ask('POST', `/agents/${id}/invoke/desk`, { message: 'Hello' }, headers);
  }

  const call = async (port: number, headers: Record<string, string> = {}) => (await connectTo(port))(headers);

  it('is not what these cases need: an honest one answers', async () => {
    const answer = await call(await startAgent(whole(task(said))));
    expect([answer.status, answer.json]).toMatchObject([200, { text: 'Hello' }]);
  });

  it.each<[string, Answer, string, RegExp]>([
    ['a length of 4 GB', whole(frame(said, 0, 0xffffffff)), 'UPSTREAM_ERROR', /more than 100000 bytes/],
    ['a compressed message', whole(frame(said, 1)), 'UPSTREAM_ERROR', /compressed/],
    ['a truncated message', whole(frame(said, 0, said.byteLength + 3)), 'UPSTREAM_ERROR', /truncated|invalid/],
    ['no trailers', whole(task(said), null), 'UPSTREAM_ERROR', /no status/],
    ['no message', whole(Buffer.alloc(0)), 'UPSTREAM_ERROR', /no message/],
    ['two messages', whole(Buffer.concat([task(said), task(said)])), 'UPSTREAM_ERROR', /more than one message/],
    ['bytes that are no message', whole(task(Buffer.from('0fffffffffff', 'hex'))), 'UPSTREAM_ERROR', /invalid gRPC/],
    ['invalid UTF-8', whole(task(Buffer.from([0x12, 4, 0x0a, 2, 0xc3, 0x28]))), 'UPSTREAM_ERROR', /UTF-8/],
    ['bytes without end', endless(Buffer.alloc(16_384, 0)), 'UPSTREAM_ERROR', /./],
    ['a message without end', endless(frame(Buffer.alloc(16_384), 0, 90_000)), 'UPSTREAM_ERROR', /./],
    ['a reset', (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), 'UPSTREAM_ERROR', /./],
    ['a refusal of the stream', (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM), 'UPSTREAM_ERROR', /./],
    ['the end of the connection', (stream) => stream.session?.destroy(), 'UPSTREAM_ERROR', /./],
    ['nothing', () => undefined, 'UPSTREAM_TIMEOUT', /./],
    [
      'a web page',
      (stream) => stream.respond({ ':status': 200, 'content-type': 'text/html' }, { endStream: true }),
      'UPSTREAM_ERROR',
      /./,
    ],
    ['NOT_FOUND', onlyTrailers({ 'grpc-status': '5', 'grpc-message': 'No%20desk' }), 'NOT_FOUND', /No desk/],
    ['UNAVAILABLE', onlyTrailers({ 'grpc-status': '14' }), 'UNAVAILABLE', /./],
    [
      'INVALID_ARGUMENT after its head',
      whole(Buffer.alloc(0), { 'grpc-status': '3', 'grpc-message': 'Bad' }),
      'INVALID_INPUT',
      /Bad/,
    ],
    ['a status that is no number', onlyTrailers({ 'grpc-status': 'fine' }), 'UPSTREAM_ERROR', /./],
  ])('that answers with %s fails the call and nothing else', async (_, answer, code, text) => {
    const port = await startAgent(answer);
    const { json, status } = await call(port);
    expect([status >= 400, json.code]).toEqual([true, code]);
    expect(String(json.detail)).toMatch(text);
  });

  it.each([
    ['in a head that is the whole response', onlyTrailers({ 'grpc-status': '14' }), {}],
    ['after a separate head', whole(Buffer.alloc(0), { 'grpc-status': '14' }), {}],
    [
      'after the head of a stream',
      whole(Buffer.alloc(0), { 'grpc-status': '14' }),
      { accept: 'text/event-stream' } as Record<string, string>,
    ],
  ])('that answers UNAVAILABLE %s opens the circuit breaker', async (_, answer, headers) => {
    let received = 0;
    const ask = await connectTo(
      await startAgent((stream) => {
        received += 1;
        answer(stream);
      }),
    );
    for (let at = 0; at < 4; at += 1) await ask(headers);
    expect((await ask(headers)).text).toContain('failed too often');
    expect(received).toBeLessThan(4);
  });

  it.each<[string, Answer]>([
    ['messages without end', endless(task(A2AService.sendStreamingMessage.responseSerialize({ payload: undefined })))],
    ['a stream without trailers', whole(Buffer.alloc(0), null)],
    [
      'a stream that breaks off',
      (stream) => {
        stream.respond(grpcHead);
        stream.write(frame(said, 0, 500));
        setTimeout(() => stream.close(constants.NGHTTP2_INTERNAL_ERROR), 50);
      },
    ],
  ])('that answers a streamed call with %s fails it', async (_, answer) => {
    const { text, status } = await call(await startAgent(answer), { accept: 'text/event-stream' });
    expect(status >= 400 ? text : text.slice(-2000)).toMatch(/"code"|"error"/);
  });

  it('that does not speak HTTP/2 fails the call', async () => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
    });
    closers.push(async () => server.close());
    const { json } = await call(await listen(server));
    expect(json.code).toBe('UPSTREAM_ERROR');
  });
});
