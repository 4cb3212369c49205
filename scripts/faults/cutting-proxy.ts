/** A proxy in front of PostgreSQL that cuts its connections at a chosen message of the client. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Before the message reaches the database, or after it has and before its answer returns. */
export type Cut = 'before' | 'after';

/** A running proxy. */
export interface CuttingProxy {
  port: number;
  /** Cuts the connection that sends the n-th message from now on. */
  arm(n: number, cut: Cut): void;
  /** Forwards everything again; true if the cut happened. */
  disarm(): boolean;
  close(): Promise<void>;
}

/** Starts it. */
export async function startCuttingProxy(target: { host: string; port: number }): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let left = 0;
  let cut: Cut = 'before';
  const server = createServer((client) => {
    const database = connect(target);
    let doomed = false;
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
    client.on('data', (message) => {
      const isChosen = left > 0 && --left === 0;
      if (isChosen && cut === 'before') return void client.destroy();
      doomed ||= isChosen;
      database.write(message);
    });
    database.on('data', (answer) => void (doomed ? client.destroy() : client.write(answer)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    arm(n, how) {
      left = n;
      cut = how;
    },
    disarm() {
      const happened = left === 0;
      left = 0;
      return happened;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
