/** Questions of background calls: asked once, answered one by one, and never by keys that are not open. */
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../catalogue/memory-store.js';
import { createMailbox } from './mailbox.js';
import { createTaskQuestions } from './task-questions.js';

const question = { method: 'elicitation/create', params: {} };

function create(timeoutMs = 60_000) {
  const { sessions } = createMemoryStore();
  const clock = { now: () => Date.parse('2030-01-01T00:00:00Z') };
  const every = (ms: number, work: () => void) => {
    const timer = setInterval(work, Math.min(ms, 5));
    return () => clearInterval(timer);
  };
  // Two processes on one store.
  const make = () =>
    createTaskQuestions({ sessions, clock, timeoutMs, mailbox: createMailbox({ sessions, clock, every }) });
  return { runner: make(), face: make() };
}

async function keysOf({ face }: ReturnType<typeof create>): Promise<string[]> {
  return expect
    .poll(async () => Object.keys(await face.pending('run')))
    .not.toEqual([])
    .then(async () => Object.keys(await face.pending('run')));
}

describe('questions of a background call', () => {
  it('are answered one by one at another process, under keys that are used once', async () => {
    const both = create();
    const { signal } = new AbortController();
    const first = both.runner.ask('run', { a: question, b: question }, signal);
    const [a = '', b = ''] = await keysOf(both);
    await both.face.answer('run', { [a]: { action: 'accept' }, stranger: { action: 'accept' }, [b]: 7 });
    expect(Object.keys(await both.face.pending('run'))).toEqual([b]);
    await both.face.answer('run', { [b]: { action: 'decline' } });
    expect(await first).toEqual({ a: { action: 'accept' }, b: { action: 'decline' } });
    expect(await both.face.pending('run')).toEqual({});
    const second = both.runner.ask('run', { a: question }, signal);
    const [again = ''] = await keysOf(both);
    expect(again).not.toBe(a);
    await both.face.answer('run', { [a]: { action: 'cancel' }, [again]: { action: 'accept' } });
    expect(await second).toEqual({ a: { action: 'accept' } });
  });

  it('are given up when nobody answers, or when the call is canceled', async () => {
    const { runner } = create(20);
    const late = runner.ask('run', { a: question }, new AbortController().signal);
    await expect(late).rejects.toMatchObject({ code: 'INPUT_UNAVAILABLE' });
    await expect(runner.ask('run', { a: question }, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
