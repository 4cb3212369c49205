import { describe, expect, it } from 'vitest';
import { agent, start } from '../tools.support.js';

interface Item {
  id: string;
  kind: string;
  arguments?: unknown;
  result?: unknown;
  result_omitted?: boolean;
}
interface Evaluation {
  total: number;
  first: number;
  inputs?: { cases: number; right: number };
  cases: { id: string; place: number | null; expected: string | null; wrong_inputs?: string[] }[];
  confusions: { expected: string | null; found: string | null }[];
  previous?: { first: number };
  fixed: string[];
  broken: string[];
}

async function saving() {
  const server = await start();
  const save = async (body: unknown, more = {}) => {
    const answer = await server.ask('POST', '/saved', { body, ...more });
    return { status: answer.status, item: (await answer.json()) as Item };
  };
  const list = (query = '', more = {}) => server.read<{ items: Item[]; next_cursor?: string }>(`/saved${query}`, more);
  const evaluate = async () => (await (await server.ask('POST', '/evaluations')).json()) as Evaluation;
  return { ...server, save, list, evaluate };
}

const tried = { kind: 'call', agent: 'linden', operation: 'order_refill', arguments: { rx: 'RX-1' } };

describe('/saved', () => {
  it('keeps tried calls without secrets and without large results, newest first', async () => {
    const { save, list, clock } = await saving();
    const secret = { password: 'hunter2hunter2', rx: 'RX-1' };
    const { status, item } = await save({ ...tried, arguments: secret, result: { ok: true }, outcome: 'done', ms: 12 });
    expect(status).toBe(201);
    expect(JSON.stringify(item)).not.toContain('hunter2');
    expect(item).toMatchObject({ arguments: { rx: 'RX-1' }, result: { ok: true } });
    clock.time += 1000;
    expect((await save({ ...tried, result: 'x'.repeat(70_000) })).item).toMatchObject({ result_omitted: true });
    const first = await list('?top=1');
    expect(first.items[0]?.result_omitted).toBe(true);
    expect((await list(`?top=1&cursor=${first.next_cursor}`)).items[0]?.id).toBe(item.id);
    expect((await list('?agent=other')).items).toEqual([]);
  });

  it('limits what one caller keeps', async () => {
    const { save, list, clock } = await saving();
    for (let at = 0; at < 205; at += 1) {
      clock.time += 1000;
      await save({ ...tried, name: `call ${at}` });
    }
    expect((await list('?top=200')).items).toHaveLength(200);
    expect((await list('?top=200')).next_cursor).toBeUndefined();
  });

  it('shows and deletes items only for their caller', async () => {
    const { save, list, ask, keyFor } = await saving();
    const { item } = await save(tried);
    const bob = await keyFor('bob', 'registry:read');
    expect((await list('', { key: bob })).items).toEqual([]);
    expect((await ask('DELETE', `/saved/${item.id}`, { key: bob })).status).toBe(404);
    expect((await ask('DELETE', `/saved/${item.id}`)).status).toBe(204);
    expect((await list()).items).toEqual([]);
    expect((await ask('GET', '/saved', { key: undefined, headers: {} })).status).toBe(401);
  });

  it('rejects incomplete and oversized items with all problems', async () => {
    const { save, ask } = await saving();
    for (const body of [
      [],
      { kind: 'evaluation' },
      { kind: 'call' },
      { kind: 'case', agent: 'linden', operation: 'x' },
      { kind: 'case', request: 'x'.repeat(2001) },
      { kind: 'case', request: 'x', agent: 'linden' },
      { ...tried, color: 'red' },
      { ...tried, outcome: 'great' },
      { ...tried, ms: -1 },
      { ...tried, arguments: { text: 'x'.repeat(70_000) } },
    ]) {
      expect((await save(body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
    }
    expect((await ask('GET', '/saved?kind=secret')).status).toBe(400);
  });
});

describe('POST /evaluations', () => {
  it('runs the saved cases of the caller and compares with the run before', async () => {
    const { save, evaluate, register, clock } = await saving();
    expect(await evaluate()).toMatchObject({ total: 0, fixed: [], broken: [] });
    await register(agent('linden'));
    const request = 'order a refill of my prescription';
    const { item } = await save({ kind: 'case', agent: 'linden', operation: 'order_refill', request });
    const nothing = await save({ kind: 'case', request: 'translate a poem into Greek' });
    clock.time += 1000;
    const good = await evaluate();
    expect(good).toMatchObject({ total: 2, first: 1, confusions: [] });
    expect(good.cases.map(({ id, place }) => [id, place]).sort()).toEqual(
      [
        [item.id, 1],
        [nothing.item.id, 1],
      ].sort(),
    );
    const hidden = {
      name: 'order_refill',
      description: 'Paints fences.',
      inputs: { type: 'object' },
      outputs: { type: 'object' },
    };
    await register(agent('linden', { description: 'Paints.', capabilities: ['paint'], operations: [hidden] }));
    await register(agent('oak'));
    clock.time += 1000;
    const worse = await evaluate();
    expect(worse).toMatchObject({ broken: [item.id], fixed: [], previous: { first: 1 } });
    expect(worse.confusions).toContainEqual(
      expect.objectContaining({ expected: 'linden/order_refill', found: 'oak/order_refill' }),
    );
  });

  it('compares the inputs of a case with those that are read from its request', async () => {
    const { save, evaluate, register } = await saving();
    const inputs = {
      type: 'object',
      properties: { nights: { type: 'integer', description: 'Number of nights.' }, token: { type: 'string' } },
      required: ['nights'],
    };
    const rooms = { name: 'book_room', description: 'Books a hotel room.', inputs, outputs: { type: 'object' } };
    await register(agent('inn', { description: 'Books rooms.', capabilities: ['rooms'], operations: [rooms] }));
    const request = 'book a hotel room for 3 nights';
    const target = { kind: 'case', agent: 'inn', operation: 'book_room', request };
    const saved = [
      await save({ ...target, arguments: { nights: 3, token: 'dgm_0123456789abcdefghij' } }),
      await save({ ...target, arguments: { nights: 4, city: 'Lisbon' } }),
      await save(target),
      await save({ kind: 'case', agent: 'inn', operation: 'other', request, arguments: { nights: 3 } }),
    ];
    const ran = await evaluate();
    expect(ran.inputs).toEqual({ cases: 2, right: 1 });
    const wrong = new Map(ran.cases.map((each) => [each.id, each.wrong_inputs]));
    expect(saved.map(({ item }) => wrong.get(item.id))).toEqual([[], ['nights', 'city'], undefined, undefined]);
  });
});
