/** URLs under which callers reach this server. */
import { isLoopbackHost } from '@dragoman/core/http';
import type { Config } from './config/config.js';

/** The server's URL as callers write it, without a trailing slash. */
export function publicOrigin({ server }: Config, port: number): string {
  return server.publicUrl ?? originOf(server.tls.certFile !== undefined, server.host, port);
}

/** Every origin that leads back to this server, so that an entry cannot make it call itself. */
export function ownOrigins(config: Config, port: number): string[] {
  const { server } = config;
  const secure = server.tls.certFile !== undefined;
  const hosts = isLoopbackHost(server.host) ? ['127.0.0.1', 'localhost', '::1', server.host] : [server.host];
  return [...new Set([publicOrigin(config, port), ...hosts.map((host) => originOf(secure, host, port))])];
}

function originOf(secure: boolean, host: string, port: number): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return new URL(`${secure ? 'https' : 'http'}://${name}:${port}`).origin;
}
