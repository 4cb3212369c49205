import type { JsonObject } from '@dragoman/model';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../catalogue/memory-store.js';
import { readAbilities, writeAbilities } from './client-abilities.js';
import { createMailbox } from './mailbox.js';
import type { ParkedRequest } from './parked-calls.js';
import { createParkedCalls } from './parked-calls.js';
import { createSessionQuestions } from './session-questions.js';
import type { SessionNews } from './sessions.js';

const { sessions } = createMemoryStore();
const clock = { now: () => Date.now() };
const every = (ms: number, work: () => void) => {
  const timer = setInterval(work, Math.min(ms, 20));
  return () => clearInterval(timer);
};

/** One process; all share the store and the key. */
function startProcess(timeoutMs = 10_000, how: Partial<Parameters<typeof createMailbox>[0]> = {}) {
  const mailbox = createMailbox({ sessions, clock, every, ...how });
  const ports = { key: 'secret', mailbox, timeoutMs };
  return { questions: createSessionQuestions(ports), parked: createParkedCalls(ports) };
}

const question = { method: 'elicitation/create', params: { message: 'Which size?' } };
const request = (scope = 'ada'): ParkedRequest => ({
  scope: [scope],
  capabilities: { elicitation: {} },
  signal: new AbortController().signal,
  news: {},
});

describe('abilities of a client', () => {
  it('survive as letters, and an empty object of elicitation means forms', () => {
    const declared = { elicitation: {}, sampling: { tools: {}, other: 1 }, roots: { listChanged: true }, more: {} };
    expect(readAbilities(writeAbilities(declared))).toEqual({
      elicitation: { form: {} },
      sampling: { tools: {} },
      roots: {},
    });
    expect(writeAbilities({ elicitation: { url: {} } })).toBe('u');
    for (const none of [undefined, null, [], 'e', {}, { elicitation: true }]) expect(writeAbilities(none)).toBe('');
  });
});

describe('questions in a session', () => {
  const ask = (process: ReturnType<typeof startProcess>, signal = new AbortController().signal) => {
    const sent: Record<string, unknown>[] = [];
    const answer = process.questions.ask(question, { session: 's1', send: (message) => sent.push(message), signal });
    return { sent, answer, id: String(sent[0]?.id) };
  };

  it('are answered through any process, and only in their session', async () => {
    const [first, second] = [startProcess(), startProcess()];
    const { answer, id } = ask(first);
    await second.questions.answer('s2', { kind: 'response', id, result: { action: 'forged' } });
    await second.questions.answer('s1', { kind: 'response', id: 'made.up', result: { action: 'forged' } });
    await second.questions.answer('s1', { kind: 'response', id, result: { action: 'accept' } });
    expect(await answer).toEqual({ action: 'accept' });
  });

  it('end with a failure that is not retryable when the client refuses, leaves or does not answer', async () => {
    const process = startProcess(40);
    const refused = ask(process);
    await process.questions.answer('s1', { kind: 'response', id: refused.id, error: { message: 'no\nhandler' } });
    await expect(refused.answer).rejects.toMatchObject({ code: 'INPUT_UNAVAILABLE', row: { retryable: false } });
    const silent = ask(process);
    await expect(silent.answer).rejects.toMatchObject({ code: 'INPUT_UNAVAILABLE' });
    expect(silent.sent.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: silent.id } });
    await expect(ask(process, AbortSignal.abort()).answer).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('processes that can notify each other', () => {
  it('pass on answers, messages and results without polling', async () => {
    const heard: ((news: SessionNews) => void)[][] = [[], []];
    const [owner, other] = heard.map((own) =>
      startProcess(10_000, {
        every: () => () => undefined,
        peers: {
          tell: (news) => {
            for (const others of heard) if (others !== own) for (const hear of others) hear(news);
          },
          hear: (listener) => own.push(listener),
        },
      }),
    );
    const logs: JsonObject[] = [];
    const taking = { ...request(), news: { onLog: (log: JsonObject) => void logs.push(log) } };
    const asked = await owner?.parked.run(taking, async (client, _, news) => {
      const answers = await client.ask({ first: question });
      for (const data of ['one', 'two']) {
        news.onLog?.({ data });
        await vi.waitFor(() => expect(logs).toContainEqual({ data }));
      }
      return answers;
    });
    const responses = { first: { action: 'accept' } };
    expect(await other?.parked.resume(taking, String(asked?.requestState), responses)).toEqual(responses);
    const sent: JsonObject[] = [];
    const { signal } = new AbortController();
    const answer = owner?.questions.ask(question, { session: 's1', send: (message) => sent.push(message), signal });
    await other?.questions.answer('s1', { kind: 'response', id: String(sent[0]?.id), result: { action: 'decline' } });
    expect(await answer).toEqual({ action: 'decline' });
  });
});

describe('calls that wait for their client', () => {
  const start = (process: ReturnType<typeof startProcess>) =>
    process.parked.run(request(), async (client) => {
      const { first } = await client.ask({ first: question });
      const { second } = await client.ask({ second: question });
      return { answers: [first ?? {}, second ?? {}] };
    });

  it('continue with answers that any process receives, and are executed once', async () => {
    const [owner, other] = [startProcess(), startProcess()];
    const asked = await start(owner);
    expect(asked).toMatchObject({ resultType: 'input_required', inputRequests: { first: question } });
    const state = String(asked.requestState);
    expect(other.parked.owns(state)).toBe(true);
    const again = await other.parked.resume(request(), state, { first: { action: 'accept' } });
    expect(again).toMatchObject({ resultType: 'input_required', inputRequests: { second: question } });
    const next = String(again.requestState);
    const result = await owner.parked.resume(request(), next, { second: { action: 'decline' } });
    expect(result).toEqual({ answers: [{ action: 'accept' }, { action: 'decline' }] });
    await expect(other.parked.resume(request(), next, {})).rejects.toMatchObject({ code: 'INPUT_UNAVAILABLE' });
  });

  it('return their result, or that they have ended, when they ended while the client answered', async () => {
    const [owner, other] = [startProcess(), startProcess()];
    const endedEarly = (end: () => JsonObject) =>
      owner.parked.run(request(), async (client) => {
        // As for a server that answers although its question is open.
        client.ask({ first: question }).catch(() => undefined);
        client.ask({ second: question }).catch(() => undefined);
        await Promise.resolve();
        return end();
      });
    const { requestState } = await endedEarly(() => ({ done: true }));
    expect(await other.parked.resume(request(), String(requestState), { first: {} })).toEqual({ done: true });
    const failed = await endedEarly(() => {
      throw new Error('broken');
    });
    await expect(other.parked.resume(request(), String(failed.requestState), { first: {} })).rejects.toMatchObject({
      code: 'INPUT_UNAVAILABLE',
    });
  });

  it('report progress and log messages to the request that waits, in whichever process, before its result', async () => {
    const processes = [startProcess(), startProcess()];
    const takers = (seen: JsonObject[]) => ({
      ...request(),
      news: {
        onProgress: (message: JsonObject) => void seen.push(message),
        onLog: (log: JsonObject) => void seen.push({ log }),
      },
    });
    for (const other of processes) {
      const seen: JsonObject[][] = [[], []];
      const asked = await processes[0]?.parked.run(takers(seen[0] ?? []), async (client, _, news) => {
        news.onProgress?.({ progress: 1 });
        const answered = client.ask({ first: question });
        await Promise.resolve();
        news.onProgress?.({ progress: 2 });
        await answered;
        news.onLog?.({ data: 'half' });
        await vi.waitFor(() => expect(seen[1]).toHaveLength(2), { timeout: 5000 });
        news.onProgress?.({ progress: 3 });
        return { done: true };
      });
      const state = String(asked?.requestState);
      expect(await other.parked.resume(takers(seen[1] ?? []), state, { first: {} })).toEqual({ done: true });
      expect(seen).toEqual([[{ progress: 1 }], [{ progress: 2 }, { log: { data: 'half' } }, { progress: 3 }]]);
    }
  });

  it('accept answers only from the caller and for the call that was asked', async () => {
    const process = startProcess();
    const { requestState } = await start(process);
    const state = String(requestState);
    await expect(process.parked.resume(request('eve'), state, {})).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const forged = state.replace('.0.', '.1.');
    await expect(process.parked.resume(request(), forged, {})).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    for (const other of ['', 'call', `${state}x`, 7, undefined]) expect(process.parked.owns(other)).toBe(false);
    await process.parked.resume(request(), state, {});
  });
});
