/** Where addresses lead, judged once: the judgement on an address as it is written does not change while the server runs. */
import type { AddressGuard } from '@dragoman/core/http';
import { parseAddress, requireCallable } from '@dragoman/core/http';
import { createLru } from './lru.js';

/** Where an address leads. */
export interface Aim {
  origin: string;
  /** Path and query. */
  path: string;
}

/** Addresses that are remembered. */
const remembered = 1024;

/** Makes the judge; it throws `UPSTREAM_REFUSED` on an address that may not be called. */
export function createAim(guard: AddressGuard): (address: string) => Aim {
  const aims = createLru<Aim>({ max: remembered, mayDrop: () => true });
  return (address) =>
    aims.get(address, () => {
      const url = parseAddress(address);
      requireCallable(guard, url);
      return { origin: url.origin, path: `${url.pathname}${url.search}` };
    });
}
