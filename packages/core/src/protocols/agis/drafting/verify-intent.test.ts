import { createWords } from '@dragoman/agis';
import { describe, expect, it } from 'vitest';
import { closedSentence, isSoundIntent } from './verify-intent.js';

const words = createWords();

describe('the last check of an intent', () => {
  it.each([
    ['Returns information about the vehicle’s', 'Returns information'],
    ["Get the list of the boat's:", 'Get the list'],
    ['Get the berths of the', 'Get the berths'],
    ['List the groups a user belongs to', 'List the groups a user belongs to'],
    ['Move a boat (see the', 'Move a boat'],
    ['Move <b>the</b> the "boat.', 'Move the boat.'],
  ])('closes %s', (text, expected) => {
    expect(closedSentence(text)).toBe(expected);
  });

  it('refuses what stays broken', () => {
    expect(isSoundIntent('Get the a berth', words)).toBe(false);
    expect(isSoundIntent('Get the berth &nbsp; of {id}', words)).toBe(false);
    expect(isSoundIntent('Get a berth', words)).toBe(true);
  });

  it('refuses an English sentence that does not begin with a verb', () => {
    expect(isSoundIntent('Successful redirection after approving a berth', words)).toBe(false);
    expect(isSoundIntent('Dynamically add a berth', words)).toBe(true);
    expect(isSoundIntent('Signin with the account of a boat', words)).toBe(true);
    expect(isSoundIntent('Liste aller Boote im Hafen', words)).toBe(true);
  });
});
