import { createWords } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { lowerTitle, withoutCapitals, wordCaseOf } from './word-case.js';

const words = createWords();

function evidence(path: string, ...texts: string[]) {
  const operations = texts.map((summary) => ({ summary, input: {}, output: {} }) as unknown as Operation);
  return { wordCase: wordCaseOf(operations), words, path };
}

describe('the case of words', () => {
  it.each([
    [
      'of a title',
      'Get Online Recordings for training',
      evidence('/', 'All online recordings'),
      'Get online recordings for training',
    ],
    ['of a name', 'Get Harbrix Settings', evidence('/'), 'Get Harbrix settings'],
    [
      'of a name that is a noun too',
      'Open a berth in Harbrix One',
      evidence('/', 'There is one'),
      'Open a berth in Harbrix One',
    ],
    ['of a segment of the path', 'Creates a Berth in the system', evidence('/berths'), 'Creates a berth in the system'],
    ['of small words', 'Upload a File From an URL', evidence('/', 'The file'), 'Upload a file from an URL'],
    ['of abbreviations', 'Get the berth Ids and the url', evidence('/'), 'Get the berth IDs and the URL'],
    ['of a name with a hyphen', 'Create a Boat in N-harbor', evidence('/boats'), 'Create a boat in N-harbor'],
    [
      'of a name that is a quality too',
      'Exchange Tidal token',
      evidence('/auth/tidal', 'Send a Tidal token', 'Use a Tidal token'),
      'Exchange Tidal token',
    ],
    [
      'of words that it writes in capitals',
      'Perform Qtl by berth',
      evidence('/', 'Runs a QTL transfer'),
      'Perform QTL by berth',
    ],
    ['of agents', 'Add Berth Provider', evidence('/'), 'Add berth provider'],
    ['after a period', 'Reads it. The rest follows', evidence('/', 'all the rest'), 'Reads it. The rest follows'],
  ])('follows the document: %s', (_, sentence, known, expected) => {
    expect(withoutCapitals(sentence, known)).toBe(expected);
  });

  it('keeps names in titles', () => {
    expect(lowerTitle('Harbrix Session', words)).toBe('Harbrix session');
  });
});
