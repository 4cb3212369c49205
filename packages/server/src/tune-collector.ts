/** How the garbage collector works where a process has one core for itself: alone. */
import { setFlagsFromString } from 'node:v8';

/**
 * Lets the collector of young objects work without helpers. They shorten its pauses where cores are idle; on the core that the
 * work itself needs they only take turns with it.
 */
export function collectWithoutHelpers(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
