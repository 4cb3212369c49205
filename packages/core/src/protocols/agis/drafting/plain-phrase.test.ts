import { createWords } from '@dragoman/agis';
import { describe, expect, it } from 'vitest';
import { plainPhrase } from './plain-phrase.js';

const words = createWords();

describe('an object word for word', () => {
  it.each([
    ['berths with free water for a specific day', 'berths with free water for a specific day'],
    ['all ferries filtered by harbor code.', 'ferries filtered by harbor code'],
    ['the boats which moor in those harbors', 'boats which moor in those harbors'],
    ['a berth by ID', 'berth'],
    ['the berth with the given identifier', 'berth'],
    ['ferries with optional pagination', 'ferries'],
    ['quays available in the harbor, sorted by name', 'quays available in the harbor'],
  ])('keeps what distinguishes "%s"', (given, text) => {
    expect(plainPhrase(given, words)?.text).toBe(text);
  });

  it.each([
    'the actions the captain has taken on board',
    "the captain identified by a token's inbox",
    'the help diagnose mooring problems',
    'a berth to delete the boat',
    'boats and removes them',
    'boats, cranes and quays',
  ])('does not claim to understand "%s"', (given) => {
    expect(plainPhrase(given, words)).toBeUndefined();
  });
});
