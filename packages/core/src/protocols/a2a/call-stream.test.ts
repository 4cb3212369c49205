/** Streams of agents: conversion of events, normal and early ends, cancellation of tasks. */
import type { A2aBinding, JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createEntry, createOperation, createTestGateway, json, reply } from '../../gateway/gateway.support.js';
import { createA2aCaller } from './call.js';
import { createConversationIds } from './conversation-ids.js';
import { createNotificationInbox } from './notification-inbox.js';

const binding: A2aBinding = { kind: 'a2a', agent: 'https://tugs.example/a2a', skill: 'tug' };

const notices = createNotificationInbox({
  origin: () => undefined,
  secret: 's',
  newId: () => 'n',
  pause: async () => {},
});

const ids = createConversationIds('s');
const shown = ids.open({ subject: 'ann', entryId: 'echo/1' }, null);

async function start(given: A2aBinding = binding) {
  const pause = async () => {};
  const options = { ownOrigins: [], newId: () => 'm-1', elapsed: () => 0, taskMs: 60_000, pause, notices, ids };
  const made = await createTestGateway({}, { callers: [createA2aCaller(options)] });
  const operations = [createOperation({ input: true, output: true, binding: given })];
  await made.put(createEntry({ operations, extra: { a2a: { capabilities: { streaming: true } } } }));
  const heard = () => made.sent.map(({ body }) => (body as JsonObject).method);
  return { ...made, heard };
}

const eventsOf = (results: readonly JsonObject[]) =>
  results.map((each) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, ...each })}\n\n`).join('');

/** The events that a caller receives for a stream, and the requests that the agent received. */
async function relay(results: readonly JsonObject[], given?: A2aBinding) {
  const { script, invoke, heard } = await start(given);
  script(async ({ body }) =>
    (body as JsonObject).method === 'CancelTask'
      ? json({ jsonrpc: '2.0', id: 1, result: {} })
      : reply(eventsOf(results), 'text/event-stream'),
  );
  const outcome = await invoke({ input: { message: 'Where?' }, wantsStream: true });
  if (outcome.kind !== 'stream') throw new Error('expected a stream');
  const text = await new Response(outcome.body).text();
  const pieces = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as JsonObject);
  return { pieces, heard: heard(), failure: (await outcome.ended).failure };
}

const place = { taskId: 't', contextId: 'c' };
const working = { result: { task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } } };
const piece = (text: string) => ({ result: { artifactUpdate: { ...place, artifact: { parts: [{ text }] } } } });
const status = (state: string, text?: string, metadata?: JsonValue) => ({
  result: {
    statusUpdate: {
      ...place,
      status: {
        state: `TASK_STATE_${state}`,
        ...(text === undefined
          ? {}
          : { message: { parts: [{ text }], ...(metadata === undefined ? {} : { metadata }) } }),
      },
    },
  },
});
const first = { state: 'working', context_id: shown.showContext('c'), task_id: shown.showTask('t') };
const errorInfo = (reason: string, retryable: string) => ({ reason, domain: 'dragoman', metadata: { retryable } });

describe('a stream of an agent', () => {
  it('reports the task id once, then every addition', async () => {
    const { pieces, failure, heard } = await relay([working, piece('one'), piece('two'), status('COMPLETED')]);
    expect(pieces).toEqual([first, { text: 'one' }, { text: 'two' }]);
    expect([failure, heard]).toEqual([undefined, ['SendStreamingMessage']]);
  });

  it('fails at an event of another task, and cancels its own', async () => {
    const other = { artifact: { parts: [{ text: 'of another caller' }] }, taskId: 'x', contextId: 'c' };
    const { pieces, failure, heard } = await relay([working, { result: { artifactUpdate: other } }]);
    expect(JSON.stringify(pieces)).not.toContain('of another caller');
    expect(failure).toMatchObject({ message: expect.stringContaining('another task') });
    expect(heard).toEqual(['SendStreamingMessage', 'CancelTask']);
  });

  it.each([null, 'x'.repeat(178), '\ud800', '..'])('fails at a task that nobody could cancel: %j', async (id) => {
    const { pieces, failure, heard } = await relay([{ result: { task: { ...working.result.task, id } } }]);
    expect(pieces.filter((each) => each.state === 'working')).toEqual([]);
    expect(failure).toMatchObject({ message: expect.stringContaining('longer than 177 characters') });
    expect(heard).toEqual(['SendStreamingMessage']);
  });

  it('passes on the output of a task that arrives as a whole', async () => {
    const whole = {
      id: 't',
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ parts: [{ text: 'At pier 3.' }] }],
    };
    const { pieces } = await relay([working, { result: { task: whole } }]);
    expect(pieces.at(-1)).toEqual({ text: 'At pier 3.', state: 'completed' });
  });

  it.each(['INPUT_REQUIRED', 'AUTH_REQUIRED'])(
    'reports the ids under which a question can be answered: %s',
    async (state) => {
      const { pieces, failure } = await relay([working, status(state, 'Which mast?')]);
      const word = state.toLowerCase().replace('_', '-');
      expect(pieces.at(-1)).toEqual({
        text: 'Which mast?',
        state: word,
        context_id: shown.showContext('c'),
        task_id: shown.showTask('t'),
      });
      expect(failure).toBeUndefined();
    },
  );

  it.each<[string, JsonObject[]]>([
    ['in the middle of a task', [working, piece('half')]],
    ['before anything was said', []],
  ])('that ends %s is reported as an error', async (_, events) => {
    const { failure, heard } = await relay(events);
    expect(failure).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(heard.slice(1)).toEqual(events.length === 0 ? [] : ['CancelTask']);
  });

  it.each<[string, JsonObject, string]>([
    ['a refusal', status('REJECTED', 'No.'), 'CONFLICT'],
    ['a failure', status('FAILED', 'Oh.'), 'UPSTREAM_ERROR'],
    ['a permanent failure', status('FAILED', 'Gone.', errorInfo('GONE', 'false')), 'GONE'],
    [
      'an error',
      { error: { code: -32000, message: 'Later.', data: [errorInfo('RATE_LIMITED', 'true')] } },
      'RATE_LIMITED',
    ],
    ['faulty input', { error: { code: -32602, message: 'No such tug.' } }, 'INVALID_INPUT'],
  ])('keeps the code of %s', async (_, event, code) => {
    const { pieces, failure } = await relay([working, piece('half'), event]);
    expect(failure).toMatchObject({ code });
    expect(pieces.at(-1)).toMatchObject({ code });
  });

  it('of a skill with schemas fails when the agent asks for input', async () => {
    const { failure } = await relay([working, status('INPUT_REQUIRED', 'Which?')], { ...binding, structured: true });
    expect(failure).toMatchObject({ code: 'CONFLICT' });
  });

  it('cancels the task when its reader disconnects', async () => {
    const { script, invoke, heard } = await start();
    const leaving = new AbortController();
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(eventsOf([working, piece('one')]))),
    });
    script(async ({ body }) =>
      (body as JsonObject).method === 'CancelTask' ? json({}) : reply(endless, 'text/event-stream'),
    );
    const outcome = await invoke({ input: { message: 'x' }, wantsStream: true, signal: leaving.signal });
    if (outcome.kind !== 'stream') throw new Error('expected a stream');
    const reader = outcome.body.getReader();
    await reader.read();
    leaving.abort();
    await reader.cancel();
    expect(heard()).toEqual(['SendStreamingMessage', 'CancelTask']);
  });

  it('cancels the task when its reader disconnects before the first event', async () => {
    const { script, invoke, heard } = await start();
    let sendEvent: () => void = () => undefined;
    const late = new ReadableStream<Uint8Array>({
      start(controller) {
        sendEvent = () => controller.enqueue(new TextEncoder().encode(eventsOf([working])));
      },
    });
    script(async ({ body }) =>
      (body as JsonObject).method === 'CancelTask' ? json({}) : reply(late, 'text/event-stream'),
    );
    const outcome = await invoke({ input: { message: 'x' }, wantsStream: true });
    if (outcome.kind !== 'stream') throw new Error('expected a stream');
    const left = outcome.body.cancel();
    sendEvent();
    await left;
    expect(heard()).toEqual(['SendStreamingMessage', 'CancelTask']);
  });
});
