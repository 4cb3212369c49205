/** Calls of skills: tasks that take their time, agents that answer oddly, callers that leave. */
import type { A2aBinding, JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createEntry, createOperation, createTestGateway, json } from '../../gateway/gateway.support.js';
import { createA2aCaller } from './call.js';

const binding: A2aBinding = { kind: 'a2a', agent: 'https://tugs.example/a2a', skill: 'tug' };

async function start(given: A2aBinding = binding, own: readonly string[] = []) {
  let now = 0;
  const caller = createA2aCaller({
    ownOrigins: own,
    newId: () => 'm-1',
    elapsed: () => now,
    taskMs: 60_000,
    pause: async (ms) => {
      now += ms;
    },
  });
  const made = await createTestGateway({}, { callers: [caller] });
  await made.put(createEntry({ operations: [createOperation({ input: true, output: true, binding: given })] }));
  const heard = () => made.sent.map(({ body }) => (body as JsonObject).method);
  return { ...made, heard };
}

const result = (value: JsonValue) => json({ jsonrpc: '2.0', id: 1, result: value });
const task = (state: string, more: JsonObject = {}) => ({ id: 't', contextId: 'c', status: { state }, ...more });

describe('a call of a skill', () => {
  it('is a message, and asks for its task until that has ended', async () => {
    const { script, answer, sent, heard } = await start();
    let asked = 0;
    script(async () => {
      asked += 1;
      if (asked === 1) return result({ task: task('TASK_STATE_SUBMITTED') });
      if (asked < 4) return result(task('TASK_STATE_WORKING'));
      return result(task('TASK_STATE_COMPLETED', { artifacts: [{ parts: [{ text: 'At the pier.' }] }] }));
    });
    const told: JsonObject[] = [];
    const outcome = await answer({ input: { message: 'Where?' }, onProgress: (progress) => told.push(progress) });
    expect(outcome.body).toEqual({ text: 'At the pier.', state: 'completed', context_id: 'c', task_id: 't' });
    expect(heard()).toEqual(['SendMessage', 'GetTask', 'GetTask', 'GetTask']);
    expect(sent[0]?.headers).toMatchObject({ 'a2a-version': '1.0' });
    expect(told.length).toBe(3);
  });

  it('ends the task of an agent that works for ever', async () => {
    const { script, invoke, heard } = await start();
    script(async () => result({ task: task('TASK_STATE_WORKING') }));
    await expect(invoke({ input: { message: 'Where?' } })).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(heard().at(-1)).toBe('CancelTask');
  });

  it('ends the task when its caller leaves', async () => {
    const { script, invoke, heard } = await start();
    const leaving = new AbortController();
    script(async () => {
      leaving.abort();
      return result({ task: task('TASK_STATE_WORKING') });
    });
    const call = invoke({ input: { message: 'Where?' }, signal: leaving.signal });
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(heard()).toEqual(['SendMessage', 'CancelTask']);
  });

  it('sends an object as one data part where the agent takes objects, and gives the object that comes back', async () => {
    const { script, answer, sent } = await start({ ...binding, structured: true });
    script(async () => result({ message: { parts: [{ text: 'Here.' }, { data: { pier: 3 } }] } }));
    expect((await answer({ input: { tug: 'Hel' } })).body).toEqual({ pier: 3 });
    expect(sent[0]?.body).toMatchObject({ params: { message: { parts: [{ data: { tug: 'Hel' } }] } } });
  });

  it.each<[string, JsonValue, number, boolean]>([
    ['faulty input', { code: -32602, message: 'No such tug.' }, 400, false],
    ['an unknown task', { code: -32001, message: 'Gone.' }, 404, false],
    ['a skill that it lacks', { code: -32004, message: 'Not here.' }, 409, false],
    ['trouble inside', { code: -32603, message: 'Oh.' }, 502, true],
    [
      'a code of ours',
      {
        code: -32000,
        message: 'Later.',
        data: [{ domain: 'dragoman', reason: 'UNAVAILABLE', metadata: { retryAfter: '7' } }],
      },
      503,
      true,
    ],
    [
      'a code that is not its to give',
      { code: -32000, message: 'Later.', data: [{ domain: 'dragoman', reason: 'UNAUTHENTICATED' }] },
      502,
      true,
    ],
  ])('tells %s by its status', async (_, error, status, retryable) => {
    const { script, answer } = await start();
    script(async () => json({ jsonrpc: '2.0', id: 1, error }));
    const outcome = await answer({ input: { message: 'Where?' } });
    expect([outcome.status, outcome.body]).toMatchObject([status, { retryable }]);
  });

  it.each<[string, JsonValue]>([
    ['nothing', {}],
    ['a list', []],
    ['a task without a state', { result: { task: { id: 't', status: {} } } }],
    ['a task without an id', { result: { task: { status: { state: 'TASK_STATE_WORKING' } } } }],
  ])('does not take %s for an answer', async (_, body) => {
    const { script, invoke } = await start();
    script(async () => json(body));
    await expect(invoke({ input: { message: 'Where?' } })).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('goes in no circle', async () => {
    const { invoke, sent } = await start(binding, ['https://tugs.example']);
    await expect(invoke({ input: { message: 'Where?' } })).rejects.toMatchObject({ code: 'UPSTREAM_REFUSED' });
    expect(sent).toEqual([]);
  });
});
