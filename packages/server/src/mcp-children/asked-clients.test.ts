/** Whom the requests of a server over stdio reach while several calls run. */
import type { LinkRequest } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import { expect, it } from 'vitest';
import { createWaitingRequests } from './waiting-requests.js';

/** Calls of these sessions run, and the server asks. */
async function ask(
  calls: { session?: string; taskId?: string }[],
  params: JsonObject = {},
  { method = 'elicitation/create', passesRoots = false } = {},
) {
  const asked: number[] = [];
  const refused: number[] = [];
  const sent: JsonObject[] = [];
  const waiting = createWaitingRequests({
    elapsed: () => 0,
    passesRoots,
    send: (message) => sent.push(message),
    onListChanged: () => undefined,
    watched: { updated: () => undefined, acknowledged: () => undefined, answered: () => undefined },
    onBabble: () => undefined,
  });
  for (const [id, { session, taskId }] of calls.entries()) {
    const questions: NonNullable<LinkRequest['questions']> = {
      session,
      isAsking: () => false,
      completed: () => undefined,
      refuse: () => void refused.push(id),
      answer: async (request) => {
        asked.push(id);
        return { jsonrpc: '2.0', id: request.id, result: {} };
      },
    };
    const settle = { resolve: () => undefined, reject: () => undefined };
    waiting.add({ id, cancellation: undefined, onProgress: undefined, questions, taskId, until: 1, ...settle });
  }
  waiting.take({ jsonrpc: '2.0', id: 'q', method, params });
  await Promise.resolve();
  return { asked, refused, isError: sent.some(({ error }) => error !== undefined) };
}

it('asks the client of a single call, and that of several calls of one session', async () => {
  expect(await ask([{}])).toEqual({ asked: [0], refused: [], isError: false });
  expect(await ask([{ session: 'a' }, { session: 'a' }])).toEqual({ asked: [1], refused: [], isError: false });
});

it.each([[[{ session: 'a' }, { session: 'b' }]], [[{ session: 'a' }, {}]], [[{}, {}]]])(
  'asks nobody and fails the calls when they may be those of several clients: %j',
  async (calls) => {
    expect(await ask(calls)).toEqual({ asked: [], refused: [0, 1], isError: true });
  },
);

it('asks the client that waits for the task to which the request belongs', async () => {
  const params = { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' } } };
  const calls = [{ session: 'a', taskId: 't' }, { session: 'b' }];
  expect(await ask(calls, params)).toEqual({ asked: [0], refused: [], isError: false });
});

it('asks for roots, which a server would apply to the calls of others too, only if the operator allows it', async () => {
  const method = 'roots/list';
  expect(await ask([{ session: 'a' }], {}, { method })).toEqual({ asked: [], refused: [0], isError: true });
  const allowed = { method, passesRoots: true };
  expect(await ask([{ session: 'a' }], {}, allowed)).toEqual({ asked: [0], refused: [], isError: false });
  expect(await ask([{ session: 'a' }, { session: 'b' }], {}, allowed)).toMatchObject({ asked: [], refused: [0, 1] });
});
