/** Reason phrases of statuses that Node knows and of those that it does not. */
import { expect, it } from 'vitest';
import { reasonPhrase } from './reason-phrase.js';

it('names the statuses of AGTP as its draft does', () => {
  expect([261, 262, 263, 454, 460, 404, 799].map(reasonPhrase)).toEqual([
    'Negotiation In Progress',
    'Authorization Required for Negotiation',
    'Endpoint Instantiated',
    'Grammar Violation',
    'Proposal Rejected',
    'Not Found',
    '',
  ]);
});
