/** Client address of a request that came through trusted proxies. */
import type { HeaderView } from '@dragoman/core/http';

/**
 * The address seen by the outermost trusted proxy: with n trusted proxies, the n-th last entry of `X-Forwarded-For`.
 * Entries further left are untrusted input.
 */
export function clientAddress(remoteAddress: string, headers: HeaderView, trustedProxies: number): string {
  if (trustedProxies === 0) return remoteAddress;
  const hops = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const hop = hops.at(-Math.min(trustedProxies, hops.length)) ?? remoteAddress;
  return hop.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}
