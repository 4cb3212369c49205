/** Calls of a process that is gone get their record; calls of this process do not, whatever its clock does. */
import { createMemoryStore } from '@dragoman/core/engine';
import { expect, it } from 'vitest';
import { startAbandonedCalls } from './abandoned-calls.js';
import { openIntentLog } from './gateway/intent-log.js';

const draft = { at: '', actor: 'ann', action: 'call', target: 'a', outcome: 'unknown', code: '', traceId: '' } as const;

it('records the calls of a process that is gone, and not its own after a jump of the clock', async () => {
  const { intents, audit } = createMemoryStore();
  const clock = { time: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.time };
  const onError = (error: unknown) => {
    throw error;
  };
  const open = (node: string) => openIntentLog({ intents, clock, node, leaseSeconds: 30, onError });
  const [own, gone] = [open('own'), open('gone')];
  await own.intend('c-own', draft);
  await gone.intend('c-gone', draft);
  gone.close();
  clock.time += 3_600_000;
  const recorded = await new Promise<number>((resolve) => {
    const rounds = startAbandonedCalls({
      intents,
      clock,
      renew: own.renew,
      onRecorded: resolve,
      onError,
      everyMs: 1e9,
    });
    rounds.stop();
  });
  expect(recorded).toBe(1);
  expect(await audit.list({ limit: 9 })).toMatchObject([
    { outcome: 'unknown', at: new Date(clock.time).toISOString() },
  ]);
  expect(await intents.list(9)).toMatchObject([{ id: 'c-own' }]);
  own.close();
});
