import { describe, expect, it } from 'vitest';
import { Pace } from './pace.js';

const limits = { bytesPerSecond: 100, graceSeconds: 3 };

/** Number of seconds that a sender lasts with these bytes per second. */
function lasts(bytes: number[]): number {
  const pace = new Pace(limits);
  for (const [second, received] of bytes.entries()) {
    pace.add(received);
    if (!pace.tick()) return second;
  }
  return bytes.length;
}

describe('the pace of a body', () => {
  it('accepts any rate at or above the minimum, and short pauses', () => {
    expect(lasts(Array.from({ length: 60 }, () => 100))).toBe(60);
    expect(lasts([0, 0, 300, 0, 0, 300, 0, 0, 300])).toBe(9);
  });

  it('ends a silent or slow sender after the grace period, whatever it sent before', () => {
    expect(lasts([0, 0, 0, 0, 0])).toBe(3);
    expect(lasts([1_000_000, 0, 0, 0, 0])).toBe(3);
    expect(lasts(Array.from({ length: 60 }, () => 50))).toBe(5);
  });
});
