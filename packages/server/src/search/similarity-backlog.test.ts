import { createMemoryStore } from '@dragoman/core/engine';
import { describe, expect, it, vi } from 'vitest';
import { always, sampleContext, sampleEntry } from '../../../core/src/catalogue/store.support.js';
import { startSimilarityBacklog } from './similarity-backlog.js';

function open() {
  const store = createMemoryStore();
  let now = Date.parse('2026-01-01T00:00:00Z');
  const start = () => {
    const waiting = new Set<string>();
    const checks = { add: (id: string) => void waiting.add(id), size: () => waiting.size };
    const backlog = startSimilarityBacklog({
      ...store,
      checks,
      clock: { now: () => now },
      onError: vi.fn(),
      everyMs: 1e9,
    });
    return { ...backlog, waiting };
  };
  const put = (id: string) => store.entries.change(id, always(sampleEntry(id)), sampleContext(1));
  return { store, start, put, pass: (ms: number) => (now += ms) };
}

describe('entries whose similarity is checked later', () => {
  it('are checked by another process when theirs has died, once', async () => {
    const { start, put, pass } = open();
    const [dead, other, third] = [start(), start(), start()];
    await put('before');
    for (const id of ['one', 'two']) {
      dead.add(id, (await put(id)).stored?.seq ?? 0);
    }
    await vi.waitFor(async () => {
      await other.round();
      expect(other.waiting.size).toBe(0);
    });
    pass(14_000);
    await dead.round();
    pass(14_000);
    await other.round();
    expect(other.waiting.size).toBe(0);
    pass(2_000);
    await Promise.all([other.round(), third.round()]);
    expect([...other.waiting, ...third.waiting].sort()).toEqual(['one', 'two']);
    for (const each of [dead, other, third]) each.stop();
  });

  it('are forgotten when all are checked', async () => {
    const { start, put, pass } = open();
    const [own, other] = [start(), start()];
    await put('one');
    own.add('one', 1);
    await vi.waitFor(() => expect(own.waiting.size).toBe(1));
    await own.round();
    own.waiting.clear();
    await own.round();
    pass(20_000);
    await other.round();
    expect(other.waiting.size).toBe(0);
    for (const each of [own, other]) each.stop();
  });
});
