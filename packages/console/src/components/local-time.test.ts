import { describe, expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './local-time.js';

describe('times of fields', () => {
  it.each(['2026-03-01T09:30:00.000Z', '2026-07-31T23:59:00.000Z', '2026-10-25T00:30:00.000Z'])(
    'keep %s to the minute, whatever the time zone',
    (at) => {
      expect(fromLocalInput(toLocalInput(at))).toBe(at);
    },
  );

  it.each(['', 'soon', '2026-02-31T'])('are empty for %j', (text) => {
    expect([toLocalInput(text), fromLocalInput(text)]).toEqual(['', '']);
  });
});
