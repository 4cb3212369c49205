/** The last edit of generated sentences. */
import { createWords } from '@dragoman/agis';
import { describe, expect, it } from 'vitest';
import { polishIntent, polishOutcome } from './polish-sentence.js';

const words = createWords();

describe('an intent', () => {
  it.each([
    ['RETRIEVE', '/berths/{id}', 'Get Berth', 'Get a berth'],
    ['REMOVE', '/berths/{id}', 'DELETE berth by id', 'Delete a berth by ID'],
    ['RETRIEVE', '/berths/{id}/status', 'Get Berth Status', 'Get the berth status'],
    ['RETRIEVE', '/version', 'Return API Version', 'Return the API version'],
    ['LIST', '/berths', 'List Floating Berths', 'List floating berths'],
    ['LIST', '/berths', 'Get Floating Berths', 'Get floating berths'],
    ['LIST', '/berths/{id}/tours', 'Get tours for berth', 'Get tours for a berth'],
    ['CREATE', '/alerts', 'Create Back In Stock alert', 'Create Back In Stock alert'],
    ['UPDATE', '/berths/{id}', 'partially update the specified Berth', 'Partially update the specified berth'],
    ['UPDATE', '/berths/{id}', 'Update berth information', 'Update berth information'],
    ['UPDATE', '/dry-docks/{id}', 'Update DryDock', 'Update a dry dock'],
    ['RETRIEVE', '/pictures', 'Get picture from URL', 'Get the picture from a URL'],
    ['LIST', '/berths', 'Get your berths by harborCode', 'Get the berths by harbor code'],
    ['RETRIEVE', '/berths/{id}/plan', 'Get the plan for the berth {berthId}', 'Get the plan for the berth'],
    ['SET', '/berths/{id}', 'Marked a berth as active.', 'Mark a berth as active.'],
    ['ADD', '/tours', "Add a tour to harbor's list", "Add a tour to the harbor's list"],
    ['LIST', '/tours', "List the currently signed in captain's tours", "List the currently signed in captain's tours"],
    ['LIST', '/tours', "List the tours of today's list", "List the tours of today's list"],
    ['REMOVE', '/docks', 'Delete a Elastic Dock of the quay', 'Delete an elastic dock of the quay'],
  ])('of %s %s becomes a sentence: %s → %s', (method, path, given, expected) => {
    expect(polishIntent(given, { method, path, words })).toBe(expected);
  });
});

describe('an outcome', () => {
  it.each([
    ['The tours of a harbor are returned', 'The tours of the harbor are returned'],
    ['The tours for a specific harbor are returned', 'The tours for the harbor are returned'],
    ['The buoy is moved from one harbor to another', 'The buoy is moved from one harbor to another'],
    ['The berth is assigned to a harbor', 'The berth is assigned to the harbor'],
    ['The chart is converted to a picture', 'The chart is converted to a picture'],
    ['The tours in a tabular format are returned', 'The tours in a tabular format are returned'],
    ['All tours that belong to a harbor are returned', 'All tours that belong to a harbor are returned'],
    ['The limits of one or several harbors are returned', 'The limits of one or several harbors are returned'],
    [
      'The tours for the currently logged in harbor are returned',
      'The tours for the currently logged in harbor are returned',
    ],
    ['The Harbor Tours are returned', 'The harbor tours are returned'],
    ['The Teams mapping of a harbor is returned', 'The Teams mapping of the harbor is returned'],
  ])('refers to what the request names: %s → %s', (given, expected) => {
    expect(polishOutcome(given, { method: 'LIST', path: '/harbors/{id}/tours', words })).toBe(expected);
  });
});
