/**
 * Reports at registration that calls of an entry would be rejected because of their address, as far as the address
 * itself says so; what a host name resolves to is only known when it is called.
 */
import type { Diagnostic, DiagnosticTable, Operation } from '@dragoman/model';
import { diagnose, toFailure } from '@dragoman/model';
import { bindingOrigin } from './binding-origin.js';
import type { AddressGuard } from './callable-address.js';
import { requireCallable } from './callable-address.js';

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

/** Maximum number of addresses of one entry that are reported. */
const maxReported = 5;

/** Names that always denote this machine, its network, or the metadata service of a cloud. */
const localNames = /(^|\.)(localhost|local|internal|home\.arpa|localdomain)\.?$/i;

/** Creates the check for the addresses that the operator allows. */
export function createAddressCheck(guard: AddressGuard) {
  return ({ operations }: { operations: readonly Operation[] }): Diagnostic[] => {
    const origins = new Set<string>();
    for (const { binding } of operations) {
      const origin = bindingOrigin(binding);
      if (origin !== undefined) origins.add(origin);
    }
    const found: Diagnostic[] = [];
    for (const origin of origins) {
      const reason = reasonAgainst(guard, new URL(origin));
      if (reason === undefined) continue;
      found.push(diagnose(addressDiagnostics, 'address/not-callable', { pointer: '' }, { origin, reason }));
      if (found.length === maxReported) break;
    }
    return found;
  };
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
