import { createWords } from '@dragoman/agis';
import { describe, expect, it } from 'vitest';
import { outcomeFromSentence } from './sentence-outcome.js';

const words = createWords();

describe('the outcome of two actions', () => {
  it.each([
    [
      'Stores the berth and returns saved berth data',
      'STORE',
      'The berth is stored and the saved berth data is returned',
    ],
    [
      'Export the plan of a harbor and return a URL',
      'EXPORT',
      'The plan of a harbor is exported and a URL is returned',
    ],
    ['Move the boat and the crane', 'MOVE', 'The boat and the crane are moved'],
    ['Signs a receipt and stores it', 'SIGN', 'The receipt is signed'],
  ])('says both of %s', (sentence, method, outcome) => {
    expect(outcomeFromSentence({ sentence, method, impact: 'reversible', words })).toBe(outcome);
  });
});
