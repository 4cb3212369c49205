import type { Cancellation } from '@dragoman/core/engine';
import type { LinkAnswer } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWaitingRequests } from './waiting-requests.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request tracker with its own clock, and everything that was sent and reported. */
function createTracker() {
  const sent: JsonObject[] = [];
  const told: string[] = [];
  const began = Date.now();
  const book = createWaitingRequests({
    elapsed: () => Date.now() - began,
    passesRoots: false,
    send: (message) => void sent.push(message),
    onListChanged: () => void told.push('list'),
    watched: {
      updated: (uri) => void told.push(`updated ${uri}`),
      acknowledged: (id) => void told.push(`acknowledged ${id}`),
      answered: (id) => void told.push(`answered ${id}`),
    },
    onBabble: () => void told.push('babble'),
  });
  const ask = (id: number, more: { cancellation?: Cancellation; onProgress?: (progress: JsonObject) => void } = {}) =>
    new Promise<LinkAnswer>((resolve, reject) => {
      book.add({
        id,
        cancellation: more.cancellation,
        onProgress: more.onProgress,
        questions: undefined,
        until: 1000,
        resolve,
        reject,
      });
    });
  return { book, sent, told, ask };
}

const answer = (id: number | string, result: JsonObject = {}) => ({ jsonrpc: '2.0', id, result });

describe('requests that wait for one server', () => {
  it('get each their own response, whatever the order', async () => {
    const { book, ask } = createTracker();
    const asked = [1, 2, 3].map((id) => ask(id));
    for (const id of [3, 1, 2]) book.take(answer(id, { is: id }));
    expect(await Promise.all(asked)).toEqual([1, 2, 3].map((id) => ({ kind: 'result', result: { is: id } })));
    expect(book.size).toBe(0);
  });

  it('accept no response twice, no unrequested one, and none whose id differs in spelling', async () => {
    const { book, ask } = createTracker();
    const asked = ask(1);
    for (const odd of [answer('1'), answer(7), { jsonrpc: '2.0', error: { code: 1, message: 'x' } }, [], 'x', null]) {
      book.take(odd);
    }
    expect(book.size).toBe(1);
    book.take(answer(1, { right: true }));
    book.take(answer(1, { right: false }));
    expect(await asked).toEqual({ kind: 'result', result: { right: true } });
  });

  it('get their own progress only, and the server gets one reply however many wait', () => {
    const { book, ask, sent, told } = createTracker();
    const seen: JsonObject[] = [];
    for (const id of [1, 2]) void ask(id, { onProgress: (progress) => void seen.push({ id, ...progress }) });
    book.take({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 2, progress: 5 } });
    book.take({ jsonrpc: '2.0', id: 'theirs', method: 'sampling/createMessage', params: {} });
    book.take({ jsonrpc: '2.0', id: 'there?', method: 'ping' });
    book.take({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    expect(seen).toEqual([{ id: 2, progressToken: 2, progress: 5 }]);
    expect(sent).toMatchObject([
      { id: 'theirs', error: { code: -32601 } },
      { id: 'there?', result: {} },
    ]);
    expect(told).toEqual(['list']);
  });

  it('time out, or end when the caller leaves, and the server is notified', async () => {
    const { book, ask, sent } = createTracker();
    let gone = false;
    const controller = new AbortController();
    const cancellation: Cancellation = { signal: controller.signal, hasLeft: () => gone };
    const [left, aborted, late] = [
      ask(1, { cancellation }),
      ask(2, { cancellation: { signal: controller.signal } }),
      ask(3),
    ];
    const ends = Promise.allSettled([left, aborted, late]);
    vi.advanceTimersByTime(500);
    expect(book.size).toBe(3);
    gone = true;
    controller.abort();
    vi.advanceTimersByTime(200);
    expect(book.size).toBe(1);
    vi.advanceTimersByTime(400);
    expect((await ends).map((end) => end.status === 'rejected' && end.reason.code)).toEqual([
      'CANCELLED',
      'CANCELLED',
      'UPSTREAM_TIMEOUT',
    ]);
    expect(sent.map(({ method, params }) => [method, params])).toEqual(
      [1, 2, 3].map((requestId) => ['notifications/cancelled', { requestId }]),
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it('end with a server that sends messages forever and no response', () => {
    const { book, ask, told } = createTracker();
    void ask(1);
    for (let message = 0; message <= 100_000; message += 1)
      book.take({ jsonrpc: '2.0', method: 'notifications/message' });
    expect(told).toEqual(['babble']);
  });

  it('do not end with a server that reports 10,000 changes a second without a response', () => {
    const { book, told } = createTracker();
    for (let second = 0; second < 20; second += 1) {
      for (let message = 0; message < 10_000; message += 1)
        book.take({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'a:b' } });
      vi.advanceTimersByTime(1000);
    }
    expect(told).toHaveLength(200_000);
    expect(told).not.toContain('babble');
  });
});
