import { describe, expect, it } from 'vitest';
import { createWords } from '../words/create-words.js';
import { measureMoods, readRequests } from './labelled-requests.support.js';
import { explainMood } from './mood.js';
import { readMood } from './read-mood.js';

const words = createWords();
const kindOf = (request: string) => readMood(request, words).kind;

describe('the labeled lists', () => {
  it.each(['develop', 'heldout'] as const)(
    'reads at most 5 %% of the requests that must not act as requests, and refuses at most 3 %% of the others (%s)',
    (part) => {
      const { forbidden, acted, ordinary, refused } = measureMoods(readRequests(part), words);
      expect(forbidden).toBeGreaterThan(80);
      expect(ordinary).toBeGreaterThan(80);
      expect(acted.length / forbidden).toBeLessThanOrEqual(0.05);
      expect(refused.length / ordinary).toBeLessThanOrEqual(0.03);
    },
  );
});

describe('one request', () => {
  it.each([
    ['do not book slot s1 for Ann', 'negated'],
    ["please don't cancel my appointment", 'negated'],
    ['how do I cancel?', 'how-to'],
    ['I canceled it', 'past'],
    ['if it rains, cancel the booking', 'hypothetical'],
    ['the mail said "cancel my subscription"', 'quoted'],
    ['Tom is going to cancel the appointment', 'other'],
    ['when will you ship my parcel?', 'question'],
    ['book slot s1 and do not book slot s1', 'contradictory'],
    ['book and do not book', 'contradictory'],
    ["book slot s1. No, don't.", 'contradictory'],
    ["don't, don't, don't", 'negated'],
    ["don't forget to send the invoice", 'request'],
    ['do not book slot s1, book slot s2', 'request'],
    ['add a note "do not call" to ticket 9', 'request'],
    ['I need a plumber in Bath on Friday', 'request'],
    ["I'm looking for clean eating recipes", 'request'],
    ["I'm renting a car for my vacation in Spain", 'request'],
    ["I'm planning to visit Paris in May", 'request'],
    ['I will conduct a market study in Vietnam', 'request'],
    ['I would prefer the report in English', 'request'],
    ['I am deleting the files', 'other'],
    ['I will book a flight to Rome', 'other'],
    ['I plan to cancel the contract', 'hypothetical'],
    ["I'm thinking about closing the account", 'hypothetical'],
    ['', 'request'],
    ['🙂🙂', 'request'],
  ])('reads "%s" as %s', (request, kind) => {
    expect(kindOf(request)).toBe(kind);
  });

  it('explains with the words of the request why nothing was called', () => {
    expect(explainMood(readMood('Hello! How do I cancel my trip?', words))).toBe(
      'This reads as a question about how something is done (“How do I cancel my trip”), so nothing was called.',
    );
    expect(explainMood(readMood('cancel it', words))).toBe('');
  });

  it.each([
    ['negations', 'do not '.repeat(150_000)],
    ['clauses', 'book it, don’t book it, '.repeat(40_000)],
    ['quotes', '\'"'.repeat(500_000)],
    ['one word', 'not'.repeat(300_000)],
    ['conditions', 'if you cancel and if you do not '.repeat(30_000)],
  ])('reads a request of 1 MB: %s', (_, text) => {
    expect(readMood(text, words).evidence.length).toBeLessThan(100);
  });
});
