/**
 * Calls through repairs: pages without gaps or duplicates whatever an upstream does, selections, truncation, and no
 * cost without repairs.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { bob, createEntry, createOperation, createTestGateway, json, reply } from '../gateway.support.js';
import {
  asked,
  bareListing,
  berths,
  everything,
  idsOf,
  listing,
  openRepaired,
  walk,
  whole,
} from '../repair/repair.support.js';
import { createRepair } from './repair.js';

const pages = { 'cursor-pages': true };
const offsets = { offset: whole, limit: whole };
const numbers = { page: whole, per_page: whole };
const all = berths(53);
const ids = all.map(({ id }) => id);

const byOffset = ({ offset = '0', limit = '10' }: Record<string, string>) => all.slice(+offset, +offset + +limit);
const byPage = ({ page = '1', per_page = '10' }: Record<string, string>) =>
  all.slice((+page - 1) * +per_page, +page * +per_page);

describe('pages', () => {
  it.each([
    [
      'offset and limit',
      listing(offsets),
      (inputs: Record<string, string>) => ({ items: byOffset(inputs), total: 53 }),
    ],
    [
      'offset and limit without a total',
      listing(offsets),
      (inputs: Record<string, string>) => ({ items: byOffset(inputs) }),
    ],
    ['page and page size', listing(numbers), (inputs: Record<string, string>) => ({ items: byPage(inputs) })],
    ['a bare list', bareListing(offsets), byOffset],
    [
      'a total that is too small',
      listing(offsets),
      (inputs: Record<string, string>) => ({ items: byOffset(inputs), total: 3 }),
    ],
    [
      'a total that is too large',
      listing(offsets),
      (inputs: Record<string, string>) => ({ items: byOffset(inputs), total: 9e9 }),
    ],
    [
      'a size that is reduced silently',
      listing(offsets),
      ({ offset, limit }: Record<string, string>) => ({
        items: byOffset({ offset: offset ?? '0', limit: String(Math.min(7, Number(limit))) }),
      }),
    ],
    [
      'a size that is ignored',
      listing(offsets),
      ({ offset }: Record<string, string>) => ({ items: all.slice(Number(offset)) }),
    ],
    [
      'a page size that is ignored',
      listing(numbers),
      ({ page }: Record<string, string>) => ({ items: byPage({ page: page ?? '1', per_page: '25' }) }),
    ],
  ])('[PROF-RESP-09] over %s return every item once, in order', async (_, operation, answer) => {
    const test = await openRepaired(operation, pages, answer as (inputs: Record<string, string>) => JsonValue);
    const size =
      operation.input !== true && 'limit' in ((operation.input as JsonObject).properties as JsonObject)
        ? 'limit'
        : 'per_page';
    const walked = await walk(test, { [size]: 10 });
    expect(idsOf(walked)).toEqual(ids);
    for (const { items } of walked) expect((items as JsonValue[]).length).toBeLessThanOrEqual(10);
  });

  it('[PROF-RESP-06] [PROF-SEC-05] have a default size, and a maximum that is enforced', async () => {
    const test = await openRepaired(listing(offsets), pages, (inputs) => ({ items: byOffset(inputs) }));
    const { body } = await test.answer({ input: {} });
    expect((body as JsonObject).items).toHaveLength(20);
    expect(asked(test.sent[0]?.url ?? '')).toEqual({ offset: '0', limit: '20' });
    await expect(test.invoke({ input: { limit: 100_000 } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'limit' }],
    });
    await expect(test.invoke({ input: { offset: 5 } })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('use cursors that are valid for one caller and one request, and cannot be forged', async () => {
    const test = await openRepaired(listing({ ...offsets, q: { type: 'string' } }), pages, (inputs) => ({
      items: byOffset(inputs),
    }));
    const { body } = await test.answer({ input: { q: 'a', limit: 5 } });
    const cursor = (body as JsonObject).next_cursor as string;
    const refused = { code: 'INVALID_CURSOR' };
    await expect(test.invoke({ input: { q: 'b', cursor } })).rejects.toMatchObject(refused);
    await expect(test.invoke({ input: { q: 'a', cursor }, caller: bob })).rejects.toMatchObject(refused);
    await expect(test.invoke({ input: { q: 'a', cursor: `${cursor}x` } })).rejects.toMatchObject(refused);
    await expect(test.invoke({ input: { q: 'a', cursor: 'WzUwMF0.AAAA' } })).rejects.toMatchObject(refused);
    await expect(test.invoke({ input: { q: 'a', cursor, limit: 6 } })).rejects.toMatchObject({
      fieldErrors: [{ field: 'limit' }],
    });
    for (const input of [{ cursor, q: 'a' }, { cursor }, { cursor, limit: 5 }]) {
      const next = await test.answer({ input });
      expect(idsOf([next.body as JsonObject])).toEqual([5, 6, 7, 8, 9]);
      expect(asked(test.sent.at(-1)?.url ?? '')).toEqual({ offset: '5', limit: '5', q: 'a' });
    }
  });

  it('carry a hash of inputs that are too long, which must then be sent again', async () => {
    const operation = listing({ ...offsets, q: { type: 'string' } });
    const test = await openRepaired(operation, pages, (inputs) => ({ items: byOffset(inputs) }));
    const q = 'long '.repeat(1000);
    const { body } = await test.answer({ input: { q } });
    const cursor = (body as JsonObject).next_cursor as string;
    expect(cursor.length).toBeLessThan(500);
    await expect(test.invoke({ input: { cursor } })).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
    const next = await test.answer({ input: { cursor, q } });
    expect(idsOf([next.body as JsonObject])[0]).toBe(20);
  });

  it('keep filters and field selection', async () => {
    const test = await openRepaired(listing({ ...offsets, q: { type: 'string' } }), everything, (inputs) => ({
      items: byOffset(inputs),
    }));
    const walked = await walk(test, { q: 'a', limit: 20, fields: 'id' });
    expect(idsOf(walked)).toEqual(ids);
    expect(walked.flatMap(({ items }) => items as JsonObject[]).at(-1)).toEqual({ id: 52 });
    expect(new Set(test.sent.map(({ url }) => asked(url).q))).toEqual(new Set(['a']));
  });

  it('end where an upstream returns one page for every position', async () => {
    const test = await openRepaired(listing(offsets), pages, () => ({ items: all.slice(0, 20) }));
    const first = await test.answer({ input: {} });
    const { next_cursor: cursor } = first.body as JsonObject;
    await expect(test.invoke({ input: { cursor: cursor ?? '' } })).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('end eventually where an upstream has no end', async () => {
    const endless = ({ offset }: Record<string, string>) => ({
      items: Array.from({ length: 100 }, (_, at) => ({ id: Number(offset) + at })),
    });
    const test = await openRepaired(
      listing(offsets, { output: { type: 'object', properties: { items: { type: 'array' } } } }),
      pages,
      endless,
    );
    const far = await walk(test, { limit: 100 }, 30);
    expect(new Set(idsOf(far)).size).toBe(3000);
  });

  it.each<[string, JsonValue]>([
    ['is not an object', 'berths'],
    ['has another shape', { berths: [] }],
    ['has something else instead of the list', { items: { a: 1 } }],
  ])('leave an answer unchanged that %s', async (_, answer) => {
    const test = await openRepaired(listing(offsets), pages, () => answer);
    expect((await test.answer({ input: {} })).body).toEqual(answer);
  });

  it('leave failures and non-JSON answers unchanged', async () => {
    const test = await openRepaired(listing(offsets), everything, () => null);
    test.script(() => json({ message: 'No.' }, 422));
    expect(await test.answer({ input: {} })).toMatchObject({ status: 422, body: { message: 'No.' } });
    test.script(() => reply('<html>', 'text/html', 500));
    expect(await test.answer({ input: {} })).toMatchObject({ status: 500, ownBody: true });
    test.script(() => reply('plain', 'text/plain', 200));
    expect(await test.answer({ input: {} })).toMatchObject({ body: 'plain' });
  });
});

describe('selections', () => {
  const selection = { 'field-selection': true };
  const open = () => openRepaired(listing({}), selection, () => ({ items: [{ ...all[0], log: ['x'] }], total: 1 }));

  it('[PROF-RESP-02] return the named members, and fewer in the concise form', async () => {
    const test = await open();
    const ask = async (input: JsonObject) => ((await test.answer({ input })).body as JsonObject).items;
    expect(await ask({ fields: 'name, log' })).toEqual([{ name: 'Berth 0', log: ['x'] }]);
    expect(await ask({})).toEqual([{ id: 0, name: 'Berth 0', status: 'free' }]);
    expect(await ask({ response_format: 'concise' })).toEqual(await ask({}));
    expect(await ask({ response_format: 'detailed' })).toEqual([{ ...all[0], log: ['x'] }]);
    expect(test.sent.map(({ url }) => asked(url))).toEqual(Array(5).fill({}));
  });

  it('reject unknown members, all at once, before anything is sent', async () => {
    const test = await open();
    const refused = expect(test.invoke({ input: { fields: 'name,colour,__proto__' } })).rejects;
    await refused.toMatchObject({ code: 'INVALID_INPUT', fieldErrors: [{ field: 'fields' }, { field: 'fields' }] });
    await expect(test.invoke({ input: { response_format: 'tiny' } })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(test.sent).toEqual([]);
  });

  it('keep primitive values where the schema has no required members', async () => {
    const output = { type: 'object', properties: { a: whole, b: { type: 'array' }, c: { type: 'object' } } };
    const test = await openRepaired(listing({}, { output }), selection, () => ({ a: 1, b: [2], c: { d: 3 } }));
    expect((await test.answer({ input: {} })).body).toEqual({ a: 1 });
    expect((await test.answer({ input: { fields: 'c' } })).body).toEqual({ c: { d: 3 } });
  });

  it('pass bytes and signatures on where nothing was removed, and drop them otherwise', async () => {
    const test = await open();
    test.script(() => json({ items: [{ id: 1, name: 'a' }] }, 200, { etag: '"own"', signature: 's' }));
    const cut = await test.answer({ input: { fields: 'id' } });
    expect([cut.raw, cut.headers]).toEqual([undefined, {}]);
  });
});

describe('cuts', () => {
  const truncation = { truncation: true };
  const long = Array.from({ length: 5000 }, (_, id) => ({ id, name: 'x'.repeat(100) }));

  it('keep an answer within its limit, and report what was cut and how to continue', async () => {
    const test = await openRepaired(listing({}), truncation, () => ({ items: long, total: 5000 }));
    const { body } = await test.answer({ input: {} });
    const { items, truncated, truncation: told, total } = body as { items: JsonValue[] } & JsonObject;
    expect(JSON.stringify(body).length).toBeLessThanOrEqual(32_768);
    expect(items.length).toBeGreaterThan(100);
    expect({ truncated, told, total }).toEqual({
      truncated: true,
      told: { cut: [{ at: '/items', kept: items.length, of: 5000 }], go_on: expect.stringContaining('Narrow') },
      total: 5000,
    });
  });

  it('continue with the cursor where there is one, and lose nothing', async () => {
    const big = berths(300).map((each): JsonObject => ({ ...each, notes: 'n'.repeat(2000) }));
    const answer = ({ offset = '0', limit = '20' }: Record<string, string>) => big.slice(+offset, +offset + +limit);
    const test = await openRepaired(bareListing(offsets), { ...pages, ...truncation }, answer);
    const walked = await walk(test, { limit: 100 });
    expect(idsOf(walked)).toEqual(big.map(({ id }) => id));
    expect(walked[0]).toMatchObject({ truncated: true, truncation: { go_on: expect.stringContaining('next_cursor') } });
    for (const page of walked) expect(JSON.stringify(page).length).toBeLessThanOrEqual(32_768);
  });

  it('are made inside a single item that is too large, and a walk still ends', async () => {
    const huge = [0, 1].map((id) => ({ id, name: 'a', log: Array.from({ length: 9000 }, () => 'line') }));
    const answer = ({ offset = '0', limit = '20' }: Record<string, string>) => huge.slice(+offset, +offset + +limit);
    const test = await openRepaired(bareListing(offsets), { ...pages, ...truncation }, answer);
    const walked = await walk(test);
    expect(idsOf(walked)).toEqual([0, 1]);
    expect(walked[0]).toMatchObject({
      truncation: {
        cut: [
          { at: '/items/0/log', of: 9000 },
          { at: '/items', kept: 1, of: 2 },
        ],
      },
    });
  });

  it.each<[string, JsonValue]>([
    ['small', { items: [{ id: 1, name: 'a' }] }],
    ['one long text', { items: [{ id: 1, name: 'x'.repeat(50_000) }] }],
    [
      'deep without lists',
      { nested: Array.from({ length: 200 }).reduce<JsonValue>((inner) => ({ inner }), 'x'.repeat(40_000)) },
    ],
  ])('leave an answer unchanged that is %s', async (_, answer) => {
    const test = await openRepaired(listing({}), truncation, () => answer);
    const { body } = await test.answer({ input: {} });
    expect(body).toEqual(answer);
  });
});

describe('unknown properties', () => {
  it('are rejected by name before anything is sent, and passed on where the repair is off', async () => {
    const operation = createOperation({ input: { type: 'object', properties: { text: { type: 'string' } } } });
    const test = await createTestGateway();
    await test.put(createEntry({ operations: [operation] }));
    await test.answer({ input: { text: 'a', txet: 'b' } });
    const { repairOperation } = await import('../repair/repair-operation.js');
    await test.put(createEntry({ operations: [repairOperation(operation, { 'closed-input': true })] }));
    await expect(test.invoke({ input: { text: 'a', txet: 'b' } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ code: 'input/additionalProperties' }],
    });
    expect(test.sent).toHaveLength(1);
  });
});

describe('an operation without repairs', () => {
  it('is passed on unchanged: the same call object, and the same promise', () => {
    const step = createRepair({ key: 'k' });
    const call = { target: { operation: createOperation() } } as never;
    const outcome = Promise.resolve({} as never);
    expect(step(call, (passed) => (passed === call ? outcome : Promise.reject(new Error('another call'))))).toBe(
      outcome,
    );
  });
});
