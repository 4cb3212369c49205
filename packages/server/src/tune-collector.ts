/** How the garbage collector works in a server: for calls that leave nothing behind, and alone where there is one core. */
import { setFlagsFromString } from 'node:v8';

/**
 * Lets every object begin young. V8 puts what a literal makes among the old objects when the first ones made there have lived
 * for a while, and calls that wait for an answer do; from then on whatever such an object points to is kept, copied and
 * promoted with it, long after the call is over.
 */
export function beginYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Lets the collector of young objects work without helpers. They shorten its pauses where cores are idle; on the core that the
 * work itself needs they only take turns with it.
 */
export function collectWithoutHelpers(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
