/**
 * Decides which untrusted network addresses may be called. Everything that is not clearly public is rejected: private,
 * local, reserved and metadata addresses, and every form that embeds one of them in an IPv6 address.
 */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** The target of a call: a name or literal address as URL parsing leaves it, and the port. */
export interface Target {
  hostname: string;
  port: number;
}

/** The addresses that an operator allows in addition to public ones. */
export interface AddressPolicy {
  /** True when the operator allowed this host, or host and port. */
  namesHost(target: Target): boolean;
  /** True when the operator allowed a range that contains this address. */
  namesAddress(address: string): boolean;
  /** True when the address may be called for this target. */
  admits(address: string, target: Target): boolean;
}

/** Metadata services on addresses that look public. */
const metadataAddresses: readonly Range[] = [ipaddr.parseCIDR('168.63.129.16/32')];

/** The only part of IPv6 that is assigned to the public. */
const globalUnicast: Range = ipaddr.parseCIDR('2000::/3');

/** RFC 6052's well-known prefix; its last four bytes are the IPv4 address that is called. */
const nat64: Range = ipaddr.parseCIDR('64:ff9b::/96');

/** True for an address that is reachable on the public internet. Never throws. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === undefined) return false;
  if (metadataAddresses.some((range) => within(parsed, range))) return false;
  if (parsed.kind() === 'ipv6' && !within(parsed, globalUnicast)) return false;
  return parsed.range() === 'unicast';
}

/**
 * Creates the policy from the operator's list. An entry is a host name (`cards.internal`), a host with a port
 * (`cards.internal:8443`, `[::1]:8080`), an address, or a range (`10.1.0.0/16`). Throws on an invalid entry.
 */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const hosts = new Set<string>();
  const ranges: Range[] = [];
  for (const entry of allow) {
    const range = parseRange(entry.trim());
    if (range !== undefined) ranges.push(range);
    else hosts.add(parseHostEntry(entry));
  }
  const namesHost = ({ hostname, port }: Target) => {
    const host = normalHost(hostname);
    return hosts.has(host) || hosts.has(`${host}:${port}`);
  };
  const namesAddress = (address: string) => {
    const parsed = parseAddress(address);
    return parsed !== undefined && ranges.some((range) => within(parsed, range));
  };
  return {
    namesHost,
    namesAddress,
    admits: (address, target) => isPublicAddress(address) || namesAddress(address) || namesHost(target),
  };
}

/** The literal address in a URL's host, without brackets; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? bare : undefined;
}

/**
 * An IPv4 address inside an IPv6 one is evaluated as the IPv4 address. URL parsing comes first because `ipaddr.js`
 * treats `::8.8.8.8` as a mapped address; it also rejects zones, which are local to one machine.
 */
function parseAddress(text: string): Address | undefined {
  const literal = literalAddress(text);
  const url = literal?.includes(':') === true ? `http://[${literal}]` : `http://${literal}`;
  if (literal === undefined || !URL.canParse(url)) return undefined;
  const parsed = ipaddr.parse(literalAddress(new URL(url).hostname) ?? literal);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed;
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address();
  return within(parsed, nat64) ? new ipaddr.IPv4(parsed.toByteArray().slice(12)) : parsed;
}

function within(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function parseRange(entry: string): Range | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const parsed = parseAddress(entry);
  return parsed === undefined ? undefined : [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}

/** Host names are compared in the form that URL parsing gives them, so `Example.COM.` is `example.com`. */
function parseHostEntry(entry: string): string {
  const text = entry.trim();
  const port = /:(\d{1,5})$/.exec(text)?.[1];
  if (text === '' || /[\s/@?#\\]/.test(text) || !URL.canParse(`http://${text}`)) {
    throw new Error(`'${entry.slice(0, 100)}' is not a host name, a host with a port, an address or a range.`);
  }
  const host = normalHost(new URL(`http://${text}`).hostname);
  return port === undefined ? host : `${host}:${Number(port)}`;
}

function normalHost(hostname: string): string {
  const lower = hostname.toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}
