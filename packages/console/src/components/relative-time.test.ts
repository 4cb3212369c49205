import { describe, expect, it } from 'vitest';
import { dateText } from './relative-time.js';

describe('dateText', () => {
  it('has the time of day on a 24-hour clock, and the year only when it is another one', () => {
    const now = new Date(2026, 10, 16, 20);
    expect(dateText(new Date(2026, 10, 16, 0, 9, 3).toISOString(), now)).toBe('Nov 16, 00:09:03');
    expect(dateText(new Date(2025, 0, 2, 16, 9, 3).toISOString(), now)).toBe('Jan 2, 2025, 16:09:03');
    expect(dateText('no date', now)).toBe('no date');
  });
});
