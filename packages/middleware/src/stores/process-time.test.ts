import { describe, expect, it } from 'vitest';
import { createProcessTime } from './process-time.js';

const begin = Date.parse('2026-03-01T12:00:00Z');

describe('the clocks of a process', () => {
  it.each([-3_600_000, 3_600_000])('leave durations alone when the machine is set by %i ms', (jump) => {
    const machine = { time: begin, now: () => machine.time };
    const { clock, steady, later, earlier } = createProcessTime({ clock: machine, steady: { now: () => begin } });
    machine.time += jump;
    expect([clock.now(), steady.now()]).toEqual([begin + jump, begin]);
    expect([earlier.now(), later.now()]).toEqual([begin + Math.min(0, jump), begin + Math.max(0, jump)]);
  });

  it('are one clock where only one is given', () => {
    const { clock, steady } = createProcessTime({ clock: { now: () => begin } });
    expect(steady).toBe(clock);
  });
});
