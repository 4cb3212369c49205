import type { Caller } from '@dragoman/core/engine';
import { anonymous } from '@dragoman/core/engine';
import { isFailure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createRankInTurn } from './rank-in-turn.js';
import { Turns } from './turns.js';

/** A ranking that records its texts, with an event loop that advances on request. */
function setUp(inProgress: number) {
  const deferred: (() => void)[] = [];
  const turns = new Turns({
    slots: { heldBy: () => inProgress },
    defer: (next) => deferred.push(next),
    elapsed: () => 0,
    busy: () => 0,
  });
  const ranked: string[] = [];
  const rank = createRankInTurn(async ({ text }) => {
    ranked.push(text);
    return [];
  }, turns);
  const search = (text: string, signal?: AbortSignal) => rank({ text }, { ...anonymous } as Caller, signal);
  const iterate = () => {
    for (const next of deferred.splice(0)) next();
  };
  return { ranked, search, iterate };
}

describe('searches for operations', () => {
  it('of a caller with many requests in progress start one at a time', () => {
    const { ranked, search, iterate } = setUp(50);
    for (const text of ['a', 'b']) void search(text);
    const lengths = Array.from({ length: 4 }, () => {
      iterate();
      return ranked.length;
    });
    expect(lengths).toEqual([1, 1, 2, 2]);
  });

  it('of a caller with few requests in progress start at once', () => {
    const { ranked, search } = setUp(2);
    void search('a');
    expect(ranked).toEqual(['a']);
  });

  it('are dropped when their request was aborted before its turn', async () => {
    const { ranked, search, iterate } = setUp(50);
    const over = new AbortController();
    const found = search('a', over.signal);
    over.abort();
    iterate();
    await expect(found).rejects.toSatisfy((error) => isFailure(error) && error.code === 'CANCELLED');
    expect(ranked).toEqual([]);
  });
});
