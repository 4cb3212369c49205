/** The extended card (1.0 §3.1.11): not offered, which is reported as the protocol defines. */
import { a2aFailure } from './faults.js';
import type { Method } from './method.js';

/** Refuses, like any agent whose card does not declare an extended card (§3.3.4). */
export const getExtendedCard: Method = async () => {
  throw a2aFailure('UNSUPPORTED_OPERATION', 'There is no extended card; the public card is the complete card.');
};
