/** Tests requests that send a body only to read. */
import { describe, expect, it } from 'vitest';
import { deriveConduct } from './derive-conduct.js';

const impactOf = (summary: string, more: { path?: string; name?: string; description?: string } = {}) =>
  deriveConduct({ method: 'POST', path: '/x', summary, ...more }).impact;

describe('a POST with a noun phrase as its title', () => {
  it.each([
    ['Tide info', { path: '/rpc/getTideInfo', name: 'getTideInfo' }],
    ['Hives', { path: '/hives/query', name: 'queryHives' }],
    ['Balance of an account', { name: 'getBalance', description: 'Returns the balance.' }],
    ['Flights to an airport', { name: 'searchFlights' }],
    ['Nearest quay with fuel', {}],
    ['Number of records', { path: '/records/_count' }],
    ['Distances between harbours', {}],
    ['When is the dentist free?', {}],
    ['Is a berth free', {}],
  ])('"%s" with %j only reads', (summary, more) => {
    expect(impactOf(summary, more)).toBe('informational');
  });

  it.each([
    ['Notes', { name: 'getOrCreateNote' }],
    ['Balance of an account', { name: 'resetBalance' }],
    ['An instance will be migrated', { name: 'getInstance' }],
    ['Notes', { name: 'getNotes', description: 'Creates the notes of a day.' }],
    ['Request a berth', { name: 'getBerth' }],
    ['Tests of a patient', {}],
  ])('"%s" with %j may change something', (summary, more) => {
    expect(impactOf(summary, more)).toBe('reversible');
  });
});
