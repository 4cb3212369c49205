/**
 * The DNS lookup of guarded connections. It checks every address that a name resolves to, so a name that resolves
 * differently between check and call (DNS rebinding) finds no gap.
 */
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Failure } from '@dragoman/model';

/** Resolves a host name to all of its addresses. */
export type DnsLookup = (hostname: string) => Promise<LookupAddress[]>;

/** Error codes of a name without an address; reported like a rejection, so that callers cannot distinguish the two. */
const noAddress = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME']);

/** A lookup that returns no address at all when one of them may not be called. */
export function createGuardedLookup(dnsLookup: DnsLookup, admits: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => admits(address)))
          return callback(refusedName(), []);
        if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(noAddress.has(error.code ?? '') ? refusedName(error) : error, []),
    );
  };
}

/** The same failure for a name without an address and for a rejected address. */
function refusedName(cause?: unknown): Failure {
  return new Failure('UPSTREAM_REFUSED', {
    message:
      'The host name does not exist, or it belongs to a private address that may not be called from here. Check its spelling; the operator can allow private hosts with the setting outbound.allow.',
    cause,
  });
}
