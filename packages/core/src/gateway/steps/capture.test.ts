import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { CapturedCall } from '../captured-call.js';
import { createEntry, createOperation, createTestGateway, json, reply } from '../gateway.support.js';

const token = 'tok-0123456789abcdef';

/** A gateway that captures the calls of one service. */
async function capturing(on = true) {
  const taken: CapturedCall[] = [];
  const errors: unknown[] = [];
  const capture = {
    isOn: (service: string) => on && service === 'echo/1',
    take: (captured: CapturedCall) => void taken.push(captured),
    onError: (error: unknown) => void errors.push(error),
  };
  const credentialsFor = async () => ({ headers: { authorization: `Bearer ${token}` } });
  const test = await createTestGateway({}, { capture, credentialsFor });
  const settled = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual([]);
    return taken;
  };
  return { ...test, settled };
}

const input = {
  type: 'object',
  properties: { text: { type: 'string' }, pin: { type: 'string', format: 'password' } },
};

describe('capture', () => {
  it('keeps input and output without secrets, and names them in the record', async () => {
    const test = await capturing();
    await test.put(createEntry({ operations: [createOperation({ input })] }));
    test.script(() => json({ text: `you sent ${token}`, apiKey: 'k-123', card: 'ok' }, 201));
    await test.invoke({ input: { text: 'password=hunter22 please', pin: '1234' } });
    const [captured] = await test.settled();
    expect(captured).toMatchObject({
      service: 'echo/1',
      operation: 'echo',
      caller: 'ann',
      status: 201,
      input: { value: { text: 'password=[secret withheld] please', pin: '[secret withheld]' } },
      output: { value: { text: 'you sent [secret withheld]', apiKey: '[secret withheld]', card: 'ok' } },
    });
    const [record] = await test.records();
    expect(record?.facts.captured).toBe(captured?.id);
  });

  it('keeps failed and rejected calls with their code, and no previews', async () => {
    const test = await capturing();
    test.script(() => {
      throw new Failure('UPSTREAM_TIMEOUT');
    });
    await expect(test.invoke()).rejects.toThrow();
    await expect(test.invoke({ input: { text: 7 } })).rejects.toThrow();
    await test.invoke({ dryRun: true });
    expect((await test.settled()).map(({ code, output }) => [code, output])).toEqual([
      ['UPSTREAM_TIMEOUT', undefined],
      ['INVALID_INPUT', undefined],
    ]);
  });

  it('keeps the beginning of large payloads, and nothing of streams and of very large ones', async () => {
    const test = await capturing();
    test.script(() => json({ text: 'o'.repeat(9000) }));
    await test.invoke({ input: { text: 'i'.repeat(300_000) } });
    test.script(() => reply('data: {}\n\n', 'text/event-stream'));
    await test.invoke({ wantsStream: true });
    const [large, streamed] = await test.settled();
    expect(large?.input).toEqual({ omitted: 'too large' });
    expect(large?.output).toMatchObject({ characters: 9011, beginning: expect.stringMatching(/^\{"text":"o{8183}$/) });
    expect(streamed?.output).toEqual({ omitted: 'streamed' });
  });

  it('keeps nothing where it is not switched on', async () => {
    const test = await capturing(false);
    await test.invoke();
    expect(await test.settled()).toEqual([]);
    expect((await test.records())[0]?.facts).not.toHaveProperty('captured');
  });
});
