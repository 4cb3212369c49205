/**
 * The look-up that a guarded connection is made from. Every address that a name resolves to is judged in it, so a name that
 * changes its mind between check and call finds no gap.
 */
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Failure } from '@dragoman/model';

/** Resolves a host name to all of its addresses. */
export type DnsLookup = (hostname: string) => Promise<LookupAddress[]>;

/** Error codes of a name that has no address; told in the same words as a refusal, so that neither gives the other away. */
const noAddress = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME']);

/** A look-up that gives no address at all when one of them may not be called. */
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

/** The one answer for a name that leads nowhere or to a refused address. */
function refusedName(cause?: unknown): Failure {
  return new Failure('UPSTREAM_REFUSED', {
    message: 'The host name does not lead to an address that may be called from here.',
    cause,
  });
}
