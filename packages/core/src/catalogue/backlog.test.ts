import { describe, expect, it } from 'vitest';
import { makeEntry, makeOperation, makeStored } from '../discovery/fixtures/entries.js';
import { createBacklog } from './backlog.js';
import type { StoredEntry } from './store.js';

function setUp() {
  const taken: string[] = [];
  const turns: (() => void)[] = [];
  const backlog = createBacklog(
    ({ entry, seq }) => {
      taken.push(`${entry.id}@${seq}`);
      return undefined;
    },
    (work) => turns.push(work),
  );
  return { backlog, taken, turns };
}

describe('createBacklog', () => {
  it('indexes everything at once without a scheduler', () => {
    const taken: string[] = [];
    const backlog = createBacklog(({ entry }) => {
      taken.push(entry.id);
      return undefined;
    });
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

  it('spreads a large entry over several turns, and undoes it when the entry changes meanwhile', () => {
    const steps: string[] = [];
    const turns: (() => void)[] = [];
    function* add({ seq }: StoredEntry): Generator<void> {
      try {
        for (let step = 1; ; step += 1) {
          steps.push(`${seq}.${step}`);
          if (step === 3) return;
          // Longer than a turn.
          const end = performance.now() + 6;
          while (performance.now() < end);
          yield;
        }
      } finally {
        steps.push(`end ${seq}`);
      }
    }
    const backlog = createBacklog(add, (work) => turns.push(work));
    backlog.put(makeStored(makeEntry('a'), 1));
    turns.shift()?.();
    turns.shift()?.();
    expect({ steps, waiting: backlog.waiting }).toEqual({ steps: ['1.1', '1.2'], waiting: 1 });
    backlog.put(makeStored(makeEntry('a'), 2));
    expect(steps.splice(0)).toEqual(['1.1', '1.2', 'end 1']);
    backlog.catchUp();
    expect({ steps, waiting: backlog.waiting }).toEqual({ steps: ['2.1', '2.2', '2.3', 'end 2'], waiting: 0 });
  });

  it('limits the number of waiting entries', () => {
    const { backlog, taken } = setUp();
    const operations = Array.from({ length: 1_000 }, (_, at) => makeOperation(`o${at}`));
    for (let at = 0; at < 60; at += 1) backlog.put(makeStored(makeEntry(`e${at}`, { operations }), at + 1));
    expect({ waiting: backlog.waiting, taken: taken.length }).toEqual({ waiting: 50_000, taken: 10 });
  });
});
