import { describe, expect, it } from 'vitest';
import { createSessions } from './sessions.js';

const scope = { subject: 'ann', prefix: '/agents/{id}', id: 'weather' };

function createBook(key = 'secret') {
  let now = 1_000_000;
  const sessions = createSessions({ key, clock: { now: () => now } });
  return {
    sessions,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe('sessions', () => {
  it('are valid for the caller and root that they were issued to, on every node with the key', () => {
    const { sessions } = createBook();
    const id = sessions.open(scope);
    const others = [{ subject: 'bob' }, { prefix: '/toolsets/{id}' }, { id: 'news' }].map((other) => ({
      ...scope,
      ...other,
    }));
    for (const book of [sessions, createBook().sessions]) {
      for (const time of ['at first', 'once cached']) {
        expect(book.knows(id, scope), time).toBe(true);
        for (const other of others) expect(book.knows(id, other), time).toBe(false);
      }
    }
    expect(createBook('another').sessions.knows(id, scope)).toBe(false);
    for (const odd of ['', '..', `${id}x`, id.slice(1), 'x'.repeat(300)])
      expect(sessions.knows(odd, scope)).toBe(false);
  });

  it('expire, and end on request, cached or not', () => {
    const { sessions, wait } = createBook();
    const [known, ended] = [sessions.open(scope), sessions.open(scope)];
    expect(sessions.knows(known, scope) && sessions.knows(ended, scope)).toBe(true);
    sessions.end(ended);
    expect(sessions.knows(ended, scope)).toBe(false);
    wait(24 * 3_600_000);
    expect(sessions.knows(known, scope)).toBe(false);
  });

  it('cancel only the matching request: same session, same id, same id type', () => {
    const { sessions } = createBook();
    const [mine, text, theirs] = [sessions.begin('a', 1), sessions.begin('a', '1'), sessions.begin('b', 1)];
    const { signal } = mine;
    sessions.cancel('a', 1);
    expect([mine, text, theirs].map((running) => running.isCancelled())).toEqual([true, false, false]);
    expect(signal.aborted).toBe(true);
    expect(text.signal.aborted).toBe(false);
  });

  it('abort their running requests and drop ended ones, in any order and any number of times', () => {
    const { sessions } = createBook();
    const running = Array.from({ length: 6 }, (_, id) => sessions.begin(id % 2 === 0 ? 'even' : 'odd', id));
    for (const at of [0, 5, 0, 2]) sessions.done(running[at] as (typeof running)[number]);
    sessions.end('even');
    expect(running.map((each) => each.isCancelled())).toEqual([false, false, false, false, true, false]);
    for (const each of running) sessions.done(each);
    sessions.end('odd');
    expect(running.filter((each) => each.isCancelled())).toHaveLength(1);
  });
});
