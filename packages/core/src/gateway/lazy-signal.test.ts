/** An ordinary call never reads its signal: reading it creates an AbortController, which makes the call measurably slower. */
import { expect, it } from 'vitest';
import { addEnd, defineLazySignal } from '../documents/lazy-signal.js';
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

it('adds a second end without creating a signal before it is read', () => {
  let reads = 0;
  const first = new AbortController();
  const source = {
    get signal() {
      reads += 1;
      return first.signal;
    },
    hasLeft: () => first.signal.aborted,
  };
  const make = () => {
    const parts = defineLazySignal({}, source);
    return { parts, end: addEnd(parts) };
  };
  const { parts, end } = make();
  expect([parts.hasLeft?.(), reads]).toEqual([false, 0]);
  end();
  expect([parts.hasLeft?.(), reads, parts.signal.aborted]).toEqual([true, 0, true]);
  const watched = make();
  expect(watched.parts.signal.aborted).toBe(false);
  watched.end();
  expect(watched.parts.signal.aborted).toBe(true);
  const left = make();
  const { signal } = left.parts;
  first.abort();
  expect([left.parts.hasLeft?.(), signal.aborted]).toEqual([true, true]);
});
