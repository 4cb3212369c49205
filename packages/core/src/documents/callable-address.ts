/** What can be refused about an address before any name is resolved; the look-up of the connection judges the rest. */
import { Failure } from '@dragoman/model';
import { type AddressPolicy, literalAddress, type Target } from './address-policy.js';

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
  const literal = literalAddress(url.hostname);
  if (literal !== undefined && !admitsConnection(policy, url.protocol, targetOfUrl(url), literal))
    throw refusedAddress();
}

/** Where a call to an address goes. */
export function targetOfUrl({ protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>): Target {
  return { hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

/** True when the address may be called under this target; without TLS only where the operator named it. */
export function admitsConnection(policy: AddressPolicy, protocol: string, target: Target, address: string): boolean {
  if (protocol === 'https:') return policy.admits(address, target);
  return policy.namesHost(target) || policy.namesAddress(address);
}

/** The one answer for a literal address that may not be called. */
export function refusedAddress(): Failure {
  return new Failure('UPSTREAM_REFUSED');
}
