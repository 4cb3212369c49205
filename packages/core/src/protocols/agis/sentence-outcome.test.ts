import { createWords } from '@dragoman/agis';
import { describe, expect, it } from 'vitest';
import { actionSentence } from './action-sentence.js';
import { outcomeFromSentence } from './sentence-outcome.js';

const words = createWords();

describe('the outcome of a sentence', () => {
  it.each([
    ['Refund a captured payment', 'reversible', 'The captured payment is refunded'],
    ['Creates a pay item', 'reversible', 'A new pay item exists as requested'],
    ['Delete Multiple Reviews', 'irreversible', 'The reviews no longer exist'],
    ['Remove a member from a team', 'reversible', 'The member is removed from a team'],
    [
      'Updates the transit class referenced by the given ID.',
      'reversible',
      'The transit class has the requested values',
    ],
    ['Add or replace documents', 'reversible', 'The documents are added or replaced'],
    ['Submit an encrypted number to obtain a token', 'reversible', 'The encrypted number is submitted'],
    ['Use this endpoint to log out the current user', 'reversible', 'The current user is logged out'],
    ['Lists the users assigned to a group.', 'informational', 'The users assigned to a group are returned'],
    ['Returns a list of all events for a call', 'informational', 'A list of all events for a call is returned'],
    ['Search for similar products by link', 'informational', 'The matching similar products are returned'],
    ['Checks whether an address is free', 'informational', 'Whether an address is free is returned'],
    ['Get an SMS', 'informational', 'The requested SMS is returned'],
  ] as const)('%s → %s: %s', (sentence, impact, outcome) => {
    const [method = ''] = sentence.split(' ');
    expect(outcomeFromSentence({ sentence, method, impact, words })).toBe(outcome);
  });

  it.each([
    ['a title', 'PAN Verification Record'],
    ['a title that begins with a noun', 'Email QR Code'],
    ['no object', 'Register for Training'],
    ['a vague verb', 'Performs the operation'],
    ['another language', 'Crear un usuario'],
    ['nothing', ''],
    ['a verb that contradicts the impact', 'Get the berth'],
    ['punctuation', '/ / /'],
  ])('is not made of %s', (_, sentence) => {
    expect(outcomeFromSentence({ sentence, method: 'CREATE', impact: 'reversible', words })).toBeUndefined();
  });
});

describe('the action of a sentence', () => {
  it.each([
    ['When a run waits, this endpoint can be used to submit the outputs', 'Submit the outputs'],
    ['Batch operation for retrieving repositories by ID', 'Retrieve repositories by ID'],
    ['Elements: Get by Id', 'Get Elements by Id'],
    ['push sign-in request See: https://example.com/x', 'push sign-in request'],
    ['Books a berth', 'Books a berth'],
    ['Note: this is slow', 'Note: this is slow'],
  ])('%s → %s', (given, action) => {
    expect(actionSentence(given, words)).toBe(action);
  });
});
