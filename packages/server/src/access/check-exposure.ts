/** Safe by default: what others can reach must ask who they are, and must be encrypted (AIDIP-SEC-01, -03). */
import { isLoopbackHost } from '@dragoman/core/http';
import type { Config } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';

/** True when only this machine can reach the server. */
export function isLoopbackOnly({ server: { host, publicUrl } }: Config): boolean {
  return isLoopbackHost(host) && (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname));
}

/** Refuses to start a server that others can reach without authentication or without TLS. */
export function checkExposure(config: Config, usableKeys: number): void {
  if (isLoopbackOnly(config)) return;
  const { host, publicUrl, tls, tlsTerminated } = config.server;
  const place = isLoopbackHost(host) ? publicUrl : host;
  if (config.auth.mode === 'open') {
    throw new StartRefused(
      `Refusing to serve ${place} with auth.mode "open": anybody could change everything.`,
      'Set auth.mode to "required", or listen on 127.0.0.1.',
    );
  }
  const { jwt, mtls } = config.auth;
  if (usableKeys === 0 && jwt.issuers.length === 0 && mtls.callers.length === 0) {
    throw new StartRefused(
      `Refusing to serve ${place} without authentication.`,
      'Create a key first (dragoman keys create admin --scope admin), or configure auth.jwt.issuers or auth.mtls.callers, or listen on 127.0.0.1.',
    );
  }
  if (publicUrl !== undefined && !publicUrl.startsWith('https:')) {
    throw new StartRefused(
      `Refusing to be reached as ${publicUrl}, without TLS.`,
      'Give server.publicUrl an https address.',
    );
  }
  if (!isLoopbackHost(host) && tls.certFile === undefined && !tlsTerminated) {
    throw new StartRefused(
      `Refusing to serve ${place} without TLS.`,
      'Set server.tls.certFile and server.tls.keyFile, or server.tlsTerminated when a proxy in front speaks TLS, or listen on 127.0.0.1.',
    );
  }
}
