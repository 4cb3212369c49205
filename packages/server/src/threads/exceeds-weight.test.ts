import { describe, expect, it } from 'vitest';
import { exceedsWeight } from './exceeds-weight.js';

describe('exceedsWeight', () => {
  it.each<[string, unknown]>([
    ['a long text', 'x'.repeat(2000)],
    ['many bytes', { bytes: new Uint8Array(2000) }],
    ['many elements', Array.from({ length: 200 }, () => null)],
    ['many members', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`member${at}`, 1]))],
    ['deep nesting', Array.from({ length: 500 }).reduce<unknown>((inner) => [inner], 0)],
    ['a large map', new Map([['text', 'x'.repeat(2000)]])],
  ])('is true for %s', (_, input) => {
    expect(exceedsWeight(input, 1000)).toBe(true);
  });

  it('is false for what is within the limit, and counts structure as well as text', () => {
    expect(exceedsWeight({ name: 'pier', tags: ['a', 'b'] }, 200)).toBe(false);
    expect(exceedsWeight([[], [], []], 24)).toBe(true);
    expect(exceedsWeight(undefined, 8)).toBe(false);
  });
});
