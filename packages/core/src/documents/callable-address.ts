/** What can be refused about an address before any name is resolved; the look-up of the connection judges the rest. */
import { Failure } from '@dragoman/model';
import { type AddressPolicy, literalAddress } from './address-policy.js';

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
  if (literal !== undefined && !admitsConnection(policy, url, literal)) throw new Failure('UPSTREAM_REFUSED');
}

/** Where a connection is to be opened: an address taken apart. */
export type ConnectionTarget = Pick<URL, 'protocol' | 'hostname' | 'port'>;

/** True when the network address may be called for this target; without TLS only where the operator named it. */
export function admitsConnection(policy: AddressPolicy, target: ConnectionTarget, address: string): boolean {
  const { protocol, hostname, port } = target;
  const aim = { hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  if (protocol === 'https:') return policy.admits(address, aim);
  return policy.namesHost(aim) || policy.namesAddress(address);
}
