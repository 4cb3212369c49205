/**
 * Reports at registration that calls of an entry would be rejected because of their address: what the address itself
 * says, and what its host name resolves to now. The call checks both again.
 */
import type { Diagnostic, DiagnosticTable, Operation } from '@dragoman/model';
import { diagnose, toFailure } from '@dragoman/model';
import { literalAddress } from './address-policy.js';
import { bindingOrigin } from './binding-origin.js';
import type { AddressGuard } from './callable-address.js';
import { admitsConnection, requireCallable } from './callable-address.js';

const rows = {
  'address/not-callable': {
    severity: 'warning',
    message: 'calls to {origin} will be rejected: {reason}',
    why: 'The server calls public https addresses only, so that nobody can use it to reach private networks.',
    help: 'Add the host to outbound.allow of the server, and set outbound.allowHttp for plain http; or give the service an address that may be called.',
  },
} as const;

/** The table of findings. */
export const addressDiagnostics: DiagnosticTable<keyof typeof rows> = rows;

/** The addresses of a host name; undefined when they are not known. */
export type ResolveName = (hostname: string) => Promise<readonly string[] | undefined>;

/** Maximum number of addresses of one entry that are reported, and of names that are resolved. */
const maxReported = 5;

/** Names that always denote this machine, its network, or the metadata service of a cloud. */
const localNames = /(^|\.)(localhost|local|internal|home\.arpa|localdomain)\.?$/i;

/** Creates the check for the addresses that the operator allows; host names are not resolved without `resolve`. */
export function createAddressCheck(guard: AddressGuard, resolve?: ResolveName) {
  return async ({ operations }: { operations: readonly Operation[] }): Promise<Diagnostic[]> => {
    const origins = new Set<string>();
    for (const { binding } of operations) {
      const origin = bindingOrigin(binding);
      if (origin !== undefined) origins.add(origin);
    }
    const found: Diagnostic[] = [];
    const named: string[] = [];
    const report = (origin: string, reason: string) =>
      found.push(diagnose(addressDiagnostics, 'address/not-callable', { pointer: '' }, { origin, reason }));
    for (const origin of origins) {
      const reason = reasonAgainst(guard, new URL(origin));
      if (reason !== undefined) report(origin, reason);
      else if (named.length < maxReported) named.push(origin);
      if (found.length === maxReported) return found;
    }
    const reasons = await Promise.all(named.map((origin) => reasonAfterLookup(guard, new URL(origin), resolve)));
    for (const [at, origin] of named.entries()) {
      const reason = reasons[at];
      if (reason !== undefined) report(origin, reason);
    }
    return found.slice(0, maxReported);
  };
}

/** Why a connection to the addresses of the name would be rejected. */
async function reasonAfterLookup(
  guard: AddressGuard,
  url: URL,
  resolve: ResolveName | undefined,
): Promise<string | undefined> {
  if (resolve === undefined || literalAddress(url.hostname) !== undefined) return undefined;
  const addresses = (await resolve(url.hostname)) ?? [];
  const isRefused = !addresses.every((address) => admitsConnection(guard.policy, url, address));
  if (isRefused) return 'The host name resolves to an address that may not be called.';
  // Plain http needs a host or an address that the operator has named.
  const isNamed = guard.policy.namesHost({ hostname: url.hostname, port: Number(url.port) || 80 });
  const isUnnamed = url.protocol === 'http:' && addresses.length === 0 && !isNamed;
  return isUnnamed
    ? 'Plain http is called only for hosts in outbound.allow, and the host name does not resolve.'
    : undefined;
}

function reasonAgainst(guard: AddressGuard, url: URL): string | undefined {
  try {
    requireCallable(guard, url);
  } catch (thrown) {
    return toFailure(thrown).message;
  }
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (!localNames.test(url.hostname) || guard.policy.namesHost({ hostname: url.hostname, port })) return undefined;
  return 'The host name denotes a private address.';
}
