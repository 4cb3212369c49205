import { describe, expect, it } from 'vitest';
import { createLogRing } from './log-ring.js';

const line = (level: string, msg: string, fields: object = {}) =>
  `${JSON.stringify({ level, time: '2026-03-01T00:00:00.000Z', ...fields, msg })}\n`;

describe('the latest lines of the log', () => {
  it('keeps a bounded number and finds them by level, trace, caller, text and position', () => {
    const ring = createLogRing(3);
    ring.add(line('info', 'old'));
    ring.add(line('warn', 'Slow store', { trace_id: 'a'.repeat(32), caller: 'ann' }));
    ring.add(line('info', 'request', { caller: 'bob' }));
    ring.add(line('error', 'request', { err: { message: 'disk full' } }));
    const messages = (conditions: object) => ring.read({ limit: 10, ...conditions }).map(({ seq }) => seq);
    expect(messages({})).toEqual([2, 3, 4]);
    expect(messages({ level: 'warn' })).toEqual([2, 4]);
    expect(messages({ traceId: 'a'.repeat(32) })).toEqual([2]);
    expect(messages({ caller: 'bob' })).toEqual([3]);
    expect(messages({ text: 'DISK' })).toEqual([4]);
    expect(messages({ after: 3 })).toEqual([4]);
    expect(messages({ limit: 1 })).toEqual([4]);
    expect(messages({ since: '2026-03-02' })).toEqual([]);
    ring.add('x'.repeat(100_000));
    expect(messages({})).toEqual([3, 4]);
    expect(ring.last()).toBe(5);
  });
});
