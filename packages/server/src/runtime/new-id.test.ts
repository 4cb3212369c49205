import { describe, expect, it } from 'vitest';
import { createNewId } from './new-id.js';

describe('assigned ids', () => {
  it('are UUIDs of version 7 that sort by time and never repeat', () => {
    const clock = { time: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.time };
    const newId = createNewId(clock);
    const ids = Array.from({ length: 100 }, () => {
      clock.time += 1;
      return newId();
    });
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt((ids[0] ?? '').replaceAll('-', '').slice(0, 12), 16)).toBe(
      Date.parse('2026-03-01T00:00:00.001Z'),
    );
  });
});
