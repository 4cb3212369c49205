/** Calls of skills: long-running tasks, malformed responses, callers that disconnect. */
import type { A2aBinding, JsonObject, JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createEntry, createOperation, createTestGateway, json, reply } from '../../gateway/gateway.support.js';
import { createA2aCaller } from './call.js';
import { createConversationIds } from './conversation-ids.js';
import type { NotificationInbox } from './notification-inbox.js';
import { createNotificationInbox } from './notification-inbox.js';

const binding: A2aBinding = { kind: 'a2a', agent: 'https://tugs.example/a2a', skill: 'tug' };

const silent = createNotificationInbox({
  origin: () => undefined,
  secret: 's',
  newId: () => 'n',
  pause: async () => {},
});

async function start(given: A2aBinding = binding, own: readonly string[] = [], notices: NotificationInbox = silent) {
  let now = 0;
  const caller = createA2aCaller({
    ownOrigins: own,
    newId: () => 'm-1',
    elapsed: () => now,
    taskMs: 60_000,
    pause: async (ms) => {
      now += ms;
    },
    notices,
    ids: createConversationIds('s'),
  });
  const made = await createTestGateway({}, { callers: [caller] });
  const operations = [createOperation({ input: true, output: true, binding: given })];
  const extra = { a2a: { capabilities: { pushNotifications: true } } };
  await made.put(createEntry({ operations, extra }));
  const heard = () => made.sent.map(({ body }) => (body as JsonObject).method);
  return { ...made, heard };
}

const shown = createConversationIds('s').open({ subject: 'ann', entryId: 'echo/1' }, null);
const result = (value: JsonValue) => json({ jsonrpc: '2.0', id: 1, result: value });
const task = (state: string, more: JsonObject = {}) => ({ id: 't', contextId: 'c', status: { state }, ...more });

describe('a call of a skill', () => {
  it('sends a message and polls the task until it has ended', async () => {
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
    expect(outcome.body).toEqual({
      text: 'At the pier.',
      state: 'completed',
      context_id: shown.showContext('c'),
      task_id: shown.showTask('t'),
    });
    expect(heard()).toEqual(['SendMessage', 'GetTask', 'GetTask', 'GetTask']);
    expect(sent[0]?.headers).toMatchObject({ 'a2a-version': '1.0' });
    expect(told.length).toBe(3);
  });

  it('cancels the task of an agent that never finishes', async () => {
    const { script, invoke, heard } = await start();
    script(async () => result({ task: task('TASK_STATE_WORKING') }));
    await expect(invoke({ input: { message: 'Where?' } })).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(heard().at(-1)).toBe('CancelTask');
  });

  it('cancels the task when the caller disconnects', async () => {
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

  it('cancels the task of a message that was on its way when the caller disconnected', async () => {
    const { script, invoke, heard, records } = await start();
    const leaving = new AbortController();
    let sentWith: AbortSignal | undefined;
    script(async ({ signal }) => {
      sentWith ??= signal;
      leaving.abort();
      await new Promise((resolve) => setImmediate(resolve));
      return result(heard().length === 1 ? { task: task('TASK_STATE_WORKING') } : task('TASK_STATE_CANCELED'));
    });
    const call = invoke({ input: { message: 'Where?' }, signal: leaving.signal });
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(heard()).toEqual(['SendMessage', 'CancelTask']);
    expect(sentWith).not.toBe(leaving.signal);
    expect((await records()).at(-1)?.facts).toMatchObject({ remoteTask: 'canceled' });
  });

  it.each<[string, JsonValue]>([
    ['an error', { error: { code: -32002, message: 'Too late.' } }],
    ['another state', { result: task('TASK_STATE_WORKING') }],
    ['nonsense', []],
  ])('records that the agent did not cancel the task when it answers with %s', async (_, answer) => {
    const { script, invoke, heard, records } = await start();
    const leaving = new AbortController();
    script(async () => {
      leaving.abort();
      return heard().at(-1) === 'CancelTask' ? json(answer) : result({ task: task('TASK_STATE_WORKING') });
    });
    await expect(invoke({ input: { message: 'x' }, signal: leaving.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect((await records()).at(-1)?.facts).toMatchObject({ remoteTask: 'not canceled' });
  });

  const cancels = { input: { message: '', task_id: shown.showTask('t') }, endsTask: true };

  it.each<[string, number, string]>([
    ['TASK_STATE_CANCELED', 200, 'canceled'],
    ['TASK_STATE_INPUT_REQUIRED', 409, 'not canceled'],
    ['TASK_STATE_COMPLETED', 409, 'not canceled'],
  ])('reads the task of an agent that does not answer its cancellation: %s', async (state, status, remoteTask) => {
    const { script, answer, heard, records } = await start();
    script(async () => {
      if (heard().at(-1) === 'CancelTask') throw new Failure('UPSTREAM_TIMEOUT');
      return result(task(state));
    });
    expect((await answer(cancels)).status).toBe(status);
    expect(heard()).toEqual(['CancelTask', 'GetTask']);
    expect((await records()).at(-1)?.facts).toMatchObject({ remoteTask });
  });

  it('reports the first failure if the task cannot be read either', async () => {
    const { script, invoke, heard } = await start();
    script(async () => {
      if (heard().at(-1) === 'CancelTask') throw new Failure('UPSTREAM_TIMEOUT');
      return json({ jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'No such task.' } });
    });
    await expect(invoke(cancels)).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  });

  it.each<[string, JsonValue]>([
    ['none', null],
    ['one of 178 characters', 'x'.repeat(178)],
    ['a very long one', 'x'.repeat(2_000)],
    ['one that is not Unicode', '\ud800'],
    ['one that ends with a space', 't '],
    ['the parent of its path', '..'],
  ])('refuses a task with an id that nobody could continue or cancel: %s', async (_, id) => {
    const { script, invoke, answer, heard } = await start();
    for (const state of ['TASK_STATE_WORKING', 'TASK_STATE_INPUT_REQUIRED']) {
      script(async () => result({ task: { ...task(state), id } }));
      await expect(invoke({ input: { message: 'x' } })).rejects.toMatchObject({
        code: 'UPSTREAM_ERROR',
        message: expect.stringContaining('longer than 177 characters'),
      });
    }
    expect(heard()).toEqual(['SendMessage', 'SendMessage']);
    script(async () => result({ task: { ...task('TASK_STATE_COMPLETED'), id, contextId: id } }));
    expect((await answer({ input: { message: 'x' } })).body).toEqual({ state: 'completed' });
  });

  it('continues a task with the longest id, unchanged', async () => {
    const { script, answer, sent } = await start();
    const id = 'x'.repeat(177);
    script(async () =>
      sent.length % 2 === 1
        ? result({ task: { ...task('TASK_STATE_WORKING'), id } })
        : result({ ...task('TASK_STATE_INPUT_REQUIRED'), id }),
    );
    const { body } = await answer({ input: { message: 'x' } });
    const { task_id: shownId } = body as { task_id: string };
    expect(shownId).toHaveLength(200);
    await answer({ input: { message: 'y', task_id: shownId } });
    expect(sent[1]?.body).toMatchObject({ params: { id } });
    expect(sent[2]?.body).toMatchObject({ params: { message: { taskId: id } } });
  });

  it('rejects the state of another task, and cancels its own', async () => {
    const { script, invoke, heard } = await start();
    script(async () =>
      heard().length === 1
        ? result({ task: task('TASK_STATE_WORKING') })
        : result({ ...task('TASK_STATE_COMPLETED'), id: 'of-another-caller' }),
    );
    await expect(invoke({ input: { message: 'x' } })).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(heard()).toEqual(['SendMessage', 'GetTask', 'CancelTask']);
  });

  it.each<[string, JsonValue, number]>([
    ['has no such task', { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'No such task.' } }, 200],
    ['is overloaded', { detail: 'Later.' }, 503],
  ])(
    'does not call it safe to repeat a message whose task was accepted, when the agent %s',
    async (_, refusal, status) => {
      const { script, invoke, heard } = await start();
      script(async () => (heard().length === 1 ? result({ task: task('TASK_STATE_WORKING') }) : json(refusal, status)));
      const thrown = await invoke({ input: { message: 'x' } }).catch((error: unknown) => error);
      expect(thrown).toMatchObject({
        code: 'UPSTREAM_ERROR',
        outcomeUnknown: true,
        message: 'The agent accepted the task, but its state could not be read. The agent refused to return it.',
      });
      expect(heard()).toEqual(['SendMessage', 'GetTask', 'CancelTask']);
    },
  );

  it(
    'sends an object as one data part when the agent accepts objects, and returns the object from the ' + 'response',
    async () => {
      const { script, answer, sent } = await start({ ...binding, structured: true });
      script(async () => result({ message: { parts: [{ text: 'Here.' }, { data: { pier: 3 } }] } }));
      expect((await answer({ input: { tug: 'Hel' } })).body).toEqual({ pier: 3 });
      expect(sent[0]?.body).toMatchObject({ params: { message: { parts: [{ data: { tug: 'Hel' } }] } } });
    },
  );

  it.each<[string, JsonValue, number, boolean]>([
    ['faulty input', { code: -32602, message: 'No such tug.' }, 400, false],
    ['an unknown task', { code: -32001, message: 'Gone.' }, 404, false],
    ['a skill that the agent does not have', { code: -32004, message: 'Not here.' }, 409, false],
    ['trouble inside', { code: -32603, message: 'Oh.' }, 502, false],
    [
      'a Dragoman code',
      {
        code: -32000,
        message: 'Later.',
        data: [{ domain: 'dragoman', reason: 'UNAVAILABLE', metadata: { retryAfter: '7' } }],
      },
      503,
      true,
    ],
    [
      'a code that an agent may not set',
      { code: -32000, message: 'Later.', data: [{ domain: 'dragoman', reason: 'UNAUTHENTICATED' }] },
      502,
      false,
    ],
  ])('maps %s to its status', async (_, error, status, retryable) => {
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
  ])('does not accept %s as a response', async (_, body) => {
    const { script, invoke } = await start();
    script(async () => json(body));
    await expect(invoke({ input: { message: 'Where?' } })).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('refuses to call itself', async () => {
    const { invoke, sent } = await start(binding, ['https://tugs.example']);
    await expect(invoke({ input: { message: 'Where?' } })).rejects.toMatchObject({ code: 'UPSTREAM_REFUSED' });
    expect(sent).toEqual([]);
  });
});

describe('a task with push notifications', () => {
  /** An inbox in which every wait ends with a notification, or without one after the full wait. */
  function startInbox(isNotified: boolean) {
    const waits: number[] = [];
    const inbox: NotificationInbox = createNotificationInbox({
      origin: () => 'https://gateway.example',
      secret: 'secret',
      newId: () => 'n-1',
      async pause(ms) {
        waits.push(ms);
        if (isNotified) inbox.wake('n-1');
      },
    });
    return { inbox, waits };
  }

  it.each<[A2aBinding, string | undefined, object]>([
    [binding, 'CreateTaskPushNotificationConfig', { params: { taskId: 't', id: 'dragoman' } }],
    [
      { ...binding, version: '0.3' },
      'tasks/pushNotificationConfig/set',
      { params: { taskId: 't', pushNotificationConfig: { id: 'dragoman' } } },
    ],
    [{ ...binding, transport: 'HTTP+JSON' }, undefined, { taskId: 't', id: 'dragoman' }],
  ])('is registered with an address and a token of its own: %j', async (given, method, wanted) => {
    const { inbox } = startInbox(true);
    const { script, answer, sent } = await start(given, [], inbox);
    const rest = given.transport === 'HTTP+JSON';
    const wrap = (value: JsonObject) => (rest ? json(value) : result(value));
    script(async () =>
      wrap(
        sent.some(({ body }) => JSON.stringify(body)?.includes('/a2a/notices/'))
          ? task('TASK_STATE_COMPLETED')
          : sent.length === 1
            ? { task: task('TASK_STATE_WORKING') }
            : task('TASK_STATE_WORKING'),
      ),
    );
    await answer({ input: { message: 'Where?' } });
    const asked = sent.find(({ body }) => JSON.stringify(body)?.includes('/a2a/notices/'));
    if (rest) expect(asked?.url).toBe('https://tugs.example/a2a/tasks/t/pushNotificationConfigs');
    expect(((asked?.body ?? {}) as JsonObject).method).toBe(method);
    expect(asked?.body).toMatchObject(wanted);
    expect(JSON.stringify(asked?.body)).toContain('"url":"https://gateway.example/a2a/notices/n-1"');
    expect(inbox.receive('n-1', /"token":"([^"]+)"/.exec(JSON.stringify(asked?.body))?.[1] ?? '')).toBe(true);
  });

  it('is polled rarely while no notification arrives, and often for an agent without push notifications', async () => {
    const seldom = startInbox(false);
    const told = await start(binding, [], seldom.inbox);
    told.script(async () => result({ task: task('TASK_STATE_WORKING') }));
    await expect(told.invoke({ input: { message: 'x' } })).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    const untold = await start();
    untold.script(async () => result({ task: task('TASK_STATE_WORKING') }));
    await expect(untold.invoke({ input: { message: 'x' } })).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    const count = (heard: unknown[]) => heard.filter((method) => method === 'GetTask').length;
    expect(Math.max(...seldom.waits)).toBeGreaterThan(20_000);
    expect(count(untold.heard())).toBeGreaterThan(15);
  });

  it.each([
    ['refuses with an error', () => json({ jsonrpc: '2.0', id: 1, error: { code: -32003, message: 'no' } })],
    ['refuses with a status', () => json({}, 500)],
    ['answers nonsense', () => reply('text/html', '<p>')],
  ])('is polled as usual when the agent %s', async (_, refuse) => {
    const { inbox } = startInbox(false);
    const { script, answer, heard } = await start(binding, [], inbox);
    script(async () => {
      const method = heard().at(-1);
      if (method === 'SendMessage') return result({ task: task('TASK_STATE_WORKING') });
      return method === 'GetTask' ? result(task('TASK_STATE_COMPLETED')) : refuse();
    });
    expect((await answer({ input: { message: 'Where?' } })).body).toMatchObject({ state: 'completed' });
    expect(inbox.receive('n-1', '')).toBe(false);
  });
});
