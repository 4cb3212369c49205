import { describe, expect, it } from 'vitest';
import { Turns } from './turns.js';

/** Turns with an event loop and a clock that advance on request. */
function setUp(inProgress: Record<string, number>) {
  const deferred: { next: () => void; ms: number }[] = [];
  const clock = { time: 0 };
  const turns = new Turns({
    slots: { heldBy: (account) => inProgress[account] ?? 1 },
    defer: (next, ms = 0) => deferred.push({ next, ms }),
    elapsed: () => clock.time,
  });
  const started: string[] = [];
  const ask = (account: string, isLong: boolean, ms = 0) => {
    const start = () => {
      clock.time += ms;
      started.push(account);
    };
    if (turns.mayStart(account, isLong)) start();
    else turns.wait(account, isLong, start);
  };
  /** One iteration of the event loop; returns the milliseconds that it waited. */
  const iterate = () => {
    const due = deferred.splice(0);
    for (const { next } of due) next();
    return Math.max(0, ...due.map(({ ms }) => ms));
  };
  return { turns, started, ask, iterate };
}

describe('turns', () => {
  it('start one long request of a greedy caller at a time, with an iteration of the event loop in between', () => {
    const { started, ask, iterate } = setUp({ greedy: 50 });
    for (let i = 0; i < 3; i += 1) ask('greedy', true);
    const lengths = Array.from({ length: 6 }, () => {
      iterate();
      return started.length;
    });
    expect(lengths).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('never delay a caller with few requests in progress', () => {
    const { started, ask } = setUp({ greedy: 50 });
    for (let i = 0; i < 3; i += 1) ask('greedy', true);
    ask('other', true);
    ask('other', false);
    expect(started).toEqual(['other', 'other']);
  });

  it('alternate between greedy callers', () => {
    const { started, ask, iterate } = setUp({ a: 50, b: 50 });
    for (const account of ['a', 'a', 'a', 'b', 'b']) ask(account, true);
    for (let i = 0; i < 10; i += 1) iterate();
    expect(started).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  it('leave half of the time to other callers after a long request, if there are any', () => {
    const alone = setUp({ greedy: 50 });
    for (let i = 0; i < 2; i += 1) alone.ask('greedy', true, 30);
    expect([alone.iterate(), alone.iterate(), alone.iterate()]).toEqual([0, 0, 0]);
    const shared = setUp({ greedy: 50 });
    shared.ask('other', false);
    for (let i = 0; i < 2; i += 1) shared.ask('greedy', true, 30);
    expect([shared.iterate(), shared.iterate(), shared.iterate()]).toEqual([0, 0, 30]);
  });

  it('start short requests of a greedy caller in portions of milliseconds', () => {
    const { started, ask, iterate } = setUp({ greedy: 50 });
    ask('other', false);
    for (let i = 0; i < 10; i += 1) ask('greedy', false, 1);
    const lengths = Array.from({ length: 3 }, () => {
      iterate();
      return started.length - 1;
    });
    expect(lengths).toEqual([2, 4, 6]);
  });

  it('cost short requests nothing while there is one caller, and again a period after the last other caller', () => {
    const { turns, started, ask } = setUp({ a: 50 });
    ask('a', false);
    ask('b', false);
    ask('a', false);
    expect(started).toEqual(['a', 'b']);
    turns.startPeriod();
    ask('a', false);
    turns.startPeriod();
    ask('a', false);
    expect(started).toEqual(['a', 'b', 'a']);
  });
});
