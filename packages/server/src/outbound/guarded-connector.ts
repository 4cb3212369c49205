/**
 * Opens the connections of the guarded host. The addresses of a name are checked in the same lookup that the
 * connection uses, so DNS rebinding between check and call has no effect.
 */
import { lookup } from 'node:dns/promises';
import type { AddressPolicy, DnsLookup } from '@dragoman/core/http';
import { admitsConnection, createGuardedLookup, literalAddress } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { buildConnector } from 'undici';
import { createHttp2Connector } from './connect-http2.js';

/** TLS options beyond the defaults, all in PEM. */
export interface ConnectorTls {
  /** Client certificate and its key. */
  cert?: string;
  key?: string;
  /** All trusted CA certificates; the built-in ones when absent. */
  ca?: string[];
}

/** Dependencies of the connector. */
export interface GuardedConnectorOptions {
  policy: AddressPolicy;
  dnsLookup: DnsLookup;
  connectMs: number;
  tls?: ConnectorTls;
  /** True when connections with TLS must speak HTTP/2; those without it speak what both sides assume. */
  http2?: boolean;
}

/** The system resolver. */
export const lookUpAll: DnsLookup = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** Creates undici's connector that rejects before the first packet is sent. */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  return (connection, callback) => {
    const admits = (address: string) => admitsConnection(options.policy, connection, address);
    const literal = literalAddress(connection.hostname);
    if (literal !== undefined && !admits(literal)) return callback(new Failure('UPSTREAM_REFUSED'), null);
    const settings = {
      ...options.tls,
      timeout: options.connectMs,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      lookup: createGuardedLookup(options.dnsLookup, admits),
    } as const;
    if (options.http2 === true && connection.protocol === 'https:') {
      createHttp2Connector(settings)(connection, callback);
      return;
    }
    // undici is slow to load and not needed before the first connection.
    import('undici')
      .then((undici) => undici.buildConnector(settings)(connection, callback))
      .catch((error: Error) => callback(error, null));
  };
}
