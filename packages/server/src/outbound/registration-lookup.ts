/**
 * Resolves host names of services at registration, only to warn about addresses that may not be called. Callers choose
 * the names, so the number, the time and the repetition of lookups are limited; a name that is not resolved is not
 * reported.
 */
import type { DnsLookup, ResolveName } from '@dragoman/core/http';
import { createBoundedCache } from '@dragoman/model';

/** Dependencies and limits. */
export interface RegistrationLookupPorts {
  dnsLookup: DnsLookup;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** Milliseconds after which a registration no longer waits; 500 by default. */
  waitMs?: number;
  /** Maximum number of lookups at the same time; 8 by default. */
  concurrent?: number;
}

const defaultWaitMs = 500;
const defaultConcurrent = 8;

/** Names that are remembered, and for how many milliseconds. */
const cachedNames = 1000;
const cachedMs = 60_000;

/** Domains that are reserved and never have an address (RFC 2606, RFC 6761, RFC 7686). */
const reserved = /(^|\.)(example|test|invalid|onion)\.?$/i;

interface Known {
  found: Promise<readonly string[] | undefined>;
  until: number;
}

/** Creates the resolver. */
export function createRegistrationLookup(ports: RegistrationLookupPorts): ResolveName {
  const { dnsLookup, elapsed, waitMs = defaultWaitMs, concurrent = defaultConcurrent } = ports;
  const known = createBoundedCache<string, Known>({ entries: cachedNames });
  let running = 0;

  async function lookUp(hostname: string): Promise<readonly string[] | undefined> {
    running += 1;
    try {
      return (await dnsLookup(hostname)).map(({ address }) => address);
    } catch {
      return undefined;
    } finally {
      running -= 1;
    }
  }

  return async (hostname) => {
    if (reserved.test(hostname)) return undefined;
    const cached = known.get(hostname);
    if (cached !== undefined && elapsed() < cached.until) return withinTime(cached.found, waitMs);
    if (running >= concurrent) return undefined;
    const found = lookUp(hostname);
    known.set(hostname, { found, until: elapsed() + cachedMs });
    return withinTime(found, waitMs);
  };
}

async function withinTime<T>(found: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}
