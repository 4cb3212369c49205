import { createWords } from '@dragoman/agis';
import type { Binding } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { acceptedOutcome, isOnlyAccepted } from './accepted-outcome.js';

const words = createWords();

function bindingOf(method: string, successStatuses?: number[]): Binding {
  return {
    kind: 'http',
    method,
    urlTemplate: 'https://quay.example/boats',
    parameters: {},
    ...(successStatuses === undefined ? {} : { successStatuses }),
  };
}

describe('the outcome of a request that is only accepted', () => {
  it.each([
    ['Sends a command to restart the pump of a boat.', 'The request to restart the pump of a boat is accepted'],
    ['Deletes the boat, and returns a job', 'The request to delete the boat is accepted'],
    ['Asynchronously pull the data', 'The request to asynchronously pull the data is accepted'],
    ['Create a boat (for you)', 'The request to create a boat is accepted'],
    ['Update your boat', 'The request is accepted'],
  ])('of "%s" names the request', (sentence, outcome) => {
    expect(acceptedOutcome(sentence, words)).toBe(outcome);
  });

  it('leaves verbs alone that say themselves that something happens later', () => {
    expect(acceptedOutcome('Schedule an export of the boats', words)).toBeUndefined();
  });

  it('is known from the status 202 alone and from the text', () => {
    expect(isOnlyAccepted(bindingOf('POST', [202]), '')).toBe(true);
    expect(isOnlyAccepted(bindingOf('POST', [200, 202]), '')).toBe(false);
    expect(isOnlyAccepted(bindingOf('POST'), 'The boats are moved in the background.')).toBe(true);
    expect(isOnlyAccepted(bindingOf('GET', [202]), '')).toBe(false);
  });
});
