/**
 * Starts and stops the server's socket: limits and timeouts that apply before a request exists, the front ends that read
 * requests, and a shutdown that lets running requests finish.
 */
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config.js';
import { withSetting } from '../config/read-setting-file.js';
import { StartRefused } from '../config/start-refused.js';
import type { Answerer } from './answerer.js';
import type { TlsFiles } from './node/node-server.js';
import { createNodeServer } from './node/node-server.js';
import type { QuickLane } from './quick/open-quick-lane.js';
import { openQuickLane } from './quick/open-quick-lane.js';
import { keepAliveSeconds } from './quick/write-reply.js';

/** A server that listens. */
export interface Listener {
  /** Port that it really listens on. */
  port: number;
  /** Stops accepting, lets running requests finish for so long, then closes the remaining connections. */
  close(graceMs: number): Promise<void>;
}

/** Starts listening; when the port is taken, the error says what to do. */
export async function startListener(
  { limits, server: { host, port } }: Pick<Config, 'limits' | 'server'>,
  answerer: Answerer,
  tls: TlsFiles | undefined,
): Promise<Listener> {
  const headMs = Math.min(10, limits.requestSeconds) * 1000;
  const requestMs = limits.requestSeconds * 1000;
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveSeconds * 1000,
    connectionsCheckingInterval: 1000,
  };
  const server = withSetting('server.tls', () => createNodeServer(options, answerer, tls));
  server.maxConnections = limits.connections;
  // Encrypted connections stay with Node's own server; there the cipher costs more than the lane saves.
  const lane =
    tls === undefined
      ? openQuickLane(server, { headerBytes: limits.headerBytes, headMs, requestMs, answerer })
      : undefined;
  await listen(server, host, port);
  return { port: (server.address() as AddressInfo).port, close: (graceMs) => closeGently(server, lane, graceMs) };
}

function listen(server: HttpServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(understandListenError(error, host, port)));
    server.listen({ host, port }, () => resolve());
  });
}

function understandListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, [string, string]> = {
    EADDRINUSE: [
      `Port ${port} on ${host} is in use; perhaps Dragoman runs there already.`,
      'Stop the other program, or choose another port with --port.',
    ],
    EACCES: [`Port ${port} may not be used by this account.`, 'Choose a port above 1023 with --port.'],
    EADDRNOTAVAIL: [`${host} is not an address of this machine.`, 'Choose another with --host.'],
    ENOTFOUND: [`The name ${host} cannot be resolved.`, 'Choose another with --host.'],
  };
  const [message, help] = reasons[error.code ?? ''] ?? [];
  return message === undefined || help === undefined ? error : new StartRefused(message, help);
}

async function closeGently(server: HttpServer, lane: QuickLane | undefined, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection becomes idle when its last answer is out; nobody else would close it before its keep-alive ends.
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
