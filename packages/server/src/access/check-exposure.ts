/** Safe by default: a server that is reachable over the network requires authentication and TLS (AIDIP-SEC-01, -03). */
import { isLoopbackHost } from '@dragoman/core/http';
import type { Config } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';

/** True when only this machine can reach the server. */
export function isLoopbackOnly({ server: { host, publicUrl } }: Config): boolean {
  return isLoopbackHost(host) && (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname));
}

/** Throws when the server would be reachable over the network without authentication or without TLS. */
export function checkExposure(config: Config, usableKeys: number): void {
  if (isLoopbackOnly(config)) return;
  const { host, publicUrl, tls, tlsTerminated } = config.server;
  const place = isLoopbackHost(host) ? publicUrl : host;
  if (config.auth.mode === 'open') {
    throw new StartRefused(
      `Refusing to serve ${place} with auth.mode "open": anyone could change all data.`,
      'Set auth.mode to "required", or listen on 127.0.0.1.',
    );
  }
  const { jwt, mtls, oidc } = config.auth;
  if (usableKeys === 0 && jwt.issuers.length === 0 && mtls.callers.length === 0 && oidc.issuer === undefined) {
    throw new StartRefused(
      `Refusing to serve ${place} without authentication.`,
      'Create a key first (dragoman keys create admin --scope admin), or configure auth.jwt.issuers, auth.oidc.issuer or auth.mtls.callers, or listen on 127.0.0.1.',
    );
  }
  if (publicUrl !== undefined && !publicUrl.startsWith('https:')) {
    throw new StartRefused(`Refusing to serve ${publicUrl} without TLS.`, 'Set server.publicUrl to an https URL.');
  }
  if (!isLoopbackHost(host) && tls.certFile === undefined && !tlsTerminated) {
    throw new StartRefused(
      `Refusing to serve ${place} without TLS.`,
      'Set server.tls.certFile and server.tls.keyFile, or server.tlsTerminated when a proxy terminates TLS, or listen on 127.0.0.1.',
    );
  }
}
