/** Tunes V8's garbage collector for a server: calls leave nothing behind, and one core has no room for helpers. */
import { setFlagsFromString } from 'node:v8';

/**
 * Disables allocation-site pretenuring. V8 allocates object literals in the old generation when the first ones from
 * that site survived for a while, which calls that wait for a response do; from then on everything such an object
 * points to is kept, copied and promoted with it, long after the call is over.
 */
export function beginYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Disables parallel scavenging. Helper threads shorten pauses where cores are idle; on the core that the work itself
 * needs they only compete with it.
 */
export function collectWithoutHelpers(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
