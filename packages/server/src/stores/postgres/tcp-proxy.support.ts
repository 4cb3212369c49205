/** A proxy in front of a server, so that tests can disconnect it and reconnect it without stopping it. */
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The proxy and its controls. */
export interface TcpProxy {
  port: number;
  /** Cuts every connection; `refuse` also rejects new ones until `restore`. */
  cut(mode: 'once' | 'refuse'): void;
  restore(): void;
  /** Cuts the connection that sends this text, after it was forwarded and before it is answered. */
  cutAfter(text: string): void;
  /** Forwards nothing in either direction, without closing anything, until `restore`. */
  stall(): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of this machine. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let refusing = false;
  let stalled = false;
  let fatalText: string | undefined;

  function cutAll() {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  }

  const server = createServer((client) => {
    if (refusing) return client.destroy();
    const upstream = connect(target);
    const pair: [Socket, Socket] = [client, upstream];
    let doomed = false;
    pairs.add(pair);
    client.on('data', (chunk) => {
      if (stalled) return;
      doomed ||= fatalText !== undefined && chunk.includes(fatalText);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (stalled) return;
      if (!doomed) return void client.write(chunk);
      fatalText = undefined;
      client.destroy();
    });
    for (const [one, other] of [pair, [upstream, client]] as const) {
      one.on('error', () => {});
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  });
  return {
    port: await listen(server),
    cut(mode) {
      refusing = mode === 'refuse';
      cutAll();
    },
    restore() {
      refusing = false;
      stalled = false;
    },
    cutAfter(text) {
      fatalText = text;
    },
    stall() {
      stalled = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return address.port;
}
