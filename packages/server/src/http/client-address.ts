/** Which address a request really came from when trusted proxies stand in front. */
import type { HeaderView } from '@dragoman/core/http';

/**
 * The address seen by the outermost trusted proxy: with n proxies trusted, the n-th last one named in
 * `X-Forwarded-For`. What stands further left was written by strangers.
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
