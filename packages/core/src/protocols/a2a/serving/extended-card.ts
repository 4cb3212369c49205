/** The extended card (1.0 §3.1.11): not offered, which is reported as the protocol defines. */
import { a2aFailure } from './faults.js';
import type { Method } from './method.js';

/** Refuses, like any agent without an extended card. */
export const getExtendedCard: Method = async () => {
  throw a2aFailure('EXTENDED_AGENT_CARD_NOT_CONFIGURED', 'The public card is the complete card.');
};
