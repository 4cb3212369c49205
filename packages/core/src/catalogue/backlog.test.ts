import { describe, expect, it } from 'vitest';
import { makeEntry, makeOperation, makeStored } from '../discovery/fixtures/entries.js';
import { createBacklog } from './backlog.js';

function setUp() {
  const taken: string[] = [];
  const turns: (() => void)[] = [];
  const backlog = createBacklog(
    ({ entry, seq }) => taken.push(`${entry.id}@${seq}`),
    (work) => turns.push(work),
  );
  return { backlog, taken, turns };
}

describe('createBacklog', () => {
  it('indexes everything at once without a scheduler', () => {
    const taken: string[] = [];
    const backlog = createBacklog(({ entry }) => taken.push(entry.id));
    backlog.put(makeStored(makeEntry('a'), 1));
    expect({ taken, waiting: backlog.waiting }).toEqual({ taken: ['a'], waiting: 0 });
  });

  it('indexes the latest state of each entry, in a turn that it requests once', () => {
    const { backlog, taken, turns } = setUp();
    backlog.put(makeStored(makeEntry('a'), 1));
    backlog.put(makeStored(makeEntry('b', { operations: [makeOperation('sail')] }), 2));
    backlog.put(makeStored(makeEntry('a'), 3));
    expect({ taken, turns: turns.length, waiting: backlog.waiting > 0 }).toEqual({
      taken: [],
      turns: 1,
      waiting: true,
    });
    for (const turn of turns.splice(0)) turn();
    expect({ taken, waiting: backlog.waiting, turns: turns.length }).toEqual({
      taken: ['b@2', 'a@3'],
      waiting: 0,
      turns: 0,
    });
  });

  it('indexes waiting entries on demand, and none that were dropped', () => {
    const { backlog, taken, turns } = setUp();
    backlog.put(makeStored(makeEntry('a'), 1));
    backlog.put(makeStored(makeEntry('b'), 2));
    backlog.drop('a');
    backlog.catchUp();
    expect(taken).toEqual(['b@2']);
    for (const turn of turns) turn();
    expect(taken).toEqual(['b@2']);
  });

  it('limits the number of waiting entries', () => {
    const { backlog, taken } = setUp();
    const operations = Array.from({ length: 1_000 }, (_, at) => makeOperation(`o${at}`));
    for (let at = 0; at < 60; at += 1) backlog.put(makeStored(makeEntry(`e${at}`, { operations }), at + 1));
    expect({ waiting: backlog.waiting, taken: taken.length }).toEqual({ waiting: 50_000, taken: 10 });
  });
});
