/**
 * Starts and stops the server's socket: limits and timeouts that apply before a request exists, the front ends that
 * read requests, and a graceful shutdown.
 */
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Config } from '../config/config.js';
import { withSetting } from '../config/read-setting-file.js';
import { StartRefused } from '../config/start-refused.js';
import type { FairShare } from '../runtime/fair-share.js';
import { addressAccount } from './address-account.js';
import { createAnswerInTurn } from './answer-in-turn.js';
import type { Answerer } from './answerer.js';
import type { TlsFiles } from './node/node-server.js';
import { createNodeServer } from './node/node-server.js';
import type { QuickLane } from './quick/open-quick-lane.js';
import { openQuickLane } from './quick/open-quick-lane.js';
import { keepAliveSeconds } from './quick/write-reply.js';
import type { Shares } from './shares.js';
import type { StalledReaders } from './stalled-readers.js';
import { startTicks } from './stalled-readers.js';

/** A listening server. */
export interface Listener {
  /** The actual port. */
  port: number;
  /** Stops accepting, waits this long for running requests, then closes the remaining connections. */
  close(graceMs: number): Promise<void>;
}

/** Dependencies of the listener. */
export interface ListenerPorts {
  answerer: Answerer;
  shares: Pick<Shares, 'connections' | 'buffers' | 'arrivals' | 'readers'>;
  tls: TlsFiles | undefined;
}

/** Starts listening; the error for a port in use says what to do. */
export async function startListener(
  { limits, server: { host, port } }: Pick<Config, 'limits' | 'server'>,
  { answerer: answer, shares, tls }: ListenerPorts,
): Promise<Listener> {
  const answerer = createAnswerInTurn(answer, shares.arrivals);
  const headMs = Math.min(10, limits.requestSeconds) * 1000;
  const requestMs = limits.requestSeconds * 1000;
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveSeconds * 1000,
    connectionsCheckingInterval: 1000,
  };
  const pace = { bytesPerSecond: limits.bodyBytesPerSecond, graceSeconds: limits.bodyGraceSeconds };
  const server = withSetting('server.tls', () => createNodeServer(options, { answerer, pace, tls }));
  server.maxConnections = limits.connections;
  // TLS connections stay with Node's own server; encryption costs more than the quick lane saves.
  const lane =
    tls === undefined
      ? openQuickLane(server, {
          headerBytes: limits.headerBytes,
          headMs,
          requestMs,
          pace,
          buffers: shares.buffers,
          answerer,
        })
      : undefined;
  admitConnections(server, shares.connections);
  watchReaders(server, shares.readers);
  await listen(server, host, port);
  return { port: (server.address() as AddressInfo).port, close: (graceMs) => closeGently(server, lane, graceMs) };
}

/** Connections are shared by client address, since nothing else is known before a request. */
export function admitConnections(server: Server, connections: FairShare): void {
  const accept = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const address = addressAccount(socket.remoteAddress ?? '');
    if (!connections.take(address)) {
      socket.destroy();
      return;
    }
    socket.once('close', () => connections.give(address));
    for (const listener of accept) listener.call(server, socket);
  });
}

/** A TLS connection is watched once it is established: what its plain socket sends is already encrypted. */
function watchReaders(server: HttpServer, readers: StalledReaders): void {
  const isTls = server instanceof TlsServer;
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => readers.add(socket));
  server.on('close', startTicks(readers));
}

/** Starts to listen; the error for a port in use says what to do. */
export function listen(server: Server, host: string, port: number, flag = '--port'): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(understandListenError(error, { host, port, flag })));
    server.listen({ host, port }, () => resolve());
  });
}

interface ListenAddress {
  host: string;
  port: number;
  /** Flag or setting that chooses the port. */
  flag: string;
}

function understandListenError(error: NodeJS.ErrnoException, { host, port, flag }: ListenAddress): Error {
  const reasons: Record<string, [string, string]> = {
    EADDRINUSE: [
      `Port ${port} on ${host} is in use; Dragoman may already be running there.`,
      `Stop the other program, or choose another port with ${flag}.`,
    ],
    EACCES: [`This account has no permission to listen on port ${port}.`, `Choose a port above 1023 with ${flag}.`],
    EADDRNOTAVAIL: [`${host} is not an address of this machine.`, 'Choose another address with --host.'],
    ENOTFOUND: [`The host name ${host} cannot be resolved.`, 'Choose another host name with --host.'],
  };
  const [message, help] = reasons[error.code ?? ''] ?? [];
  return message === undefined || help === undefined ? error : new StartRefused(message, help);
}

async function closeGently(server: HttpServer, lane: QuickLane | undefined, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection becomes idle after its last response; without this it would stay open until its keep-alive timeout.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    lane?.closeIdle();
  }, 50);
  const cut = setTimeout(() => {
    server.closeAllConnections();
    lane?.closeAll();
  }, graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
