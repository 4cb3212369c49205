/** Names and addresses of the local machine. */
import ipaddr from 'ipaddr.js';

/** True for `localhost` and every loopback address, with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  if (host === '127.0.0.1' || host === 'localhost') return true;
  const name = host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  if (name === 'localhost') return true;
  if (!ipaddr.isValid(name) || /^\d+$/.test(name)) return false;
  return ipaddr.process(name).range() === 'loopback';
}

/**
 * The group of an address for rate limits: IPv4 as it is, IPv6 by its /64, because one caller usually has a whole /64.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}::/64`;
}
