/** Pairs of a method and an intent that were written before the rules for them. */
import { describe, expect, it } from 'vitest';
import { createWords } from '../words/create-words.js';
import { compareActions } from './compare-actions.js';

const words = createWords();
const verdictOf = (line: string) => {
  const [method = '', intent = ''] = line.split(' | ');
  return compareActions(method, words.readIntent(intent).verbs, words).verdict;
};
const verdictsOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => `${line.trim()} → ${verdictOf(line.trim())}`)
    .filter((line) => line.endsWith('contradicts') || line.endsWith('opposed') || line.endsWith('doubtful'));

describe('comparing a method with its intent', () => {
  it('finds an evaluation that creates, publishes or removes a thing', () => {
    const lines = `COMPARE | Creates a box
      SUMMARIZE | Creates a choir
      ESTIMATE | Adds a berth
      EVALUATE | Adds a conveyor to the mine
      TEST | Creates a pilot account
      VERIFY | Publishes the score
      REVIEW | Deletes the plan
      REVIEW | Wipes the script of the film`;
    expect(verdictsOf(lines)).toHaveLength(8);
  });

  it('finds a change that only gives information', () => {
    const lines = `SEND | Gives a list of letters
      CANCEL | Reports the terms for cancelling a lesson
      TERMINATE | Provides the terms of a lease
      BAN | Outlines the reasons for bans
      REVOKE | Estimates the damage of a leaked key
      FUND | Provides a list of sponsors`;
    expect(verdictsOf(lines)).toHaveLength(6);
  });

  it('finds opposites that a phrase or a stopped action expresses', () => {
    const lines = `DONATE | Takes money out of the organ fund
      FOLLOW | Stops following a composer
      BUY | Puts a boat up for sale
      DISCLOSE | Keeps a record from the public
      ACCEPT | Says no to an offer from the studio
      PUBLISH | Takes a score out of public view`;
    expect(verdictsOf(lines)).toHaveLength(6);
  });

  it('accepts idioms that mean what the method does', () => {
    const lines = `PURGE | Gets rid of old records
      APPROVE | Says yes to a loan request
      REPLY | Gives an answer to a question of a reader
      DECLARE | States the cargo of a vessel to customs
      BORROW | Gets a book from a friend
      LEND | Gives a score to a choir for a while
      ACCEPT | Shows agreement with the terms of the harbor
      UNFOLLOW | Stops following a channel
      EVACUATE | Gets everyone out of the building
      FORWARD | Gives a summary of the incident to the manager`;
    expect(verdictsOf(lines)).toEqual([]);
  });

  it('accepts an evaluation that creates its own result', () => {
    const lines = `ASSESS | Creates a risk profile of the borrower
      ESTIMATE | Makes a guess at the arrival time
      COMPARE | Builds a table of two phone plans
      COMPARE | Produces a response in JSON format
      CALCULATE | Adds the hours of all shifts
      REVIEW | Marks the document as reviewed
      LIST | Files list for an article`;
    expect(verdictsOf(lines)).toEqual([]);
  });
});
