/**
 * The quick lane of the listener against Node's own server: whatever bytes come, both must read the same requests and give the
 * same verdicts, since the lane takes only what reads alike and leaves everything else to Node.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlainSource } from '../../packages/server/src/http/plain-request.js';
import { openQuickLane, type QuickLane } from '../../packages/server/src/http/quick/open-quick-lane.js';

const shown = ['content-length', 'content-type', 'x-a', 'constructor', '__proto__', 'authorization'];

/** What a handler saw of a request, so that two readings can be held against each other. */
function told(target: string, header: (name: string) => string | null, body: string): string {
  return JSON.stringify({ target, headers: shown.map((name) => [name, header(name)]), body });
}

interface Standing {
  server: Server;
  port: number;
  lane?: QuickLane;
}

/** Requests that a handler of the lane holds until they are let go. */
const held = new Map<string, PlainSource>();

/** Requests whose handler wants to know when their callers leave, and those of which it was told. */
const watched: PlainSource[] = [];
const left: PlainSource[] = [];

async function start(withLane: boolean): Promise<Standing> {
  const options = { maxHeaderSize: 4096, requireHostHeader: true, keepAliveTimeout: 60_000 };
  const server = createServer(options, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const header = (name: string) => {
        const value = Object.hasOwn(request.headers, name) ? request.headers[name] : undefined;
        return value === undefined ? null : String(value);
      };
      const body = told(request.url ?? '', header, Buffer.concat(chunks).toString('latin1'));
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(body) }).end(body);
    });
  });
  const lane = withLane ? openLane(server) : undefined;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return lane === undefined ? { server, port } : { server, port, lane };
}

function openLane(server: Server): QuickLane {
  return openQuickLane(server, {
    headerBytes: 4096,
    headMs: 60_000,
    requestMs: 300,
    repliesTo: (target) => target.startsWith('/call'),
    async answer(source) {
      if (source.target === '/call/held') {
        held.set(source.target, source);
        return new Promise<never>(() => undefined);
      }
      if (source.target === '/call/watched') {
        watched.push(source);
        source.onClose(() => left.push(source));
      }
      if (source.target === '/call/broken') throw new Error('on purpose');
      if (source.target === '/call/stream') return streamed();
      if (source.target === '/call/bad-header')
        return { kind: 'reply', status: 200, headers: { 'x-bad': 'a\r\nb: c' }, body: 'x' };
      const body = told(
        source.target,
        (name) => source.headers.get(name),
        Buffer.from(await source.whole()).toString('latin1'),
      );
      return { kind: 'reply', status: 200, headers: { 'content-type': 'text/plain', 'x-lane': 'quick' }, body };
    },
    trouble: () =>
      new Response('{"code":"INTERNAL"}', { status: 500, headers: { 'Content-Type': 'application/json' } }),
    refuseSlow: (socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'),
  });
}

function streamed(): Response {
  const parts = ['data: one\n\n', '', 'data: two\n\n'];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift();
      if (part === undefined) controller.close();
      else if (part !== '') controller.enqueue(Buffer.from(part));
      else return pause(5);
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

let plain: Standing;
let quick: Standing;

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

/** Sends the pieces one after the other, says that nothing more comes, and returns all that came back. */
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
  // What was understood has been answered by then; what waits for more is ended.
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
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status ?? '');
  return { statuses, bodies: [...text.matchAll(/\{"target".*?"body":"(?:[^"\\]|\\.)*"\}/g)].map(([body]) => body) };
}

const lanes = (text: string) => [...text.matchAll(/x-lane: quick/g)].length;

const call = (more = '', body = '{"a":1}', target = '/call') =>
  `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
const head = (lines: string, body = 'hello') => `POST /call HTTP/1.1\r\n${lines}\r\n\r\n${body}`;
const next = 'GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Title, pieces, how many answers come from the lane. */
const table: [string, string[], number][] = [
  ['an ordinary call', [call()], 1],
  ['a call without a body', [call('', '')], 1],
  ['a call with its body in a piece of its own', [call().slice(0, -7), call().slice(-7)], 1],
  ['a call with a body in three pieces', [call().slice(0, -7), call().slice(-7, -3), call().slice(-3)], 1],
  ['a call cut within its head', [call().slice(0, 30), call().slice(30)], 0],
  ['a call byte by byte', [...call('', 'ab')], 0],
  ['the same call again', [call(), call()], 2],
  ['another call on the same connection', [call(), call('x-a: 1\r\n', '[]')], 2],
  ['calls sent together', [call() + call('', '[2]') + call('x-a: 3\r\n', '[3]')], 0],
  ['a call and something else together', [call() + next], 0],
  ['a call and then something else', [call(), next, call()], 1],
  ['something else and then a call', [next, call()], 0],
  ['a call and the beginning of another', [call() + call().slice(0, 20), call().slice(20)], 0],
  ['bytes behind the body', [`${call()}GARBAGE\r\n\r\n`], 0],
  ['a body longer than its length says', [head('Host: a\r\nContent-Length: 3')], 0],
  ['a length and a coding', [head('Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n')], 0],
  ['a coding and a length', [head('Host: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5', '0\r\n\r\n')], 0],
  ['chunks', [head('Host: a\r\nTransfer-Encoding: chunked', '5\r\nhello\r\n0\r\n\r\n')], 0],
  ['a chunk size that is none', [head('Host: a\r\nTransfer-Encoding: chunked', 'z\r\nhello\r\n0\r\n\r\n')], 0],
  ['a chunk size with a sign', [head('Host: a\r\nTransfer-Encoding: chunked', '+5\r\nhello\r\n0\r\n\r\n')], 0],
  ['a hidden coding', [head('Host: a\r\nContent-Length: 5\r\nTransfer-Encoding : chunked')], 0],
  ['a coding behind a tab', [head('Host: a\r\nContent-Length: 5\r\nTransfer-Encoding:\tchunked')], 0],
  ['an unknown coding', [head('Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: xchunked')], 0],
  ['two equal lengths', [head('Host: a\r\nContent-Length: 5\r\nContent-Length: 5')], 0],
  ['two lengths', [head('Host: a\r\nContent-Length: 5\r\nContent-Length: 3')], 0],
  ['a list of lengths', [head('Host: a\r\nContent-Length: 5, 5')], 0],
  ['a length with a sign', [head('Host: a\r\nContent-Length: +5')], 0],
  ['a negative length', [head('Host: a\r\nContent-Length: -5')], 0],
  ['a hexadecimal length', [head('Host: a\r\nContent-Length: 0x5')], 0],
  ['a length with a point', [head('Host: a\r\nContent-Length: 5.0')], 0],
  ['an empty length', [head('Host: a\r\nContent-Length:')], 0],
  ['a length beyond counting', [head('Host: a\r\nContent-Length: 99999999999999999999')], 0],
  ['a length with blanks around it', [head('Host: a\r\nContent-Length: \t 5 \t ')], 0],
  ['a length with a blank behind it', [head('Host: a\r\nContent-Length: 5 ')], 0],
  ['a length right behind its colon', [head('Host: a\r\nContent-Length:5')], 1],
  ['a length with zeros before it', [head('Host: a\r\nContent-Length: 0005')], 1],
  ['a blank before the colon', [head('Host: a\r\nContent-Length : 5')], 0],
  ['a folded line', [head('Host: a\r\nContent-Length: 5\r\nX-A: one\r\n two')], 0],
  ['a first line that begins with a blank', [head(' Host: a\r\nContent-Length: 5')], 0],
  ['lines that end in LF alone', [head('Host: a\r\nContent-Length: 5').replaceAll('\r\n', '\n')], 0],
  ['one line that ends in LF alone', [head('Host: a\nX-A: b\r\nContent-Length: 5')], 0],
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
  ['a header that comes twice', [head('Host: a\r\nContent-Length: 5\r\nX-A: b\r\nx-a: c')], 0],
  ['a credential that comes twice', [head('Host: a\r\nContent-Length: 5\r\nAuthorization: b\r\nauthorization: c')], 0],
  ['no host', [head('Content-Length: 5')], 0],
  ['two hosts', [head('Host: a\r\nHost: b\r\nContent-Length: 5')], 0],
  ['an empty host', [head('Host:\r\nContent-Length: 5')], 0],
  ['no length', [head('Host: a', '')], 0],
  ['an expectation', [head('Host: a\r\nContent-Length: 5\r\nExpect: 100-continue')], 0],
  ['another expectation', [head('Host: a\r\nContent-Length: 5\r\nExpect: miracles')], 0],
  ['a wish to close', [head('Host: a\r\nContent-Length: 5\r\nConnection: close')], 0],
  ['a wish to stay', [head('Host: a\r\nContent-Length: 5\r\nConnection: Keep-Alive')], 1],
  ['an upgrade', [head('Host: a\r\nContent-Length: 5\r\nConnection: upgrade\r\nUpgrade: h2c')], 0],
  ['HTTP/1.0', [call().replace('HTTP/1.1', 'HTTP/1.0')], 0],
  ['HTTP/1.2', [call().replace('HTTP/1.1', 'HTTP/1.2')], 0],
  ['HTTP/2.0', [call().replace('HTTP/1.1', 'HTTP/2.0')], 0],
  ['the preface of HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], 0],
  ['a method in small letters', [call().replace('POST', 'post')], 0],
  ['a method that is none', [call().replace('POST', 'PO ST')], 0],
  ['two blanks in the request line', [call().replace(' /call ', '  /call ')], 0],
  ['a blank in the target', [call().replace('/call', '/call a')], 0],
  ['a control character in the target', [call().replace('/call', '/call\x01')], 0],
  ['a whole address as the target', [call().replace('/call', 'http://localhost/call')], 0],
  ['an asterisk as the target', [call().replace('/call', '*')], 0],
  ['an address that nobody answers in plain parts', [call('', '{}', '/other')], 0],
  ['a query', [call('', '{}', '/call?dry_run=true')], 1],
  ['an empty line first', [`\r\n${call()}`], 0],
  ['only line ends', ['\r\n\r\n\r\n'], 0],
  ['no HTTP at all', ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 this is a greeting of TLS\r\n\r\n'], 0],
  ['a head that is too large', [head(`Host: a\r\nContent-Length: 5\r\nX-A: ${'a'.repeat(5000)}`)], 0],
  ['a great many headers', [head(`Host: a\r\nContent-Length: 5${'\r\nx-b: c'.repeat(150)}`)], 0],
  ['nothing', [], 0],
];

describe('the quick lane', () => {
  it.each(table)("reads %s as Node's server does", async (_title, pieces, fromLane) => {
    const [ours, nodes] = await Promise.all([send(quick.port, pieces), send(plain.port, pieces)]);
    expect(verdictOf(ours)).toEqual(verdictOf(nodes));
    expect(lanes(ours)).toBe(fromLane);
  });

  it('reads random bytes between two calls as Node does', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const alphabet = [
      '\r',
      '\n',
      '\r\n',
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
    ];
    for (let round = 0; round < 40; round += 1) {
      const whole = call('x-a: 1\r\n');
      const at = random(whole.length);
      const noise = Array.from({ length: 1 + random(3) }, () => alphabet[random(alphabet.length)]).join('');
      const pieces = [`${whole.slice(0, at)}${noise}${whole.slice(at + random(2))}`];
      const [ours, nodes] = await Promise.all([send(quick.port, pieces), send(plain.port, pieces)]);
      expect(verdictOf(ours), JSON.stringify(pieces)).toEqual(verdictOf(nodes));
    }
  }, 60_000);

  it('writes an answer that is still coming in chunks, and takes the next call behind it', async () => {
    const text = await send(quick.port, [call('', '{}', '/call/stream'), call()]);
    expect(text).toContain('transfer-encoding: chunked\r\n');
    expect(text).toContain('\r\n\r\nb\r\ndata: one\n\n\r\nb\r\ndata: two\n\n\r\n0\r\n\r\nHTTP/1.1 200 OK');
  });

  it('answers trouble of its own with 500, and never sends a header that splits', async () => {
    expect(verdictOf(await send(quick.port, [call('', '{}', '/call/broken')])).statuses).toEqual(['500']);
    const text = await send(quick.port, [call('', '{}', '/call/bad-header')]);
    expect(verdictOf(text).statuses).toEqual(['500']);
    expect(text).not.toContain('x-bad');
  });

  it('notices that a caller has left', async () => {
    const socket = connect(quick.port, '127.0.0.1');
    socket.write(call('', '{}', '/call/held'));
    while (!held.has('/call/held')) await pause(5);
    const source = held.get('/call/held');
    expect(source?.hasLeft()).toBe(false);
    const closed = new Promise<void>((resolve) => source?.onClose(resolve));
    socket.destroy();
    await closed;
    expect(source?.hasLeft()).toBe(true);
  });

  it('tells nobody of a connection that ended after its answer', async () => {
    const times = 20;
    await send(
      quick.port,
      Array.from({ length: times }, () => call('', '{}', '/call/watched')),
    );
    expect(watched).toHaveLength(times);
    expect([left, watched.filter((source) => source.hasLeft())]).toEqual([[], []]);
  });

  it('does not wait for a body without an end', async () => {
    const socket = connect(quick.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.write(call().slice(0, -3));
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes connections without a call when it is told to', async () => {
    const socket = connect(quick.port, '127.0.0.1');
    socket.write(call());
    await once(socket, 'data');
    quick.lane?.closeIdle();
    socket.resume();
    await once(socket, 'close');
  });
});
