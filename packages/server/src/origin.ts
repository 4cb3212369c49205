/** URLs under which callers reach this server. */
import { isLoopbackHost } from '@dragoman/core/http';
import type { Config } from './config/config.js';

/** The server's URL as callers write it, without a trailing slash. */
export function publicOrigin({ server }: Config, port: number): string {
  return server.publicUrl ?? originOf(server.tls.certFile !== undefined, server.host, port);
}

/**
 * The address of the gRPC listener as cards announce it: host and port, which is what gRPC clients take. The public
 * host of the server, unless the setting says otherwise; undefined without such a listener.
 */
export function grpcAddress(config: Config, port: number | undefined): string | undefined {
  if (port === undefined) return undefined;
  return config.a2a.grpc.publicAddress ?? `${new URL(publicOrigin(config, port)).hostname}:${port}`;
}

/** Every origin that leads back to this server, so that an entry cannot make it call itself. */
export function ownOrigins(config: Config, port: number, grpcPort?: number): string[] {
  const { server } = config;
  const secure = server.tls.certFile !== undefined;
  const hosts = isLoopbackHost(server.host) ? ['127.0.0.1', 'localhost', '::1', server.host] : [server.host];
  const ports = grpcPort === undefined ? [port] : [port, grpcPort];
  const local = ports.flatMap((each) => hosts.map((host) => originOf(secure, host, each)));
  const shown = grpcAddress(config, grpcPort);
  const named = shown === undefined ? [] : [`http://${shown}`, `https://${shown}`].filter((each) => URL.canParse(each));
  return [...new Set([publicOrigin(config, port), ...local, ...named.map((each) => new URL(each).origin)])];
}

function originOf(secure: boolean, host: string, port: number): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return new URL(`${secure ? 'https' : 'http'}://${name}:${port}`).origin;
}

/** The addresses of the running server. */
export interface OwnAddress {
  /** Every origin that leads back to this server; filled again when the ports are known. */
  own: string[];
  origin(): string;
  /** Address of the gRPC listener; undefined without one. */
  grpc(): string | undefined;
  bind(port: number, grpcPort: number | undefined): void;
}

/** The ports are known only once the server listens, so URLs are read on demand. */
export function createOwnAddress(config: Config): OwnAddress {
  let origin = publicOrigin(config, config.server.port);
  let grpc = grpcAddress(config, config.a2a.grpc.port);
  const own: string[] = ownOrigins(config, config.server.port, config.a2a.grpc.port);
  return {
    own,
    origin: () => origin,
    grpc: () => grpc,
    bind(port, grpcPort) {
      origin = publicOrigin(config, port);
      grpc = grpcAddress(config, grpcPort);
      own.splice(0, own.length, ...ownOrigins(config, port, grpcPort));
    },
  };
}
