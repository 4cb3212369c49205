import { createSessions } from '@dragoman/core/faces';
import { createMemoryRateLimiter } from '@dragoman/core/http';
import { describe, expect, it } from 'vitest';
import { MetricCounter, MetricGauge } from '../observe/metric-counter.js';
import { MetricRegistry } from '../observe/metric-registry.js';
import { createQuestionRelay } from './ask-workers.js';
import { createCrewLimiter } from './crew-limiter.js';
import { createEventRelay } from './event-relay.js';
import type { Line, Message } from './message.js';
import { isMessage } from './message.js';
import { createMetricsAggregator } from './metrics-aggregator.js';
import { createRestartDelay } from './restart-delay.js';
import { createSiblings } from './siblings.js';

const allowance = { limit: 10, windowSeconds: 60 };

/** Two workers whose parent process relays messages, as the real one does. */
function createPair() {
  const listeners: Array<(message: Message) => void> = [];
  const desk = createMetricsAggregator();
  const line = (own: number): Line => ({
    say(message) {
      if (message.about === 'ask-figures') desk.ask(back(own), message.id, [back(0), back(1)]);
      else if (message.about === 'own-figures') desk.answer(message);
      else listeners[1 - own]?.(message);
      return true;
    },
    hear: (listener) => {
      listeners[own] = listener;
    },
  });
  const back = (to: number): Line => ({
    say(message) {
      listeners[to]?.(message);
      return true;
    },
    hear: () => undefined,
  });
  return [createSiblings(line(0)), createSiblings(line(1))] as const;
}

describe('workers of one server', () => {
  it('have the same events in the same order, and a change that all of them notice only once', () => {
    const heard: Array<(message: Message) => void> = [];
    const lines = [0, 1, 2].map(
      (own): Line => ({
        say(message) {
          if (message.about === 'events') relay.accept(own, message.drafts);
          return true;
        },
        hear: (listener) => {
          heard[own] = listener;
        },
      }),
    );
    const back = (own: number): Line => ({
      say: (message) => {
        heard[own]?.(message);
        return true;
      },
      hear: () => undefined,
    });
    const relay = createEventRelay(() => [back(0), back(1)]);
    const [one, other, late] = lines.map((line) => createSiblings(line));
    const seen: string[][] = [[], [], []];
    for (const [own, siblings] of [one, other, late].entries()) {
      siblings?.events.receive(({ epoch, head, events }) => {
        seen[own]?.push(`${epoch} ${head} ${events.map(({ number }) => number).join(' ')}`);
      });
    }
    const at = '2026-03-01T00:00:00.000Z';
    const event = { type: 'entry.added', at, service: 'pier' } as const;
    const draft = { event, audience: { kind: 'readers' }, key: 'entry 1 pier' } as const;
    one?.events.send([draft]);
    other?.events.send([draft, { ...draft, key: 'entry 2 pier' }]);
    expect(seen[0]).toHaveLength(2);
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.map((each) => each.slice(each.indexOf(' ') + 1))).toEqual(['1 1', '2 2']);
    relay.greet(back(2));
    expect(seen[2]?.[0]?.endsWith(' 2 ')).toBe(true);
  });

  it('count the requests that others admitted, without deciding again', async () => {
    const clock = { now: () => 1_000_000 };
    const pair = createPair();
    const [one, other] = pair.map((siblings) => siblings.share(createMemoryRateLimiter({ clock, names: 100 })));
    for (let n = 0; n < 10; n += 1) expect((await one?.take('ada', allowance))?.allowed).toBe(true);
    expect((await one?.take('ada', allowance))?.allowed).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await other?.take('ada', allowance)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await other?.take('bob', allowance)).toMatchObject({ allowed: true, remaining: 9 });
  });

  it('know what others admitted before they started', async () => {
    const clock = { now: () => 1_000_000 };
    const [one, late] = createPair();
    const running = one.share(createMemoryRateLimiter({ clock, names: 100 }));
    for (let n = 0; n < 7; n += 1) await running.take('ada', allowance);
    const started = late.share(createMemoryRateLimiter({ clock, names: 100 }));
    await late.learnLimits();
    expect(await started.take('ada', allowance)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('report admitted requests once per interval, added up', async () => {
    const clock = { now: () => 1_000_000 };
    const told: unknown[] = [];
    const local = createMemoryRateLimiter({ clock, names: 100 });
    const shared = createCrewLimiter({ local, tell: (takes) => told.push(takes), everyMs: 5 });
    await Promise.all([shared.take('ada', allowance), shared.take('ada', allowance, 3), shared.take('bob', allowance)]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(told).toEqual([
      [
        { name: 'ada', allowance, cost: 4 },
        { name: 'bob', allowance, cost: 1 },
      ],
    ]);
  });

  it('never lock a caller out for longer than a window, whatever the others report', async () => {
    const clock = { time: 1_000_000, now: () => clock.time };
    const local = createMemoryRateLimiter({ clock, names: 100 });
    local.charge('ada', allowance, 1_000_000);
    expect((await local.take('ada', allowance)).retryAfterSeconds).toBeLessThanOrEqual(60);
    clock.time += 60_000;
    expect(await local.take('ada', allowance)).toMatchObject({ allowed: true, remaining: 9 });
  });

  it('answer questions, and those that are starting only what concerns them', async () => {
    const heard: Array<(message: Message) => void> = [];
    const relay = createQuestionRelay();
    const back = (own: number): Line => ({
      say: (message) => {
        heard[own]?.(message);
        return true;
      },
      hear: () => undefined,
    });
    const workers = { ready: [back(0), back(1)], starting: [back(2), back(3)] };
    const [one, ...others] = [0, 1, 2, 3].map((own) =>
      createSiblings({
        say(message) {
          relay.hear(own < 2 ? back(own) : undefined, message, workers);
          return true;
        },
        hear: (listener) => {
          heard[own] = listener;
        },
      }),
    );
    const restarted: number[] = [];
    // The last one has no stdio servers yet, so there is nothing that it could restart.
    for (const [own, siblings] of [one, ...others.slice(0, -1)].entries()) {
      siblings?.questions.handle('restart', async () => restarted.push(own));
    }
    expect(await one?.questions.ask('restart', 'files')).toHaveLength(2);
    expect(restarted).toEqual([0, 1]);
    expect(await one?.questions.ask('restart', 'files', { starting: true })).toHaveLength(3);
    expect(restarted.slice(2)).toEqual([0, 1, 2]);
  });

  it('notify each other of changes', () => {
    const [one, other] = createPair();
    let told = 0;
    other.onChange(() => {
      told += 1;
    });
    one.notifyChange();
    expect(told).toBe(1);
  });

  it('notify each other of remote tasks that none of their own callers waits for', () => {
    const [one, other] = createPair();
    const heard: string[] = [];
    other.onNotice((id) => heard.push(id));
    one.notifyTask('n-1');
    one.notifyChange();
    expect(heard).toEqual(['n-1']);
  });

  it('notify each other of background calls that were canceled', () => {
    const [one, other] = createPair();
    const heard: string[] = [];
    other.onAbortRun((id) => heard.push(id));
    one.abortRun('run-1');
    expect(heard).toEqual(['run-1']);
  });

  it('end MCP calls and sessions of another worker', () => {
    const pair = createPair();
    const [one, other] = pair.map(({ sessions }) =>
      createSessions({ key: 'secret', clock: { now: () => 1000 }, peers: sessions }),
    );
    if (one === undefined || other === undefined) throw new Error('there are two of them');
    const scope = { subject: 'ann', prefix: '/agents/{id}', id: 'weather' };
    const session = one.open(scope);
    const [meant, next] = [one.begin(session, 7), one.begin(session, 8)];
    other.cancel(session, 7);
    expect([meant.isCancelled(), next.isCancelled()]).toEqual([true, false]);
    other.end(session);
    expect([next.isCancelled(), one.knows(session, scope)]).toEqual([true, false]);
  });

  it('show the metrics of all of them, added up or the largest', async () => {
    const pair = createPair();
    for (const [index, siblings] of pair.entries()) {
      const registry = new MetricRegistry();
      const calls = new MetricCounter({ name: 'calls_total', help: 'Calls.', labelNames: [] }, registry);
      for (let call = 0; call <= index; call += 1) calls.inc({});
      const read = () => [{ labels: {}, value: 7 }];
      new MetricGauge({ name: 'entries', help: 'Entries.', aggregator: 'max', read }, registry);
      siblings.show(registry);
    }
    const text = await pair[0].figures();
    expect(text).toMatch(/^calls_total 3$/m);
    expect(text).toMatch(/^entries 7$/m);
  });

  it('are replaced at once after a long life, and with increasing delay after short ones', () => {
    const delay = createRestartDelay();
    expect([1, 1, 1].map((lived) => delay.next(lived))).toEqual([250, 500, 1000]);
    for (let n = 0; n < 20; n += 1) delay.next(1);
    expect(delay.next(1)).toBe(30_000);
    expect(delay.next(60_000)).toBe(0);
    expect(delay.next(1)).toBe(250);
  });

  it('distinguish their own messages from those of others on the same channel', () => {
    expect(isMessage({ about: 'change' })).toBe(true);
    for (const other of [null, 'change', { type: 'prom-client:getMetricsReq' }, { about: 1 }]) {
      expect(isMessage(other)).toBe(false);
    }
  });
});
