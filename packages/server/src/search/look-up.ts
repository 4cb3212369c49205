/**
 * Nearest-neighbor lookup in a store that compares vectors. A search never fails because of it: without a response
 * from the store it falls back to words, and the store is not asked for a while, so that an outage costs one search
 * its timeout and not each.
 */

import type { MeaningReading, MeaningScope, SearchIndex } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { Logger } from '../observe/logger.js';
import { withTimeout } from '../runtime/with-timeout.js';

/** Completes a reading for a query within a scope. */
export type LookUp = (text: string, reading: MeaningReading, scope: MeaningScope) => Promise<MeaningReading>;

/** Milliseconds that a search waits for the store, and for which it is then not asked again. */
const waitMs = 2_000;
const restMs = 5_000;

/** Creates the lookup; it does nothing where vectors are compared in this process. */
export function createLookUp(
  index: Pick<SearchIndex, 'lookUp'>,
  { clock, logger }: { clock: Clock; logger: Logger },
): LookUp {
  let restsUntil = 0;
  return async (text, reading, { caller, ...scope }) => {
    const { meaning } = reading;
    if (meaning === undefined) return reading;
    if (clock.now() < restsUntil)
      return { trouble: 'the database failed to compare meanings a moment ago and is paused' };
    try {
      return { meaning: await withTimeout(index.lookUp({ ...scope, text, meaning }, caller), waitMs) };
    } catch (error) {
      restsUntil = clock.now() + restMs;
      logger.warn({ err: error }, 'the database could not compare meanings; search uses words for a while');
      return { trouble: 'the database did not compare meanings in time' };
    }
  };
}
