/** What can be refused about an address before any name is resolved; the connector judges the rest. */
import type { AddressPolicy } from '@dragoman/core';
import { literalAddress } from '@dragoman/core';
import { Failure } from '@dragoman/model';
import { admitsConnection, refusedAddress } from './guarded-connector.js';

/** What decides whether an address may be called. */
export interface AddressGuard {
  policy: AddressPolicy;
  /** Plain http, for hosts that the policy names only. */
  allowHttp: boolean;
}

/** Longest address that is called. */
export const longestAddress = 2_048;

/** Reads an address that a stranger named; refuses what is none. */
export function parseAddress(uri: string): URL {
  if (uri.length > longestAddress || !URL.canParse(uri)) {
    throw new Failure('UPSTREAM_REFUSED', { message: 'The address is not a valid URL.' });
  }
  return new URL(uri);
}

/** Refuses another scheme than https (or allowed http), credentials in the address, and refused literal addresses. */
export function requireCallable({ policy, allowHttp }: AddressGuard, url: URL): void {
  const encrypted = url.protocol === 'https:';
  if (!encrypted && !(url.protocol === 'http:' && allowHttp)) {
    throw new Failure('UPSTREAM_REFUSED', { message: 'Only https addresses are called.' });
  }
  if (url.username !== '' || url.password !== '') {
    throw new Failure('UPSTREAM_REFUSED', { message: 'An address with a user name or password is not called.' });
  }
  const target = { hostname: url.hostname, port: Number(url.port) || (encrypted ? 443 : 80) };
  const literal = literalAddress(url.hostname);
  if (literal !== undefined && !admitsConnection(policy, url.protocol, target, literal)) throw refusedAddress();
}
