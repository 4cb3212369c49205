/**
 * Opens the connections of the guarded host. Every address that a name resolves to is judged in the very
 * look-up that the connection is made from, so a name that changes its mind between check and call finds no gap.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { AddressPolicy, Target } from '@dragoman/core';
import { literalAddress } from '@dragoman/core';
import { Failure } from '@dragoman/model';
import { buildConnector } from 'undici';

/** Resolves a host name to all of its addresses. */
export type DnsLookup = (hostname: string) => Promise<LookupAddress[]>;

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

/** Error codes of a name that has no address; told in the same words as a refusal, so that neither gives the other away. */
const noAddress = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME']);

/** The one answer for a name that leads nowhere or to a refused address. */
export function refusedName(cause?: unknown): Failure {
  return new Failure('UPSTREAM_REFUSED', {
    message: 'The host name does not lead to an address that may be called from here.',
    cause,
  });
}

/** The one answer for a literal address that may not be called. */
export function refusedAddress(): Failure {
  return new Failure('UPSTREAM_REFUSED');
}

/** True when the address may be called under this target; without TLS only where the operator named it. */
export function admitsConnection(policy: AddressPolicy, protocol: string, target: Target, address: string): boolean {
  if (protocol === 'https:') return policy.admits(address, target);
  return policy.namesHost(target) || policy.namesAddress(address);
}

/** Makes undici's connector that refuses before the first packet leaves. */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  return (connection, callback) => {
    const { protocol, hostname } = connection;
    const target = { hostname, port: Number(connection.port) || (protocol === 'https:' ? 443 : 80) };
    const admits = (address: string) => admitsConnection(options.policy, protocol, target, address);
    const literal = literalAddress(hostname);
    if (literal !== undefined && !admits(literal)) return callback(refusedAddress(), null);
    const connect = buildConnector({
      ...options.tls,
      timeout: options.connectMs,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      lookup: createGuardedLookup(options.dnsLookup, admits),
    });
    connect(connection, callback);
  };
}

/** A look-up that gives no address at all when one of them may not be called. */
function createGuardedLookup(dnsLookup: DnsLookup, admits: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => admits(address)))
          return callback(refusedName(), []);
        if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(noAddress.has(error.code ?? '') ? refusedName(error) : error, []),
    );
  };
}
