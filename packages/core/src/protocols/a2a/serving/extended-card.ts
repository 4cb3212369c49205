/** The card for known callers (1.0 §3.1.11): there is none beyond the public one, which is said in the protocol's own way. */
import { a2aFailure } from './faults.js';
import type { Method } from './method.js';

/** Refuses, as an agent without such a card does. */
export const getExtendedCard: Method = async () => {
  throw a2aFailure('EXTENDED_AGENT_CARD_NOT_CONFIGURED', 'The public card is the whole card.');
};
