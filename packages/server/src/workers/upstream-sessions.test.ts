import type { JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createSharedSessions } from './upstream-sessions.js';

type Answer = (question: JsonValue) => Promise<JsonValue>;

/** Workers whose questions reach all of them, as through the parent process. */
function createCrew(ids: readonly number[]) {
  const handlers = ids.map(() => new Map<string, Answer>());
  return ids.map((id, at) =>
    createSharedSessions(
      {
        handle: (topic, answer) => void handlers[at]?.set(topic, answer),
        async ask(topic, value) {
          const answers = await Promise.all(handlers.map((each) => each.get(topic)?.(value) ?? null));
          return answers.filter((answer) => answer !== null);
        },
      },
      id,
    ),
  );
}

const found = { version: '2025-11-25', session: 's1' };
const noStream = () => undefined;

describe('sessions of workers with a server', () => {
  it('are found in the worker that has them, and are not those that the server has lost', async () => {
    const [one, other] = createCrew([1, 2]);
    one?.serve({
      sessionOf: async (key, lost) => (key === 'k' && lost !== 's1' ? found : undefined),
      streamOf: noStream,
    });
    other?.serve({ sessionOf: async () => undefined, streamOf: noStream });
    expect(await other?.find('k', undefined)).toEqual(found);
    expect(await other?.find('k', 's1')).toBeUndefined();
    expect(await other?.find('other', undefined)).toBeUndefined();
    expect(await one?.find('k', undefined)).toBeUndefined();
  });

  it('are opened by one of the workers that ask at the same time', async () => {
    const crew = createCrew([3, 1, 2]);
    const opened: number[] = [];
    const pending = new Map<number, Promise<typeof found>>();
    for (const [at, worker] of crew.entries()) {
      worker.serve({ sessionOf: async () => pending.get(at), streamOf: noStream });
    }
    const meet = async (at: number) => {
      const there = await crew[at]?.find('k', undefined);
      if (there !== undefined) return there as typeof found;
      opened.push(at);
      return { version: '2025-11-25', session: `s${at}` };
    };
    for (const at of [0, 1, 2]) pending.set(at, meet(at));
    expect((await Promise.all(pending.values())).map(({ session }) => session)).toEqual(['s1', 's1', 's1']);
    expect(opened).toEqual([1]);
  });

  it('have one stream, whose questions one of the workers with calls gets', async () => {
    const [one, other, third] = createCrew([1, 2, 3]);
    const taken: unknown[] = [];
    const listener = (has: { open?: boolean; calls?: boolean }, worker: number) => ({
      join: async () => () => undefined,
      keep: () => has.open === true,
      hasCalls: () => has.calls === true,
      take: (question: unknown) => void taken.push([worker, question]),
    });
    const reader = { open: true };
    one?.serve({ sessionOf: async () => undefined, streamOf: () => listener(reader, 1) });
    other?.serve({ sessionOf: async () => undefined, streamOf: () => listener({ calls: true }, 2) });
    third?.serve({
      sessionOf: async () => undefined,
      streamOf: (name) => (name === 's' ? listener({ calls: true }, 3) : undefined),
    });
    expect(await other?.keepStream('s')).toBe(true);
    expect(await one?.keepStream('s')).toBe(false);
    const question = { id: 4, method: 'roots/list', params: {} };
    await one?.passQuestion('s', question);
    await one?.passQuestion('other', question);
    expect(taken).toEqual([
      [2, question],
      [2, question],
    ]);
    reader.open = false;
    expect(await other?.keepStream('s')).toBe(false);
  });

  it('number their requests differently', () => {
    const firsts = createCrew([1, 2, 4_194_304]).map(({ firstId }) => firstId);
    expect(new Set(firsts).size).toBe(3);
    expect(Number.isSafeInteger(Math.max(...firsts) + 2 ** 30)).toBe(true);
  });
});
