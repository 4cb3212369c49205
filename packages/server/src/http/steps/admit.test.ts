import type { Budget, HttpReply } from '@dragoman/core/http';
import { createReply } from '@dragoman/core/http';
import { isFailure } from '@dragoman/model';
import { describe, expect, it, vi } from 'vitest';
import { FairShare } from '../../runtime/fair-share.js';
import type { Exchange } from '../exchange.js';
import { Slots } from '../slots.js';
import { Turns } from '../turns.js';
import { createAdmit } from './admit.js';

interface Asked {
  budget?: Budget;
  headers?: Record<string, string>;
  hasBody?: boolean;
  hasLeft?: boolean;
  account?: string;
}

/** The step with an event loop that advances on request; the caller has three requests in progress before. */
function setUp() {
  const deferred: (() => void)[] = [];
  const share = new FairShare({ capacity: 100, percent: 90 });
  for (let i = 0; i < 3; i += 1) share.take('a');
  const turns = new Turns({ slots: share, defer: (next) => deferred.push(next), elapsed: () => 0, busy: () => 0 });
  const streams = new FairShare({ capacity: 10, percent: 90 });
  const admit = createAdmit({ slots: new Slots(share), streams, turns, isStopping: () => false });
  let started = 0;
  const send = (asked: Asked): Promise<HttpReply> => {
    const { budget = 'invoke', headers = {}, hasBody = false, hasLeft = false, account = 'a' } = asked;
    const request = { headers: new Headers(headers), hasBody, hasLeft: () => hasLeft };
    const exchange = { account, match: { route: { budget, access: 'registry:read' } }, request, headers: {} };
    return admit(exchange as unknown as Exchange, async () => {
      started += 1;
      return createReply(null);
    });
  };
  const iterate = () => {
    for (const next of deferred.splice(0)) next();
  };
  return { send, iterate, started: () => started, share };
}

/** True when a request of a caller with several in progress waits for its turn. */
function waits(asked: Asked): boolean {
  const { send, started } = setUp();
  void send(asked);
  return started() === 0;
}

describe('requests of a caller with several in progress', () => {
  it('wait for a turn when they search, write, start a background call or have a large body', () => {
    expect(waits({ budget: 'search' })).toBe(true);
    expect(waits({ budget: 'write' })).toBe(true);
    expect(waits({ hasBody: true, headers: { 'content-length': '2', prefer: 'respond-async' } })).toBe(true);
    expect(waits({ hasBody: true, headers: { 'content-length': '65537' } })).toBe(true);
    expect(waits({ hasBody: true, headers: { 'transfer-encoding': 'chunked' } })).toBe(true);
  });

  it('start at once when they read or call with a small body', () => {
    expect(waits({ budget: 'read' })).toBe(false);
    expect(waits({ hasBody: true, headers: { 'content-length': '65536' } })).toBe(false);
  });

  it('give their slot back when they end, and do not start when the client has left', async () => {
    const { send, iterate, started, share } = setUp();
    const kept = send({ budget: 'search' });
    const left = send({ budget: 'search', hasLeft: true });
    left.catch(() => undefined);
    expect(share.heldBy('a')).toBe(5);
    for (let i = 0; i < 4; i += 1) iterate();
    await kept;
    await expect(left).rejects.toSatisfy((error) => isFailure(error) && error.code === 'CANCELLED');
    expect([started(), share.heldBy('a')]).toEqual([1, 3]);
  });

  it('are refused in portions when they have waited for a slot in vain', async () => {
    vi.useFakeTimers();
    try {
      const { send, iterate, share } = setUp();
      while (share.take('a'));
      void send({ account: 'b' });
      let refused = 0;
      for (let i = 0; i < 10; i += 1) {
        send({}).catch(() => {
          refused += 1;
        });
      }
      await vi.advanceTimersByTimeAsync(500);
      const counts = [refused];
      for (let i = 0; i < 3; i += 1) {
        iterate();
        await vi.advanceTimersByTimeAsync(0);
        counts.push(refused);
      }
      expect(counts).toEqual([0, 4, 8, 10]);
    } finally {
      vi.useRealTimers();
    }
  });
});
