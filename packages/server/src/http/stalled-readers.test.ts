import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ReaderSocket } from './stalled-readers.js';
import { StalledReaders } from './stalled-readers.js';

/** A socket with 1,000,000 bytes to send, of which its client reads some per second. */
class TestSocket extends EventEmitter implements ReaderSocket {
  bytesWritten = 1_000_000;
  writableLength = 1_000_000;
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** Number of seconds that a client keeps its connection with these bytes per second. */
function lasts(bytes: number[]): number {
  const socket = new TestSocket();
  const readers = new StalledReaders({ bytesPerSecond: 100, graceSeconds: 3 }, () => undefined);
  readers.add(socket);
  readers.tick();
  for (const [second, read] of bytes.entries()) {
    socket.writableLength = Math.max(0, socket.writableLength - read);
    readers.tick();
    if (socket.destroyed) return second;
  }
  return bytes.length;
}

describe('clients that do not read their responses', () => {
  it('are disconnected after the grace period', () => {
    expect(lasts([0, 0, 0, 0, 0])).toBe(3);
    expect(lasts(Array.from({ length: 60 }, () => 50))).toBe(5);
  });

  it('keep their connections when they read at the minimum rate or pause for a short time', () => {
    expect(lasts(Array.from({ length: 60 }, () => 100))).toBe(60);
    expect(lasts([0, 0, 300, 0, 0, 300, 0, 0, 300])).toBe(9);
  });

  it('keep their connections while nothing waits to be sent', () => {
    expect(lasts([1_000_000, 0, 0, 0, 0, 0, 0, 0])).toBe(8);
  });

  it('are counted, and forgotten once their connections are closed', () => {
    let stalled = 0;
    const readers = new StalledReaders({ bytesPerSecond: 100, graceSeconds: 1 }, () => {
      stalled += 1;
    });
    const sockets = [new TestSocket(), new TestSocket()];
    for (const socket of sockets) readers.add(socket);
    sockets[1]?.emit('close');
    for (let second = 0; second < 5; second += 1) readers.tick();
    expect(stalled).toBe(1);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  });
});
