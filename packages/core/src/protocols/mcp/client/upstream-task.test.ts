/** Tasks of servers: what counts as one, how they are followed, and servers that misbehave. */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../catalogue/memory-store.js';
import type { TargetedCall } from '../../../gateway/call.js';
import type { LinkAnswer, LinkRequest } from './mcp-link.js';
import type { QuestionRelay } from './relay-questions.js';
import { createTaskOwners } from './task-owners.js';
import { followTask, needsTasks, taskIn } from './upstream-task.js';

const result = (value: JsonObject): LinkAnswer => ({ kind: 'result', result: value });

/** Follows a task of a server that answers with these states, one after the other; the last one stays. */
function follow(
  states: (JsonObject | Failure)[],
  { modern = true, totalMs = 10_000, signal = new AbortController().signal } = {},
) {
  const asked: LinkRequest[] = [];
  let time = 0;
  const answers = [...states];
  const ask = async (request: LinkRequest): Promise<LinkAnswer> => {
    asked.push(request);
    if (request.method !== 'tasks/get') return result({ content: [], of: request.method });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next instanceof Failure) throw next;
    return result({ taskId: 't', ...next });
  };
  const relay = {
    answerResult: async () => ({ inputResponses: { q: { action: 'decline' } } }),
  } as unknown as QuestionRelay;
  const following = {
    ask,
    relay,
    cancellation: { signal },
    elapsed: () => time,
    pause: async (ms: number) => {
      time += ms;
    },
    totalMs,
  };
  return { asked, outcome: followTask({ taskId: 't', modern }, following) };
}

const methods = (asked: readonly LinkRequest[]) => asked.map(({ method }) => method);

describe('a result', () => {
  it('is a task by its type in the extension, and by its member in revision 2025-11-25', () => {
    expect(taskIn(result({ resultType: 'task', taskId: 't', pollIntervalMs: 50 }))).toEqual({
      taskId: 't',
      modern: true,
      pollMs: 50,
    });
    expect(taskIn(result({ task: { taskId: 't' } }))).toEqual({ taskId: 't', modern: false });
    expect(taskIn(result({ content: [], task: { taskId: 't' } }))).toBeUndefined();
    expect(taskIn(result({ content: [] }))).toBeUndefined();
  });

  it.each([[''], ['x'.repeat(513)], [7]])('with the task id %j is refused', (taskId) => {
    expect(() => taskIn(result({ resultType: 'task', taskId }))).toThrow('without a usable id');
  });

  it('says that a task is needed only by the name of the extension', () => {
    const refusal = (requiredCapabilities: JsonObject): LinkAnswer => ({
      kind: 'error',
      error: { code: -32021, message: '', data: { requiredCapabilities } },
      status: 400,
    });
    expect(needsTasks(refusal({ extensions: { 'io.modelcontextprotocol/tasks': {} } }))).toBe(true);
    expect(needsTasks(refusal({ sampling: {} }))).toBe(false);
  });
});

describe('following a task', () => {
  it('returns the result of the extension from its state, and that of 2025-11-25 by tasks/result', async () => {
    const { outcome } = follow([
      { status: 'working' },
      { status: 'completed', result: { resultType: 'complete', content: [] } },
    ]);
    expect(await outcome).toEqual(result({ content: [] }));
    const older = follow([{ status: 'working' }, { status: 'completed' }], { modern: false });
    expect(await older.outcome).toEqual(result({ content: [], of: 'tasks/result' }));
  });

  it('passes answers on and continues', async () => {
    const { asked, outcome } = follow([{ status: 'input_required' }, { status: 'completed', result: { content: [] } }]);
    await outcome;
    expect(methods(asked)).toEqual(['tasks/get', 'tasks/update', 'tasks/get']);
  });

  it('survives a server that is away for a moment, and gives up one that stays away', async () => {
    const away = new Failure('UNAVAILABLE');
    await follow([away, away, { status: 'completed', result: {} }]).outcome;
    const { asked, outcome } = follow([away]);
    await expect(outcome).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(asked).toHaveLength(5);
  });

  it('refuses the state of another task, and a task that the service canceled', async () => {
    const other = follow([{ taskId: 'other', status: 'completed', result: {} }]);
    await expect(other.outcome).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining('another'),
    });
    expect(methods(other.asked)).toEqual(['tasks/get']);
    await expect(follow([{ status: 'cancelled' }]).outcome).rejects.toThrow('canceled');
  });

  it('cancels a task that is held open beyond the time limit, or whose caller leaves', async () => {
    const held = follow([{ status: 'working' }], { totalMs: 20_000 });
    await expect(held.outcome).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(methods(held.asked).at(-1)).toBe('tasks/cancel');
    const left = follow([{ status: 'working' }], { signal: AbortSignal.abort() });
    await expect(left.outcome).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(left.asked.at(-1)).toMatchObject({ method: 'tasks/cancel', detached: true });
  });
});

describe('the callers of tasks', () => {
  const call = (subject: string, server = 'https://a.example/mcp') =>
    ({ caller: { subject }, target: { operation: { binding: { kind: 'mcp', server } } } }) as unknown as TargetedCall;
  const task = { taskId: 't', modern: true };

  it('are kept apart in all processes: a server that returns the task of another caller is refused', async () => {
    const { sessions } = createMemoryStore();
    const owners = createTaskOwners({ sessions, clock: { now: () => 0 } });
    const elsewhere = createTaskOwners({ sessions, clock: { now: () => 1000 } });
    await owners.claim(call('ann'), task);
    await elsewhere.claim(call('ann'), task);
    await owners.claim(call('bob', 'https://b.example/mcp'), task);
    for (const each of [owners, elsewhere]) {
      await expect(each.claim(call('bob'), task)).rejects.toThrow('for another caller');
    }
  });
});
