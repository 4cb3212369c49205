import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.js';

describe('the address of a caller', () => {
  it.each([
    [0, '203.0.113.9', '192.0.2.1'],
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    [2, '6.6.6.6, 203.0.113.9, 198.51.100.1', '203.0.113.9'],
    [3, '203.0.113.9', '203.0.113.9'],
    [1, '[2001:db8::1]:443', '2001:db8::1'],
    [1, '203.0.113.9:5000', '203.0.113.9'],
    [1, ' , ', '192.0.2.1'],
  ])('with %i trusted proxies and X-Forwarded-For %j is %s', (trusted, forwarded, expected) => {
    expect(clientAddress('192.0.2.1', new Headers({ 'x-forwarded-for': forwarded }), trusted)).toBe(expected);
  });
});
