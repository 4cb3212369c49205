/** A proxy in front of a server, so that tests can disconnect it and reconnect it without stopping it. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Before the message reaches the server, or after it has and before its answer returns. */
export type Cut = 'before' | 'after';

/** The proxy and its controls. */
export interface TcpProxy {
  port: number;
  /** Cuts every connection; `refuse` also rejects new ones until `restore`. */
  cut(mode: 'once' | 'refuse'): void;
  /** Forwards nothing in either direction, without closing anything, until `restore`. */
  stall(): void;
  /** Forwards again; what was dropped is lost, so a stalled connection is cut. */
  restore(): void;
  /** Cuts the connection that sends this text, after it was forwarded and before it is answered. */
  cutAfter(text: string): void;
  /** Cuts the connection that sends the n-th message from now on. */
  arm(n: number, cut: Cut): void;
  /** Ends `arm`; true if the cut happened. */
  disarm(): boolean;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of this machine, at its own address or at loopback. */
export async function startTcpProxy(target: { host: string; port: number }, address = '127.0.0.1'): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let refusing = false;
  let stalled = false;
  /** Judges a message of a client. */
  let judge: (message: Buffer) => Cut | undefined = () => undefined;
  let left = 0;

  function cutAll() {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  const server = createServer((client) => {
    const upstream = connect(target);
    let doomed = false;
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    if (refusing) return void client.resetAndDestroy();
    client.on('data', (message) => {
      if (stalled) return;
      const cut = judge(message);
      if (cut === 'before') return void client.destroy();
      doomed ||= cut === 'after';
      upstream.write(message);
    });
    upstream.on('data', (answer) => {
      if (!stalled) void (doomed ? client.destroy() : client.write(answer));
    });
  }).listen(0, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut(mode) {
      refusing = mode === 'refuse';
      cutAll();
    },
    stall() {
      stalled = true;
    },
    restore() {
      if (stalled) cutAll();
      refusing = false;
      stalled = false;
    },
    cutAfter(text) {
      judge = (message) => {
        if (!message.includes(text)) return undefined;
        judge = () => undefined;
        return 'after';
      };
    },
    arm(n, cut) {
      left = n;
      judge = () => (left > 0 && --left === 0 ? cut : undefined);
    },
    disarm() {
      const happened = left === 0;
      left = 0;
      return happened;
    },
    async close() {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}
