import { createSynonyms, createWords, dayIn, readInstruction } from '@dragoman/agis';
import { describe, expect, it } from 'vitest';
import { makeOperation } from '../fixtures/entries.js';
import { createActionComparison } from './compare-action.js';

const knowledge = { words: createWords(), synonyms: createSynonyms() };

function compare(intent: string, name: string) {
  const instruction = readInstruction(intent, dayIn('UTC', 0), knowledge);
  return createActionComparison(instruction, knowledge)(makeOperation(name));
}

describe('createActionComparison', () => {
  it.each([
    ['Unblock the sender', 'block_sender'],
    ['Reopen the ticket', 'closeTicket'],
    ['Turn off the light', 'turn_on_light'],
    ['Stop sharing my position', 'share_location'],
    ['Delete the contact', 'create_contact'],
    ['Uncancel reservation 5', 'cancel_reservation'],
  ])('recognizes that %j asks for the opposite of %s', (intent, name) => {
    expect(compare(intent, name)).toMatchObject({ opposed: true, verb: 0 });
  });

  it.each([
    ['Block the sender', 'block_sender', 1],
    ['Reserve a table', 'book_table', 0.8],
    ['Turn on the light', 'turn_on_light', 1],
    ['Cancel my booking', 'cancel_booking', 1],
    ['', 'cancel_booking', 0],
  ])('recognizes that %j does not ask for the opposite of %s', (intent, name, verb) => {
    expect(compare(intent, name)).toMatchObject({ opposed: false, verb });
  });
});
