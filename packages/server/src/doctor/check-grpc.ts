/** The listener of the gRPC binding of A2A: its port, and the address that cards announce. */
import { createServer } from 'node:net';
import { isLoopbackHost } from '@dragoman/core/http';
import type { Config } from '../config/config.js';
import type { Finding } from './check.js';
import { good, problem, warning } from './check.js';

/** Checks the listener; nothing when services are not served over gRPC. */
export async function checkGrpc({ a2a, server }: Config): Promise<Finding[]> {
  const { port, publicAddress } = a2a.grpc;
  if (port === undefined) return [];
  if (port !== 0 && port === server.port) {
    const detail = `a2a.grpc.port and server.port are both ${port}.`;
    return [problem('grpc', detail, 'Set a2a.grpc.port to another port; gRPC has a listener of its own.')];
  }
  const isBusy = port !== 0 && !(await isFree(server.host, port));
  const busy = `Port ${port} of the gRPC listener is in use.`;
  const other =
    'If no server with this configuration is running, end the program that uses it, or change a2a.grpc.port.';
  const behindProxy = server.publicUrl !== undefined && !isLoopbackHost(new URL(server.publicUrl).hostname);
  const shown = `Cards announce ${new URL(server.publicUrl ?? 'http://localhost').hostname}:${port} for gRPC.`;
  const set = 'If a proxy is in front of it, set a2a.grpc.publicAddress to the address that clients use.';
  return [
    isBusy ? warning('grpc', busy, other) : good('grpc', `Port ${port} is free for the gRPC listener.`),
    ...(behindProxy && publicAddress === undefined ? [warning('grpc', shown, set)] : []),
  ];
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
