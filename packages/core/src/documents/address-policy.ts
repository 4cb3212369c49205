/**
 * Which network addresses may be called on a stranger's word. Everything that is not plainly public is refused:
 * private, local, reserved and metadata addresses, and every form that hides one of them in an IPv6 address.
 */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Where a call goes: a name or literal address as URL parsing leaves it, and the port. */
export interface Target {
  hostname: string;
  port: number;
}

/** What an operator allows beyond public addresses. */
export interface AddressPolicy {
  /** True when the operator named this host, or host and port. */
  namesHost(target: Target): boolean;
  /** True when the operator allowed a range that holds this address. */
  namesAddress(address: string): boolean;
  /** True when the address, reached under this target, may be called. */
  admits(address: string, target: Target): boolean;
}

/** Metadata services that live on addresses which look public. */
const metadataAddresses: readonly Range[] = [ipaddr.parseCIDR('168.63.129.16/32')];

/** The only part of IPv6 that is handed out to the public. */
const globalUnicast: Range = ipaddr.parseCIDR('2000::/3');

/** RFC 6052's well-known prefix; its last four bytes are the IPv4 address that is really called. */
const nat64: Range = ipaddr.parseCIDR('64:ff9b::/96');

/** True for an address that anybody on the internet may call. Never throws. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === undefined) return false;
  if (metadataAddresses.some((range) => within(parsed, range))) return false;
  if (parsed.kind() === 'ipv6' && !within(parsed, globalUnicast)) return false;
  return parsed.range() === 'unicast';
}

/**
 * Makes the policy from the operator's list. An entry is a host name (`cards.internal`), a host with a port
 * (`cards.internal:8443`, `[::1]:8080`), an address, or a range (`10.1.0.0/16`). Throws on an entry that is none.
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

/** The literal address that a URL's host is, without brackets; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? bare : undefined;
}

/**
 * An IPv4 address inside an IPv6 one is judged as what it really reaches. URL parsing comes first because
 * `ipaddr.js` takes `::8.8.8.8` for a mapped address; it also refuses zones, which belong to one machine.
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
