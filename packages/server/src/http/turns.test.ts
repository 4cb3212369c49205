import { describe, expect, it } from 'vitest';
import { Turns } from './turns.js';

/** Turns with an event loop that advances on request. */
function setUp(inProgress: Record<string, number>) {
  const deferred: (() => void)[] = [];
  const turns = new Turns({
    slots: { heldBy: (account) => inProgress[account] ?? 1 },
    defer: (next) => deferred.push(next),
  });
  const started: string[] = [];
  const ask = (account: string, isLong = true) => {
    const turn = turns.next(account, isLong);
    if (turn === undefined) started.push(account);
    else void turn.then(() => started.push(account));
  };
  const iterate = async () => {
    deferred.shift()?.();
    await Promise.resolve();
  };
  return { turns, started, ask, iterate };
}

describe('turns', () => {
  it('start one long request of a greedy caller in each iteration of the event loop', async () => {
    const { started, ask, iterate } = setUp({ greedy: 50 });
    for (let i = 0; i < 3; i += 1) ask('greedy');
    expect(started).toHaveLength(0);
    for (let i = 1; i <= 3; i += 1) {
      await iterate();
      expect(started).toHaveLength(i);
    }
  });

  it('never delay a caller with few requests in progress', () => {
    const { started, ask } = setUp({ greedy: 50 });
    for (let i = 0; i < 3; i += 1) ask('greedy');
    ask('other');
    ask('other', false);
    expect(started).toEqual(['other', 'other']);
  });

  it('alternate between greedy callers', async () => {
    const { started, ask, iterate } = setUp({ a: 50, b: 50 });
    for (const account of ['a', 'a', 'a', 'b', 'b']) ask(account);
    for (let i = 0; i < 5; i += 1) await iterate();
    expect(started).toEqual(['a', 'b', 'a', 'b', 'a']);
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
