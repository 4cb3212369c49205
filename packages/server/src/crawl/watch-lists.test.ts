/** Which servers are subscribed to, how long the backoff is, and how often a notification triggers a poll. */
import type { SourceRecord } from '@dragoman/core/engine';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefreshTrigger } from './refresh-trigger.js';
import { startListWatch } from './watch-lists.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const source = (id: string, url = `https://${id}.example/mcp`): SourceRecord => ({
  id,
  url,
  owner: 'ada',
  intervalSeconds: 600,
  createdAt: '',
  dueAt: '',
  failures: 0,
  entryIds: [],
});

type Listen = (source: SourceRecord, onChange: () => void, signal: AbortSignal) => Promise<boolean>;

function watching(list: SourceRecord[], listen: Listen) {
  const began: string[] = [];
  const changed: string[] = [];
  const watch = startListWatch({
    sources: { list: async () => list },
    listen(each, onChange, signal) {
      began.push(each.id);
      return listen(each, onChange, signal);
    },
    isLive: (url) => url.endsWith('/mcp'),
    onChange: (url) => void changed.push(url),
    elapsed: () => Date.now(),
    report: () => undefined,
  });
  return { watch, began, changed };
}

/** A stream that lasts until it is aborted. */
const lasting: Listen = (_source, _onChange, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('left'))));

describe('the watch over lists', () => {
  it('subscribes to each live server once, forwards notifications, and unsubscribes from removed sources', async () => {
    const list = [source('one'), source('two'), source('card', 'https://card.example/card.json')];
    const left: string[] = [];
    const { watch, began, changed } = watching(list, (each, onChange, signal) => {
      signal.addEventListener('abort', () => left.push(each.id));
      onChange();
      return lasting(each, onChange, signal);
    });
    await watch.round();
    await watch.round();
    expect([began, changed]).toEqual([['one', 'two'], list.slice(0, 2).map(({ url }) => url)]);
    list.shift();
    await watch.round();
    expect(left).toEqual(['one']);
    await watch.stop();
    expect(left).toEqual(['one', 'two']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reopens a stream soon after it ended, and leaves servers without notifications alone for an hour', async () => {
    const { watch, began } = watching([source('ends'), source('mute')], async ({ id }) => id === 'ends');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(began.filter((id) => id === 'ends').length).toBeGreaterThan(5);
    expect(began.filter((id) => id === 'mute')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(began.filter((id) => id === 'mute')).toHaveLength(2);
    await watch.stop();
  });

  it('backs off from unreachable servers and caps open streams', async () => {
    const { watch, began } = watching([source('down')], () => Promise.reject(new Error('down')));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(began.length).toBeGreaterThan(2);
    expect(began.length).toBeLessThan(7);
    await watch.stop();
    const many = Array.from({ length: 100 }, (_, place) => source(`s${place}`));
    const crowd = watching(many, lasting);
    await crowd.watch.round();
    expect(crowd.began).toHaveLength(64);
    await crowd.watch.stop();
  });
});

describe('hastening', () => {
  it('makes all sources of the address due once, however often the server notifies', async () => {
    const refreshed: string[] = [];
    const triggerRefresh = createRefreshTrigger({
      sources: {
        list: async () => [source('one'), source('twin', 'https://one.example/mcp'), source('other')],
        makeDue: async (id) => void refreshed.push(id),
      },
      clock: { now: () => Date.now() },
      report: () => undefined,
    });
    for (let word = 0; word < 100; word += 1) triggerRefresh('https://one.example/mcp');
    await vi.advanceTimersByTimeAsync(1000);
    expect(refreshed).toEqual(['one', 'twin']);
    for (let word = 0; word < 100; word += 1) triggerRefresh('https://one.example/mcp');
    await vi.advanceTimersByTimeAsync(5000);
    expect(refreshed).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5000);
    expect(refreshed).toHaveLength(4);
    triggerRefresh('https://one.example/mcp');
    triggerRefresh.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
