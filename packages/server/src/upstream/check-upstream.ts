/** Checks whether a call could leave, without sending anything: for dry runs. */
import type { AddressPolicy, DnsLookup } from '@dragoman/core/http';
import { admitsConnection, createGuardedLookup, literalAddress } from '@dragoman/core/http';
import { toUpstreamFailure } from '../outbound/upstream-failure.js';
import { requirePassable } from './call-upstream.js';
import type { UpstreamParts } from './upstream-parts.js';

/** How host names are resolved and which addresses may be called. */
export interface NameGuard {
  policy: AddressPolicy;
  dnsLookup: DnsLookup;
}

/** Throws what a call to this URL would throw before it is sent. */
export async function checkUpstream(parts: UpstreamParts, url: string, guard: NameGuard): Promise<void> {
  try {
    const { origin } = parts.aim(url);
    requirePassable(parts, parts.health(origin));
    await requireAddress(new URL(origin), guard);
  } catch (error) {
    throw toUpstreamFailure(error);
  }
}

/** Throws when the host name has no address, or one that may not be called. */
function requireAddress(target: URL, { policy, dnsLookup }: NameGuard): Promise<void> {
  if (literalAddress(target.hostname) !== undefined) return Promise.resolve();
  const lookUp = createGuardedLookup(dnsLookup, (address) => admitsConnection(policy, target, address));
  return new Promise((resolve, reject) => {
    lookUp(target.hostname, { all: true }, (error) => (error === null ? resolve() : reject(error)));
  });
}
