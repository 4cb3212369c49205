/**
 * Opens the connections of the guarded host. Every address that a name resolves to is judged in the very
 * look-up that the connection is made from, so a name that changes its mind between check and call finds no gap.
 */
import { lookup } from 'node:dns/promises';
import type { AddressPolicy, DnsLookup } from '@dragoman/core/http';
import { admitsConnection, createGuardedLookup, literalAddress } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { buildConnector } from 'undici';

/** What TLS is spoken with beyond the defaults, all in PEM. */
export interface ConnectorTls {
  /** Client certificate and its key. */
  cert?: string;
  key?: string;
  /** Every issuer that is trusted; the built-in ones when absent. */
  ca?: string[];
}

/** What the connector needs. */
export interface GuardedConnectorOptions {
  policy: AddressPolicy;
  dnsLookup: DnsLookup;
  connectMs: number;
  tls?: ConnectorTls;
}

/** The machine's own resolver. */
export const lookUpAll: DnsLookup = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** Makes undici's connector that refuses before the first packet leaves. */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  return (connection, callback) => {
    const admits = (address: string) => admitsConnection(options.policy, connection, address);
    const literal = literalAddress(connection.hostname);
    if (literal !== undefined && !admits(literal)) return callback(new Failure('UPSTREAM_REFUSED'), null);
    const settings: buildConnector.BuildOptions = {
      ...options.tls,
      timeout: options.connectMs,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      lookup: createGuardedLookup(options.dnsLookup, admits),
    };
    // What connects takes long to load and is not needed before the first connection.
    import('undici')
      .then((undici) => undici.buildConnector(settings)(connection, callback))
      .catch((error: Error) => callback(error, null));
  };
}
