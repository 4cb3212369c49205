/** An ordinary call never reads its signal: reading it creates an AbortController, which makes the call measurably slower. */
import { expect, it } from 'vitest';
import { defineLazySignal } from '../documents/lazy-signal.js';
import type { Call } from './call.js';
import { createCall, createEntry, createTestGateway } from './gateway.support.js';

it('never reads the signal of a call that succeeds', async () => {
  const test = await createTestGateway();
  await test.put(createEntry());
  let reads = 0;
  const { signal: _, ...parts } = createCall();
  const source = {
    get signal() {
      reads += 1;
      return new AbortController().signal;
    },
    hasLeft: () => false,
  };
  const call: Call = defineLazySignal(parts, source);
  expect(await test.gateway.invoke(call)).toMatchObject({ kind: 'answer', status: 200 });
  expect(reads).toBe(0);
});
