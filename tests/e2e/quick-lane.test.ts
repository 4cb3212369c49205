/**
 * Compares the quick lane with Node's own parser, as two front ends of the same handler: for any bytes, both must parse the same
 * requests and return the same statuses. `FUZZ=10` runs ten times as many random cases.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpReply, HttpRequest } from '@dragoman/core/http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answerer } from '../../packages/server/src/http/answerer.js';
import { createNodeServer } from '../../packages/server/src/http/node/node-server.js';
import { openQuickLane, type QuickLane } from '../../packages/server/src/http/quick/open-quick-lane.js';
import { QuickRequest } from '../../packages/server/src/http/quick/quick-request.js';
import { FairShare } from '../../packages/server/src/runtime/fair-share.js';

const shown = ['content-length', 'content-type', 'x-a', 'constructor', '__proto__', 'authorization'];

interface Front {
  server: Server;
  port: number;
  lane?: QuickLane;
}

/** Requests that are never answered, by target. */
const held = new Map<string, HttpRequest>();

/** Targets of streamed replies that were canceled. */
const canceled: string[] = [];

/** Requests whose signals were asked for. */
const watched: HttpRequest[] = [];

/** Answers with what it saw of the request, so that two readings can be compared. */
const answerer: Answerer = async (request, { target }) => {
  if (target === '/call/held') {
    held.set(target, request);
    return new Promise<never>(() => undefined);
  }
  if (target === '/call/watched') {
    watched.push(request);
    request.signal.throwIfAborted();
  }
  if (target === '/call/broken') throw new Error('on purpose');
  if (target === '/call/stream') return streamed();
  if (target === '/call/endless') return endless(target);
  if (target === '/call/bad-header') return { status: 200, headers: { 'x-bad': 'a\r\nb: c' }, body: 'x' };
  const headers = shown.map((name) => [name, request.headers.get(name)]);
  const body = Buffer.from(await request.bytes(1_000_000)).toString('latin1');
  const lane: Record<string, string> = request instanceof QuickRequest ? { 'x-lane': 'quick' } : {};
  const seen = JSON.stringify({ target, method: request.method, headers, body });
  return { status: 200, headers: { 'content-type': 'text/plain', ...lane }, body: seen };
};

const pace = { bytesPerSecond: 1000, graceSeconds: 60 };
const buffers = new FairShare({ capacity: 1_000_000, percent: 90 });

async function start(withLane: boolean): Promise<Front> {
  const server = createNodeServer(
    { maxHeaderSize: 4096, keepAliveTimeout: 60_000 },
    { answerer, pace, tls: undefined },
  );
  const lane = withLane
    ? openQuickLane(server, { headerBytes: 4096, headMs: 60_000, requestMs: 300, pace, buffers, answerer })
    : undefined;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return lane === undefined ? { server, port } : { server, port, lane };
}

function streamed(): HttpReply {
  const parts = ['data: one\n\n', '', 'data: two\n\n'];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift();
      if (part === undefined) controller.close();
      else if (part !== '') controller.enqueue(Buffer.from(part));
      else return pause(5);
    },
  });
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body };
}

function endless(target: string): HttpReply {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await pause(5);
      controller.enqueue(Buffer.from('data: more\n\n'));
    },
    cancel: () => void canceled.push(target),
  });
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body };
}

let plain: Front;
let quick: Front;

beforeAll(async () => {
  plain = await start(false);
  quick = await start(true);
});

afterAll(() => {
  for (const { server, lane } of [plain, quick]) {
    server.close();
    server.closeAllConnections();
    lane?.closeAll();
  }
});

/** Sends the chunks one after the other, half-closes the connection, and returns everything received. */
async function send(port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece, 'latin1');
    await pause(15);
  }
  // Complete requests have been answered by then; the end of the connection ends incomplete ones.
  await Promise.race([closed, pause(120)]);
  socket.end();
  await closed;
  return text;
}

interface Verdict {
  statuses: string[];
  bodies: string[];
}

function verdictOf(text: string): Verdict {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => status ?? '');
  return { statuses, bodies: [...text.matchAll(/\{"target".*?"body":"(?:[^"\\]|\\.)*"\}/g)].map(([body]) => body) };
}

const lanes = (text: string) => [...text.matchAll(/x-lane: quick/g)].length;

const call = (more = '', body = '{"a":1}', target = '/call') =>
  `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
const head = (lines: string, body = 'hello') => `POST /call HTTP/1.1\r\n${lines}\r\n\r\n${body}`;
const next = 'GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Title, chunks, number of responses from the lane. */
const table: [string, string[], number][] = [
  ['an ordinary call', [call()], 1],
  ['a call without a body', [call('', '')], 1],
  ['a call with its body in a separate chunk', [call().slice(0, -7), call().slice(-7)], 1],
  ['a call with a body in three chunks', [call().slice(0, -7), call().slice(-7, -3), call().slice(-3)], 1],
  ['a call split within its head', [call().slice(0, 30), call().slice(30)], 0],
  ['a call byte by byte', [...call('', 'ab')], 0],
  ['the same call again', [call(), call()], 2],
  ['another call on the same connection', [call(), call('x-a: 1\r\n', '[]')], 2],
  ['pipelined calls', [call() + call('', '[2]') + call('x-a: 3\r\n', '[3]')], 3],
  ['a call and a read, pipelined', [call() + next], 2],
  ['a call, then a read, then a call', [call(), next, call()], 3],
  ['a read', [next], 1],
  ['a read with a query', ['GET /agents?top=1&q=a%20b HTTP/1.1\r\nHost: localhost\r\n\r\n'], 1],
  ['a read with a body', [call().replace('POST', 'GET')], 1],
  ['a write of each kind', [call().replace('POST', 'PUT') + call().replace('POST', 'DELETE')], 2],
  ['a read of the head only', [next.replace('GET', 'HEAD') + call()], 2],
  ['a call and the beginning of another', [call() + call().slice(0, 20), call().slice(20)], 1],
  ['a body that is cut off', [call().slice(0, -3)], 0],
  ['a call and a body that is cut off', [call(), call().slice(0, -3)], 1],
  ['a call and, pipelined, a body that is cut off', [call() + call().slice(0, -3)], 1],
  ['unreadable bytes after a call', [`${call()}GARBAGE\r\n\r\n`], 1],
  ['unreadable bytes after two calls', [`${call()}${call('', '[2]')}GARBAGE\r\n\r\n`], 2],
  ['a body longer than its declared length', [head('Host: a\r\nContent-Length: 3')], 1],
  ['unreadable bytes after chunks', [`${head('Host: a\r\nTransfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n')}\0`], 0],
  ['a malformed trailer', [head('Host: a\r\nTransfer-Encoding: chunked', '2\r\n{}\r\n0\r\nA\0: b\r\n\r\n')], 0],
  [
    'a content length and a transfer encoding',
    [head('Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n')],
    0,
  ],
  [
    'a transfer encoding and a content length',
    [head('Host: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5', '0\r\n\r\n')],
    0,
  ],
  ['chunks', [head('Host: a\r\nTransfer-Encoding: chunked', '5\r\nhello\r\n0\r\n\r\n')], 0],
  ['an invalid chunk size', [head('Host: a\r\nTransfer-Encoding: chunked', 'z\r\nhello\r\n0\r\n\r\n')], 0],
  ['a chunk size with a sign', [head('Host: a\r\nTransfer-Encoding: chunked', '+5\r\nhello\r\n0\r\n\r\n')], 0],
  [
    'a transfer encoding with a blank before its colon',
    [head('Host: a\r\nContent-Length: 5\r\nTransfer-Encoding : chunked')],
    0,
  ],
  ['a transfer encoding after a tab', [head('Host: a\r\nContent-Length: 5\r\nTransfer-Encoding:\tchunked')], 0],
  ['an unknown transfer encoding', [head('Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: xchunked')], 0],
  ['two equal lengths', [head('Host: a\r\nContent-Length: 5\r\nContent-Length: 5')], 0],
  ['two lengths', [head('Host: a\r\nContent-Length: 5\r\nContent-Length: 3')], 0],
  ['a list of lengths', [head('Host: a\r\nContent-Length: 5, 5')], 0],
  ['a length with a sign', [head('Host: a\r\nContent-Length: +5')], 0],
  ['a negative length', [head('Host: a\r\nContent-Length: -5')], 0],
  ['a hexadecimal length', [head('Host: a\r\nContent-Length: 0x5')], 0],
  ['a length with a point', [head('Host: a\r\nContent-Length: 5.0')], 0],
  ['an empty length', [head('Host: a\r\nContent-Length:')], 0],
  ['a length above the largest safe integer', [head('Host: a\r\nContent-Length: 99999999999999999999')], 0],
  ['a length with blanks around it', [head('Host: a\r\nContent-Length: \t 5 \t ')], 0],
  ['a length with a trailing blank', [head('Host: a\r\nContent-Length: 5 ')], 0],
  ['a length directly after its colon', [head('Host: a\r\nContent-Length:5')], 1],
  ['a length with leading zeros', [head('Host: a\r\nContent-Length: 0005')], 1],
  ['a blank before the colon', [head('Host: a\r\nContent-Length : 5')], 0],
  ['a folded line', [head('Host: a\r\nContent-Length: 5\r\nX-A: one\r\n two')], 0],
  ['a first line that begins with a blank', [head(' Host: a\r\nContent-Length: 5')], 0],
  ['lines that end in LF only', [head('Host: a\r\nContent-Length: 5').replaceAll('\r\n', '\n')], 0],
  ['one line that ends in LF only', [head('Host: a\nX-A: b\r\nContent-Length: 5')], 0],
  ['a lone CR in a value', [head('Host: a\r\nContent-Length: 5\r\nX-A: b\rc')], 0],
  ['a NUL in a value', [head('Host: a\r\nContent-Length: 5\r\nX-A: b\0c')], 0],
  ['a NUL in a name', [head('Host: a\r\nContent-Length: 5\r\nX\0A: b')], 0],
  ['a name with brackets', [head('Host: a\r\nContent-Length: 5\r\nX(A): b')], 0],
  ['no name', [head('Host: a\r\nContent-Length: 5\r\n: b')], 0],
  ['no colon', [head('Host: a\r\nContent-Length: 5\r\nnonsense')], 0],
  ['a value with a tab', [head('Host: a\r\nContent-Length: 5\r\nX-A: b\tc')], 1],
  ['a value beyond ASCII', [head('Host: a\r\nContent-Length: 5\r\nX-A: b\xe4c')], 1],
  ['a header named like a prototype', [head('Host: a\r\nContent-Length: 5\r\n__proto__: b\r\nconstructor: c')], 0],
  ['a header named like a member of objects', [head('Host: a\r\nContent-Length: 5\r\nconstructor: c')], 1],
  ['a duplicate header', [head('Host: a\r\nContent-Length: 5\r\nX-A: b\r\nx-a: c')], 0],
  ['a duplicate credential', [head('Host: a\r\nContent-Length: 5\r\nAuthorization: b\r\nauthorization: c')], 0],
  ['no host', [head('Content-Length: 5')], 0],
  ['two hosts', [head('Host: a\r\nHost: b\r\nContent-Length: 5')], 0],
  ['an empty host', [head('Host:\r\nContent-Length: 5')], 0],
  ['no length', [head('Host: a', '')], 1],
  ['an expectation', [head('Host: a\r\nContent-Length: 5\r\nExpect: 100-continue')], 0],
  ['another expectation', [head('Host: a\r\nContent-Length: 5\r\nExpect: miracles')], 0],
  ['Connection: close', [head('Host: a\r\nContent-Length: 5\r\nConnection: close')], 0],
  ['Connection: Keep-Alive', [head('Host: a\r\nContent-Length: 5\r\nConnection: Keep-Alive')], 1],
  ['an upgrade', [head('Host: a\r\nContent-Length: 5\r\nConnection: upgrade\r\nUpgrade: h2c')], 0],
  ['HTTP/1.0', [call().replace('HTTP/1.1', 'HTTP/1.0')], 0],
  ['HTTP/1.2', [call().replace('HTTP/1.1', 'HTTP/1.2')], 0],
  ['HTTP/2.0', [call().replace('HTTP/1.1', 'HTTP/2.0')], 0],
  ['the preface of HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], 0],
  ['a method in lower case', [call().replace('POST', 'post')], 0],
  ['an invalid method', [call().replace('POST', 'PO ST')], 0],
  ['a method that no route has', [call().replace('POST', 'LOCK')], 0],
  ['two blanks in the request line', [call().replace(' /call ', '  /call ')], 0],
  ['a blank in the target', [call().replace('/call', '/call a')], 0],
  ['a control character in the target', [call().replace('/call', '/call\x01')], 0],
  ['an absolute URL as the target', [call().replace('/call', 'http://localhost/call')], 0],
  ['an asterisk as the target', [call().replace('/call', '*')], 0],
  ['a query', [call('', '{}', '/call?dry_run=true')], 1],
  ['an empty line first', [`\r\n${call()}`], 0],
  ['only line breaks', ['\r\n\r\n\r\n'], 0],
  ['no HTTP at all', ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 this is a TLS client hello\r\n\r\n'], 0],
  ['a head that is too large', [head(`Host: a\r\nContent-Length: 5\r\nX-A: ${'a'.repeat(5000)}`)], 0],
  ['a great many headers', [head(`Host: a\r\nContent-Length: 5${'\r\nx-b: c'.repeat(150)}`)], 0],
  ['nothing', [], 0],
];

describe('the quick lane', () => {
  it.each(table)("parses %s like Node's server", async (_title, pieces, fromLane) => {
    const [ours, nodes] = await Promise.all([send(quick.port, pieces), send(plain.port, pieces)]);
    expect(verdictOf(ours)).toEqual(verdictOf(nodes));
    expect(lanes(ours)).toBe(fromLane);
  });

  it('answers the calls before unreadable bytes, and then refuses those', async () => {
    for (const { port } of [quick, plain]) {
      const text = await send(port, [`${call()}${call('', '[2]')}GARBAGE\r\n\r\n`]);
      expect(verdictOf(text).statuses).toEqual(['200', '200', '400']);
    }
  });

  it('answers a body that is cut off with 400', async () => {
    for (const { port } of [quick, plain]) {
      expect(verdictOf(await send(port, [call().slice(0, -3)])).statuses).toEqual(['400']);
    }
  });

  it('reads random bytes as Node does', async () => {
    const noise = fc.constantFrom(
      ...[
        '\r',
        '\n',
        '\r\n',
        '\r\n\r\n',
        ' ',
        ':',
        '\t',
        '\0',
        'a',
        '5',
        'Content-Length: 5',
        'Host: b',
        'chunked',
        ',',
      ],
    );
    const whole = fc.constantFrom(
      call('x-a: 1\r\n'),
      call('', ''),
      next,
      head('Host: a\r\nTransfer-Encoding: chunked', '5\r\nhello\r\n0\r\n\r\n'),
    );
    const spoiled = fc
      .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }), fc.array(noise, { maxLength: 3 }), fc.nat(2))
      .map(([text, place, inserted, dropped]) => {
        const at = Math.floor(place * text.length);
        return `${text.slice(0, at)}${inserted.join('')}${text.slice(at + dropped)}`;
      });
    const pieces = fc.array(fc.oneof(whole, spoiled, noise), { minLength: 1, maxLength: 4 });
    const sent = fc.tuple(pieces, fc.boolean()).map(([parts, together]) => (together ? [parts.join('')] : parts));
    const cases = fc.array(sent, { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(cases, async (batch) => {
        await Promise.all(
          batch.map(async (each) => {
            const [ours, nodes] = await Promise.all([send(quick.port, each), send(plain.port, each)]);
            expect(verdictOf(ours), JSON.stringify(each)).toEqual(verdictOf(nodes));
          }),
        );
      }),
      { numRuns: 20, endOnFailure: true },
    );
  }, 600_000);

  it('writes a streaming response in chunks, and handles the next call after it', async () => {
    for (const { port } of [quick, plain]) {
      const text = await send(port, [call('', '{}', '/call/stream'), call()]);
      expect(text.toLowerCase()).toContain('transfer-encoding: chunked\r\n');
      expect(text).toContain('\r\n\r\nb\r\ndata: one\n\n\r\nb\r\ndata: two\n\n\r\n0\r\n\r\nHTTP/1.1 200 OK');
    }
  });

  it('cancels a streaming response when its reader disconnects', async () => {
    for (const { port } of [quick, plain]) {
      const before = canceled.length;
      const socket = connect(port, '127.0.0.1');
      socket.write(call('', '{}', '/call/endless'));
      await once(socket, 'data');
      socket.destroy();
      while (canceled.length === before) await pause(5);
    }
  });

  it('answers an internal error with 500, and never sends a header with a line break', async () => {
    for (const { port } of [quick, plain]) {
      expect(verdictOf(await send(port, [call('', '{}', '/call/broken')])).statuses).toEqual(['500']);
      const text = await send(port, [call('', '{}', '/call/bad-header')]);
      expect(verdictOf(text).statuses).toEqual(['500']);
      expect(text).not.toContain('x-bad');
    }
  });

  it('notices that a caller has disconnected', async () => {
    const socket = connect(quick.port, '127.0.0.1');
    socket.write(call('', '{}', '/call/held'));
    while (!held.has('/call/held')) await pause(5);
    const request = held.get('/call/held');
    expect([request?.hasLeft(), request?.signal.aborted]).toEqual([false, false]);
    const aborted = new Promise((resolve) => request?.signal.addEventListener('abort', resolve));
    socket.destroy();
    await aborted;
    expect(request?.hasLeft()).toBe(true);
  });

  it('aborts no signal when a connection closes after its reply', async () => {
    const times = 20;
    await send(
      quick.port,
      Array.from({ length: times }, () => call('', '{}', '/call/watched')),
    );
    expect(watched).toHaveLength(times);
    expect(watched.filter((request) => request.hasLeft() || request.signal.aborted)).toEqual([]);
  });

  it('does not wait for an endless body', async () => {
    const socket = connect(quick.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.write(call().slice(0, -3));
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes idle connections on request', async () => {
    const socket = connect(quick.port, '127.0.0.1');
    socket.write(call());
    await once(socket, 'data');
    quick.lane?.closeIdle();
    socket.resume();
    await once(socket, 'close');
  });
});
