/**
 * Opens TLS connections for HTTP/2. undici's connector offers HTTP/1.1 first, so that a server which supports both
 * would choose it.
 */
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { connect } from 'node:tls';
import { Failure } from '@dragoman/model';
import type { buildConnector } from 'undici';

/** Options of the connection; `lookup` checks the addresses of a name. */
export interface Http2ConnectorOptions extends ConnectionOptions {
  timeout: number;
}

/** Creates the connector; the port is the default one of https unless the connection names another. */
export function createHttp2Connector({ timeout, ...options }: Http2ConnectorOptions): buildConnector.connector {
  return ({ hostname, port }, callback) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ ...options, ...name, host, port: Number(port) || 443, ALPNProtocols: ['h2'] });
    const end = (error: Error | null) => {
      clearTimeout(timer);
      socket.off('error', end);
      socket.off('secureConnect', onConnect);
      if (error === null) return callback(null, socket);
      // Errors after the first one are part of the same failure.
      socket.on('error', () => undefined);
      socket.destroy();
      callback(error, null);
    };
    const onConnect = () => end(socket.alpnProtocol === 'h2' ? null : noHttp2());
    const timer = setTimeout(() => end(new Failure('UPSTREAM_TIMEOUT')), timeout);
    socket.setNoDelay(true);
    socket.on('error', end);
    socket.on('secureConnect', onConnect);
  };
}

function noHttp2(): Failure {
  return new Failure('UPSTREAM_ERROR', { message: 'The upstream does not support HTTP/2, which gRPC requires.' });
}
