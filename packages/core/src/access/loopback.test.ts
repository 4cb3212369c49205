import { describe, expect, it } from 'vitest';
import { addressGroup, isLoopbackHost } from './loopback.js';

describe('loopback names', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1', '127.8.8.8', '::1', '[::1]', '::ffff:127.0.0.1'])(
    'treats %s as this machine',
    (host) => expect(isLoopbackHost(host)).toBe(true),
  );

  it.each([
    '',
    '0.0.0.0',
    '::',
    '10.0.0.1',
    'localhost.example.com',
    '127.0.0.1.example.com',
    'example.com',
    '2130706433',
  ])('does not treat %j as this machine', (host) => expect(isLoopbackHost(host)).toBe(false));
});

describe('the rate limit group of an address', () => {
  it('is the address itself for IPv4, also when mapped', () => {
    expect(addressGroup('192.0.2.7')).toBe('192.0.2.7');
    expect(addressGroup('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  it('is the /64 for IPv6', () => {
    expect(addressGroup('2001:db8:1:2::1')).toBe(addressGroup('2001:db8:1:2:ffff::9'));
    expect(addressGroup('2001:db8:1:2::1')).not.toBe(addressGroup('2001:db8:1:3::1'));
    expect(addressGroup('fe80::1%eth0')).toBe(addressGroup('fe80::2'));
  });

  it('is the same for everything that is not an address', () => {
    expect(addressGroup('made-up-1')).toBe(addressGroup('made-up-2'));
  });
});
