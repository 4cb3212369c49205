/** Checks of an address before its name is resolved; the lookup of the connection checks the rest. */
import { Failure } from '@dragoman/model';
import { type AddressPolicy, literalAddress } from './address-policy.js';

/** The settings that decide whether an address may be called. */
export interface AddressGuard {
  policy: AddressPolicy;
  /** Allows plain http, only for hosts in the policy. */
  allowHttp: boolean;
}

/** Maximum length of an address. */
export const maxAddressLength = 2_048;

/** Parses an untrusted address; throws when it is invalid. */
export function parseAddress(uri: string): URL {
  if (uri.length > maxAddressLength || !URL.canParse(uri)) {
    throw new Failure('UPSTREAM_REFUSED', { message: 'The address is not a valid URL.' });
  }
  return new URL(uri);
}

/**
 * Rejects schemes other than https (or allowed http), credentials in the address, and literal addresses that are not
 * allowed.
 */
export function requireCallable({ policy, allowHttp }: AddressGuard, url: URL): void {
  const encrypted = url.protocol === 'https:';
  if (!encrypted && !(url.protocol === 'http:' && allowHttp)) {
    throw new Failure('UPSTREAM_REFUSED', { message: onlyHttps(url) });
  }
  if (url.username !== '' || url.password !== '') {
    throw new Failure('UPSTREAM_REFUSED', { message: 'An address with a user name or password is not called.' });
  }
  const literal = literalAddress(url.hostname);
  if (literal !== undefined && !admitsConnection(policy, url, literal)) {
    throw new Failure('UPSTREAM_REFUSED', { message: notAllowed(url) });
  }
}

function onlyHttps({ protocol, host }: URL): string {
  const only = 'The settings of this server allow calls of https addresses only.';
  if (protocol !== 'http:') return only;
  return `${only} The operator can allow plain http with outbound.allowHttp=true and ${shortened(host)} in outbound.allow.`;
}

function notAllowed({ host }: URL): string {
  return `${shortened(host)} may not be called from here: the operator has not listed it in outbound.allow.`;
}

function shortened(host: string): string {
  return host.slice(0, 200);
}

/** The target of a connection, as parts of a URL. */
export type ConnectionTarget = Pick<URL, 'protocol' | 'hostname' | 'port'>;

/** True when the network address may be called for this target; without TLS, only if the operator allowed it. */
export function admitsConnection(policy: AddressPolicy, target: ConnectionTarget, address: string): boolean {
  const { protocol, hostname, port } = target;
  const aim = { hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  if (protocol === 'https:') return policy.admits(address, aim);
  return policy.namesHost(aim) || policy.namesAddress(address);
}
