/** Tests when a connection is reused, on an in-memory socket. */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import type { Connection, ConnectionUser } from './connection.js';
import { ConnectionPool } from './connection-pool.js';

/** A socket whose other side is the test. */
class TestSocket extends Duplex {
  sent = '';

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.sent += chunk.toString('latin1');
    done();
  }

  setNoDelay(): void {}
}

function start() {
  const sockets: TestSocket[] = [];
  const clock = { now: 0 };
  const pool: ConnectionPool = new ConnectionPool({
    connect(callback) {
      const socket = new TestSocket();
      sockets.push(socket);
      callback(null, socket as unknown as Socket);
    },
    headerBytes: 1000,
    keepMs: 4000,
    elapsed: () => clock.now,
    onUnrequested: () => pool.suspendReuse(),
  });
  return { pool, sockets, clock };
}

/** Sends a request and waits for its result. */
function ask(connection: Connection, socket: TestSocket, answer: string | null): Promise<string> {
  return new Promise((resolve) => {
    let body = '';
    const user: ConnectionUser = {
      onHead: () => undefined,
      onData(chunk) {
        body += Buffer.from(chunk).toString();
      },
      onEnd: () => resolve(body),
      onError: (error) => resolve((error as { code?: string }).code ?? error.message),
    };
    connection.send({ text: 'GET / HTTP/1.1\r\n\r\n' }, user, false);
    socket.push(answer === null ? null : Buffer.from(answer));
  });
}

const fine = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

async function first(answer: string | null) {
  const { pool, sockets, clock } = start();
  const connection = await pool.take();
  const [socket] = sockets;
  if (socket === undefined) throw new Error('nothing was opened');
  const result = await ask(connection, socket, answer);
  await new Promise((resolve) => setImmediate(resolve));
  return { pool, sockets, clock, connection, socket, result };
}

it('a connection is reused when its response has ended', async () => {
  const { pool, sockets, connection, result } = await first(fine);
  expect(result).toBe('ok');
  expect(await pool.take()).toBe(connection);
  expect(sockets).toHaveLength(1);
});

it.each([
  ['bytes followed the response', `${fine}HTTP/1.1 200 OK\r\n\r\nstolen`, 'ok'],
  ['the peer sends Connection: close', fine.replace('\r\n', '\r\nconnection: close\r\n'), 'ok'],
  ['the response is not HTTP', 'nonsense\r\n\r\n', 'ERR_ANSWER_INVALID'],
  ['the peer disconnected', null, 'ERR_ANSWER_BROKEN'],
])('a connection is never reused when %s', async (_what, answer, expected) => {
  const { pool, sockets, connection, socket, result } = await first(answer);
  expect(result).toBe(expected);
  expect(socket.destroyed).toBe(true);
  expect(await pool.take()).not.toBe(connection);
  expect(sockets).toHaveLength(2);
});

it('an idle connection that receives unrequested bytes, or is idle for too long, is closed', async () => {
  const speaking = await first(fine);
  speaking.socket.push(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(speaking.socket.destroyed).toBe(true);
  const waiting = await first(fine);
  waiting.clock.now = 4000;
  expect(await waiting.pool.take()).not.toBe(waiting.connection);
});

it.each([
  ['after a response', `${fine}HTTP/1.1 200 OK\r\n\r\nstolen`, ''],
  ['while idle', fine, 'HTTP/1.1 200 OK\r\n\r\nstolen'],
])(
  'opens a connection per request for a minute when the other side sent unrequested bytes %s',
  async (_what, answer, later) => {
    const { pool, sockets, clock, socket } = await first(answer);
    if (later !== '') socket.push(Buffer.from(later));
    await new Promise((resolve) => setImmediate(resolve));
    expect(socket.destroyed).toBe(true);
    const next = async () => {
      const connection = await pool.take();
      const [latest] = sockets.slice(-1);
      if (latest === undefined) throw new Error('nothing was opened');
      expect(await ask(connection, latest, fine)).toBe('ok');
      await new Promise((resolve) => setImmediate(resolve));
      return latest;
    };
    expect((await next()).destroyed).toBe(true);
    clock.now = 59_999;
    expect((await next()).destroyed).toBe(true);
    clock.now = 60_000;
    const kept = await next();
    expect(kept.destroyed).toBe(false);
    expect(await next()).toBe(kept);
  },
);

it('closes the idle connections to an origin that sent unrequested bytes', async () => {
  const { pool, sockets } = start();
  const [idle, used] = [await pool.take(), await pool.take()];
  const [idleSocket, usedSocket] = sockets as [TestSocket, TestSocket];
  await ask(idle, idleSocket, fine);
  await ask(used, usedSocket, `${fine}excess`);
  await new Promise((resolve) => setImmediate(resolve));
  expect(idleSocket.destroyed).toBe(true);
});

it('aborts running requests when it is destroyed, and lets them finish when it is closed', async () => {
  const { pool, sockets } = start();
  const connection = await pool.take();
  const running = ask(connection, sockets[0] as TestSocket, '');
  await pool.destroy();
  expect(await running).toBe('ERR_ANSWER_BROKEN');
  const closing = start();
  const used = await closing.pool.take();
  const ending = ask(used, closing.sockets[0] as TestSocket, 'HTTP/1.1 200 OK\r\n');
  const closed = closing.pool.close();
  closing.sockets[0]?.push(Buffer.from('content-length: 2\r\n\r\nok'));
  expect(await ending).toBe('ok');
  await closed;
  expect(closing.sockets[0]?.destroyed).toBe(true);
});
