/** The name under which shares count a connection whose caller is not known yet. */
import { accountOf, anonymous } from '@dragoman/core/engine';
import { addressGroup } from '@dragoman/core/http';

/** The account of callers without a credential at this address. */
export function addressAccount(remoteAddress: string): string {
  return accountOf({ ...anonymous, address: addressGroup(remoteAddress) });
}
