import type { FollowedEvent, FollowOptions } from '@dragoman/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveEvents } from './live-events.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ready: FollowedEvent = { id: '1', type: 'ready', at: '', resumed: false };

function start() {
  const opened: FollowOptions[] = [];
  const live = createLiveEvents({
    async *follow(options = {}) {
      opened.push(options);
      yield ready;
      await new Promise((resolve) => options.signal?.addEventListener('abort', resolve));
    },
  });
  return { live, opened };
}

describe('createLiveEvents', () => {
  it('opens one stream for all listeners, and closes it after the last one', async () => {
    const { live, opened } = start();
    const seen: string[] = [];
    const stops = [
      live.listen(['calls'], ({ type }) => seen.push(`a ${type}`)),
      live.listen(['sources', 'calls'], ({ type }) => seen.push(`b ${type}`)),
    ];
    await vi.advanceTimersByTimeAsync(100);
    expect(opened.map(({ topics }) => topics)).toEqual([['calls', 'sources']]);
    expect(seen).toEqual(['a ready', 'b ready']);
    expect(live.state()).toBe('live');
    for (const stop of stops) stop();
    await vi.advanceTimersByTimeAsync(100);
    expect(opened[0]?.signal?.aborted).toBe(true);
    expect(live.state()).toBe('off');
  });

  it('resumes after the last event when the topics change', async () => {
    const { live, opened } = start();
    live.listen(['calls'], () => undefined);
    await vi.advanceTimersByTimeAsync(100);
    live.listen(['servers'], () => undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(opened[1]).toMatchObject({ topics: ['calls', 'servers'], lastEventId: '1' });
  });

  it('says that it failed when the server refuses the stream', async () => {
    const live = createLiveEvents({
      // biome-ignore lint/correctness/useYield: the stream fails before its first event
      async *follow() {
        throw new Error('403');
      },
    });
    live.listen(['calls'], () => undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(live.state()).toBe('failed');
  });
});
