/** A TCP proxy that can be interrupted and restored, to simulate an outage of a database whose server keeps running. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** A running proxy. */
export interface CuttableProxy {
  port: number;
  /** Closes every connection and accepts no new one. */
  cut(): void;
  /** Keeps every connection open but forwards nothing, like a network that drops packets. */
  stall(): void;
  /** Forwards connections again. */
  join(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a host and port. */
export async function startCuttableProxy(target: { host: string; port: number }): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let whole = true;
  let stalled = false;
  const hold = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((inward) => {
    if (!whole) {
      inward.on('error', () => undefined);
      inward.resetAndDestroy();
      return;
    }
    const outward = connect(target.port, target.host);
    hold(inward, outward);
    hold(outward, inward);
    if (stalled) return;
    inward.pipe(outward).pipe(inward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const breakAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: address === null || typeof address === 'string' ? 0 : address.port,
    cut() {
      whole = false;
      breakAll();
    },
    stall() {
      stalled = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    join() {
      // Dropped data is lost, as in a real network outage.
      if (stalled) breakAll();
      stalled = false;
      whole = true;
    },
    async close() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
