/** Parses and checks upstream URLs. The result for a URL does not change while the server runs, so it is cached. */
import type { AddressGuard } from '@dragoman/core/http';
import { parseAddress, requireCallable } from '@dragoman/core/http';
import { createLru } from './lru.js';

/** Parsed target of a URL. */
export interface Aim {
  origin: string;
  /** Path and query. */
  path: string;
}

/** Maximum number of cached URLs. */
const remembered = 1024;

/** Creates the check; it throws `UPSTREAM_REFUSED` on a URL that may not be called. */
export function createAim(guard: AddressGuard): (address: string) => Aim {
  const aims = createLru<Aim>({ max: remembered, mayDrop: () => true });
  return (address) =>
    aims.get(address, () => {
      const url = parseAddress(address);
      requireCallable(guard, url);
      return { origin: url.origin, path: `${url.pathname}${url.search}` };
    });
}
