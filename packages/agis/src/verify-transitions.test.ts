import { describe, expect, it } from 'vitest';
import { verifyTransitions } from './verify-transitions.js';

describe('verifyTransitions', () => {
  it.each([
    ['NONE -> CONFIRMED', { status: 'CONFIRMED' }, 'verified'],
    ['NONE -> CONFIRMED', { reservation: { status: 'CONFIRMED' } }, 'verified'],
    ['NONE -> CONFIRMED', { status: 'PENDING' }, 'contradicted'],
    ['NONE -> CONFIRMED', { other: 1 }, 'unknown'],
    ['NONE -> CONFIRMED', 'text', 'unknown'],
    ['NULL -> [assigned]', { status: 'x-1' }, 'verified'],
    ['NULL -> [assigned]', { status: null }, 'contradicted'],
    ['[current] -> [current + amount]', { status: 12 }, 'unknown'],
    ['ACTIVE -> NONE', { status: null }, 'verified'],
    ['ACTIVE -> NONE', {}, 'verified'],
    ['ACTIVE -> NONE', { status: 'ACTIVE' }, 'contradicted'],
    ['0 -> 3', { status: 3 }, 'verified'],
  ])('[AGIS-SEM-23] compares %s with the reported state: %j → %s', (declared, reported, verdict) => {
    const [result] = verifyTransitions({ 'reservation.status': declared }, reported);
    expect(result?.verdict).toBe(verdict);
  });

  it('does not follow inherited members', () => {
    const [result] = verifyTransitions({ 'a.constructor': 'NONE -> X' }, {});
    expect(result?.verdict).toBe('unknown');
  });
});
