import { describe, expect, it } from 'vitest';
import type { TurnKind } from './turns.js';
import { Turns } from './turns.js';

/** Turns with an event loop and a clock that advance on request. */
function setUp(inProgress: Record<string, number>) {
  const deferred: { next: () => void; ms: number }[] = [];
  const clock = { time: 0 };
  const turns = new Turns({
    slots: { heldBy: (account) => inProgress[account] ?? 1 },
    defer: (next, ms = 0) => deferred.push({ next, ms }),
    elapsed: () => clock.time,
    busy: () => clock.time,
  });
  const started: string[] = [];
  const ask = (account: string, kind: TurnKind, ms = 0) => {
    const start = async () => {
      clock.time += ms;
      started.push(account);
    };
    if (turns.mayStart(account, kind)) void start();
    else void turns.wait(account, kind, start);
  };
  /** One iteration of the event loop; returns the milliseconds that it waited. */
  const iterate = () => {
    const due = deferred.splice(0);
    for (const { next } of due) next();
    return Math.max(0, ...due.map(({ ms }) => ms));
  };
  return { turns, started, ask, iterate, clock };
}

describe('turns', () => {
  it('start one long request of a greedy caller at a time, with an iteration of the event loop in between', () => {
    const { started, ask, iterate } = setUp({ greedy: 50 });
    for (let i = 0; i < 3; i += 1) ask('greedy', 'long');
    const lengths = Array.from({ length: 6 }, () => {
      iterate();
      return started.length;
    });
    expect(lengths).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('never delay a caller with few requests in progress', () => {
    const { started, ask } = setUp({ greedy: 50 });
    for (let i = 0; i < 3; i += 1) ask('greedy', 'long');
    ask('other', 'long');
    ask('other', 'short');
    expect(started).toEqual(['other', 'other']);
  });

  it('start two long requests of a caller at once in an iteration, even if each ends before the next one comes', () => {
    const { started, ask, iterate } = setUp({});
    ask('other', 'short');
    for (let i = 0; i < 4; i += 1) ask('quick', 'long');
    expect(started.slice(1)).toEqual(['quick', 'quick']);
    iterate();
    ask('quick', 'long');
    expect(started.slice(1)).toEqual(['quick', 'quick', 'quick', 'quick']);
  });

  it('alternate between greedy callers', () => {
    const { started, ask, iterate } = setUp({ a: 50, b: 50 });
    for (const account of ['a', 'a', 'a', 'b', 'b']) ask(account, 'long');
    for (let i = 0; i < 10; i += 1) iterate();
    expect(started).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  it('leave half of the time to other callers after a long request, if there are any', () => {
    const alone = setUp({ greedy: 50 });
    for (let i = 0; i < 2; i += 1) alone.ask('greedy', 'long', 15);
    expect([alone.iterate(), alone.iterate(), alone.iterate()]).toEqual([0, 0, 0]);
    const shared = setUp({ greedy: 50 });
    shared.ask('other', 'short');
    for (let i = 0; i < 2; i += 1) shared.ask('greedy', 'long', 15);
    expect([shared.iterate(), shared.iterate(), shared.iterate()]).toEqual([0, 0, 15]);
  });

  it('count what a long request does after its start, and start the next one within 20 ms however busy the loop is', () => {
    const { ask, iterate, clock } = setUp({ greedy: 50 });
    ask('other', 'short');
    for (let i = 0; i < 4; i += 1) ask('greedy', 'long', 3);
    iterate();
    const rests = [5, 500, 0].map((later) => {
      clock.time += later;
      iterate();
      return iterate();
    });
    expect(rests).toEqual([8, 20, 3]);
  });

  it('return the result or the error of the request', async () => {
    const { turns, iterate } = setUp({ greedy: 50 });
    turns.mayStart('other', 'short');
    const results = [
      turns.wait('greedy', 'long', async () => 1),
      turns.wait('greedy', 'short', async () => 2),
      turns.wait('greedy', 'short', () => Promise.reject(new Error('failed'))).catch((error: Error) => error.message),
    ];
    for (let i = 0; i < 3; i += 1) iterate();
    expect(await Promise.all(results)).toEqual([1, 2, 'failed']);
  });

  it('start short requests of a greedy caller in portions of milliseconds', () => {
    const { started, ask, iterate } = setUp({ greedy: 50 });
    ask('other', 'short');
    for (let i = 0; i < 10; i += 1) ask('greedy', 'short', 1);
    const lengths = Array.from({ length: 3 }, () => {
      iterate();
      return started.length - 1;
    });
    expect(lengths).toEqual([2, 4, 6]);
  });

  it('start short requests of a single caller at once for 8 ms of an iteration, and the others in the next ones', () => {
    const { started, ask, iterate } = setUp({ a: 600 });
    for (let i = 0; i < 30; i += 1) ask('a', 'short', 1);
    const lengths = [started.length];
    for (let i = 0; i < 3; i += 1) {
      iterate();
      lengths.push(started.length);
    }
    expect(lengths).toEqual([8, 16, 24, 30]);
  });

  it('start the request of another caller before those of a single caller that wait', () => {
    const { started, ask } = setUp({ a: 600 });
    for (let i = 0; i < 20; i += 1) ask('a', 'short', 1);
    ask('b', 'short');
    expect(started.slice(8)).toEqual(['b']);
  });

  it('cost short requests nothing while there is one caller, and again a period after the last other caller', () => {
    const { turns, started, ask, iterate } = setUp({ a: 50 });
    ask('a', 'short');
    ask('b', 'short');
    ask('a', 'short');
    expect(started).toEqual(['a', 'b']);
    iterate();
    turns.startPeriod();
    ask('a', 'short');
    expect(started).toEqual(['a', 'b', 'a']);
    iterate();
    turns.startPeriod();
    ask('a', 'short');
    expect(started).toEqual(['a', 'b', 'a', 'a', 'a']);
  });
});
