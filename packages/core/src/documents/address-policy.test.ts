import { describe, expect, it } from 'vitest';
import { createAddressPolicy, isPublicAddress, literalAddress } from './address-policy.js';

const refused: [string, string][] = [
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12', '172.31.255.254'],
  ['private 192.168/16', '192.168.1.1'],
  ['loopback', '127.0.0.1'],
  ['loopback, far end', '127.255.255.254'],
  ['link-local', '169.254.10.10'],
  ['metadata, link-local', '169.254.169.254'],
  ['metadata on CGNAT', '100.100.100.200'],
  ['metadata on a public address', '168.63.129.16'],
  ['CGNAT', '100.64.0.1'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.7'],
  ['documentation 3', '203.0.113.9'],
  ['6to4 relays', '192.88.99.1'],
  ['benchmarking', '198.19.255.1'],
  ['multicast', '224.0.0.251'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['IPv6 loopback', '::1'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with zone', 'fe80::1%eth0'],
  ['IPv6 unique-local', 'fc00::1'],
  ['IPv6 metadata', 'fd00:ec2::254'],
  ['IPv6 site-local', 'fec0::1'],
  ['IPv6 multicast', 'ff02::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['IPv6 documentation, second', '3fff::1'],
  ['IPv6 benchmarking', '2001:2::1'],
  ['IPv6 discard', '100::1'],
  ['ORCHIDv2', '2001:20::1'],
  ['segment routing', '5f00::1'],
  ['outside global unicast', '4000::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['mapped private', '::ffff:10.1.2.3'],
  ['compatible loopback', '::127.0.0.1'],
  ['compatible public', '::8.8.8.8'],
  ['translated loopback', '::ffff:0:127.0.0.1'],
  ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
  ['NAT64 of metadata', '64:ff9b::a9fe:a9fe'],
  ['NAT64, local use', '64:ff9b:1::808:808'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of private', '2002:a00:1::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['not an address', 'example.com'],
  ['empty', ''],
  ['too many parts', '1.2.3.4.5'],
];

describe('isPublicAddress', () => {
  it.each(refused)('rejects %s: %s', (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '[2606:4700::1]'])(
    'allows %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:0:0:1]/',
  ])('resolves the spelling %s once the URL is parsed', (spelling) => {
    const { hostname } = new URL(spelling);
    expect(literalAddress(hostname)).toBeDefined();
    expect(isPublicAddress(hostname)).toBe(false);
  });
});

describe('createAddressPolicy', () => {
  const target = (hostname: string, port = 443) => ({ hostname, port });

  it('allows only public addresses by default', () => {
    const policy = createAddressPolicy([]);
    expect(policy.admits('8.8.8.8', target('dns.example'))).toBe(true);
    expect(policy.admits('10.0.0.1', target('dns.example'))).toBe(false);
  });

  it('allows the addresses of a host named exactly, and of no other', () => {
    const policy = createAddressPolicy(['Cards.Internal.']);
    expect(policy.admits('10.0.0.1', target('cards.internal', 8080))).toBe(true);
    expect(policy.admits('10.0.0.1', target('cards.internal.', 443))).toBe(true);
    expect(policy.admits('10.0.0.1', target('evil.cards.internal'))).toBe(false);
    expect(policy.admits('10.0.0.1', target('cards.internal.evil.example'))).toBe(false);
  });

  it('keeps a named port', () => {
    const policy = createAddressPolicy(['localhost:4780', '[::1]:9000', 'cards.internal:443']);
    expect(policy.admits('127.0.0.1', target('localhost', 4780))).toBe(true);
    expect(policy.admits('127.0.0.1', target('localhost', 4781))).toBe(false);
    expect(policy.admits('::1', target('[::1]', 9000))).toBe(true);
    expect(policy.admits('::1', target('[::1]', 9001))).toBe(false);
    expect(policy.admits('10.0.0.1', target('cards.internal', 443))).toBe(true);
  });

  it('allows ranges and single addresses, also in their mapped form', () => {
    const policy = createAddressPolicy(['10.1.0.0/16', '127.0.0.1', 'fd00::/8']);
    expect(policy.admits('10.1.200.3', target('x.example'))).toBe(true);
    expect(policy.admits('::ffff:10.1.200.3', target('x.example'))).toBe(true);
    expect(policy.admits('10.2.0.1', target('x.example'))).toBe(false);
    expect(policy.admits('127.0.0.1', target('127.0.0.1'))).toBe(true);
    expect(policy.admits('127.0.0.2', target('127.0.0.2'))).toBe(false);
    expect(policy.admits('fd12::1', target('y.example'))).toBe(true);
  });

  it.each(['', 'https://host', 'user@host', 'a b', 'host/path', 'host:99999'])('rejects the entry %j', (entry) => {
    expect(() => createAddressPolicy([entry])).toThrow(/not a host name/);
  });
});
