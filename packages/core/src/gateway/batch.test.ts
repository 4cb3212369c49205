/** Batches: several inputs in one call, validated together, run separately, answered in order. */
import type { JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { BindingCaller } from './call.js';
import type { TestGateway } from './gateway.support.js';
import { createEntry, createOperation, createTestGateway, json, reply } from './gateway.support.js';
import type { GatewaySettings } from './ports.js';

async function createBatching(settings: Partial<GatewaySettings> = {}): Promise<TestGateway> {
  const test = await createTestGateway(settings);
  await test.put(createEntry({ operations: [createOperation({ safety: { batch: true } })] }));
  return test;
}

const post: BindingCaller['prepare'] = (_, { input }) => {
  return { url: 'https://echo.example/', method: 'POST', headers: {}, body: input };
};
const texts = (...words: string[]) => words.map((text) => ({ text }));
const textOf = (body: unknown) => (body as { text: string }).text;

describe('batch', () => {
  it('gives one output per input, in the same order', async () => {
    const test = await createBatching();
    test.script(async ({ body }) => {
      // Later ones answer sooner.
      for (let turns = textOf(body).length; turns > 0; turns -= 1) await Promise.resolve();
      return json(body as JsonValue);
    });
    const input = texts('aaaaaaaaaa', 'bbb', 'c');
    expect(await test.answer({ input })).toMatchObject({ status: 200, body: input });
    expect(await test.answer({ input: [] })).toMatchObject({ status: 200, body: [] });
    expect(test.sent).toHaveLength(3);
  });

  it('runs nothing when one item is invalid, and names it', async () => {
    const test = await createBatching();
    await expect(test.invoke({ input: [{ text: 'a' }, { text: 5 }, {}] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [
        { field: '[1].text', pointer: '/1/text', code: 'input/type' },
        { field: '[2].text', pointer: '/2/text', code: 'input/required' },
      ],
    });
    expect(test.sent).toEqual([]);
  });

  it('rejects an array where batches are not offered, unless the input itself is an array', async () => {
    const test = await createTestGateway();
    for (const input of [texts('a', 'b'), []]) {
      await expect(test.invoke({ input })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        fieldErrors: [expect.objectContaining({ code: 'gateway/batch-not-offered' })],
      });
    }
    expect(test.sent).toEqual([]);
    const list = createOperation({ input: { type: 'array', items: { type: 'string' } }, output: true });
    await test.put(createEntry({ operations: [list] }));
    expect(await test.answer({ input: ['a', 'b'] })).toMatchObject({ body: ['a', 'b'] });
    expect(test.sent).toHaveLength(1);
  });

  it('has the media types of its items in one header, and counts their bytes', async () => {
    const callers = [{ kind: 'aidip' as const, acceptsText: true, prepare: post }];
    const test = await createTestGateway({ answerBytes: 60 }, { callers });
    await test.put(createEntry({ operations: [createOperation({ safety: { batch: true }, output: true })] }));
    const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    test.script(async ({ body }) => (textOf(body) === 'b' ? json({ berth: 'B7' }) : reply(png, 'image/png')));
    const data = png.toString('base64');
    expect(await test.answer({ input: texts('a', 'b', 'c') })).toMatchObject({
      body: [data, { berth: 'B7' }, data],
      headers: { 'x-dragoman-media-type': 'image/png;items="0,2"' },
    });
    expect(await test.answer({ input: texts('b') })).toMatchObject({ headers: {} });
    const full = await test.answer({ input: texts('1', '2', '3', '4', '5', '6') });
    expect(full.status).toBe(207);
    expect(full.body).toContainEqual(expect.objectContaining({ code: 'ANSWER_TOO_LARGE' }));
  });

  it('names the wrong fields of every item when all of them fail', async () => {
    const fieldErrors = [{ field: 'pier', pointer: '/pier', code: 'input/required', detail: 'missing' }];
    const prepare = () => {
      throw new Failure('INVALID_INPUT', { message: 'The input has 1 problem.', fieldErrors });
    };
    const test = await createTestGateway({}, { callers: [{ kind: 'aidip', prepare }] });
    await test.put(createEntry({ operations: [createOperation({ safety: { batch: true } })] }));
    await expect(test.invoke({ input: texts('a', 'b') })).rejects.toMatchObject({
      fieldErrors: [
        { field: '[0].pier', pointer: '/0/pier', detail: 'missing' },
        { field: '[1].pier', pointer: '/1/pier', detail: 'missing' },
      ],
    });
  });

  it('is limited in size and in concurrency', async () => {
    const test = await createBatching({ batch: { items: 5, concurrency: 2 } });
    await expect(test.invoke({ input: texts('1', '2', '3', '4', '5', '6') })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [expect.objectContaining({ code: 'gateway/batch-too-large' })],
    });
    let running = 0;
    let peak = 0;
    test.script(async ({ body }) => {
      running += 1;
      peak = Math.max(peak, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return json(body as JsonValue);
    });
    await test.answer({ input: texts('1', '2', '3', '4', '5') });
    expect(peak).toBe(2);
  });

  it('answers 207 with an error for each item that failed', async () => {
    const test = await createBatching();
    test.script(({ body }) => {
      if (textOf(body) === 'own') return json({ error: { code: 'Mine', message: 'no' } }, 422);
      if (textOf(body) === 'bare') return json({ reason: 'full' }, 409);
      return textOf(body) === 'html' ? reply('<html>', 'text/html') : json(body as JsonValue);
    });
    expect(await test.answer({ input: texts('a', 'own', 'bare', 'html') })).toMatchObject({
      status: 207,
      body: [
        { text: 'a' },
        { error: { code: 'Mine', message: 'no' } },
        { error: { code: 'Conflict' }, agent_answer: { reason: 'full' } },
        {
          code: 'UPSTREAM_ERROR',
          status: 502,
          retryable: false,
          outcome_unknown: true,
          error: { code: 'UpstreamError' },
        },
      ],
    });
  });

  it('is an error when all items fail: the worst one, with details on each', async () => {
    const test = await createBatching();
    test.script(({ body }) => (textOf(body) === 'a' ? json({}, 429) : reply('', '', 503, { 'retry-after': '20' })));
    await expect(test.invoke({ input: texts('a', 'b') })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfter: 20,
      fieldErrors: [
        { field: '[0]', code: 'RATE_LIMITED' },
        { field: '[1]', code: 'UNAVAILABLE' },
      ],
    });
  });

  it('gives each item its own key, so that a retry runs only the failed ones', async () => {
    const test = await createBatching();
    let broken = true;
    test.script(({ body }) => (textOf(body) === 'b' && broken ? json({}, 503) : json(body as JsonValue)));
    const call = { input: texts('a', 'b'), idempotencyKey: 'k' };
    expect(await test.answer(call)).toMatchObject({ status: 207 });
    broken = false;
    expect(await test.answer(call)).toMatchObject({ status: 200, body: call.input });
    expect(test.sent.map(({ body }) => textOf(body))).toEqual(['a', 'b', 'b']);
    await expect(test.invoke({ ...call, idempotencyKey: 'has blank' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('reports findings by item, and limits the size of all answers together', async () => {
    const test = await createBatching({ answerBytes: 100 });
    test.script(({ body }) => json({ text: 1, more: textOf(body).repeat(60) }));
    const outcome = await test.answer({ input: texts('a', 'b') });
    expect(outcome.status).toBe(207);
    expect(outcome.findings.map(({ location }) => location.pointer)).toEqual(['/0/text']);
  });

  it('starts no more items after the caller disconnects', async () => {
    const test = await createBatching({ batch: { items: 10, concurrency: 1 } });
    const controller = new AbortController();
    test.script(({ body }) => {
      controller.abort();
      return json(body as JsonValue);
    });
    expect(await test.answer({ input: texts('a', 'b', 'c'), signal: controller.signal })).toMatchObject({
      status: 207,
      body: [{ text: 'a' }, { code: 'CANCELLED' }, { code: 'CANCELLED' }],
    });
    expect(test.sent).toHaveLength(1);
  });
});
