/** Streams are passed on as they arrive, pulled as they are read, and ended upstream when the reader disconnects. */
import { describe, expect, it } from 'vitest';
import type { StreamOutcome } from './call.js';
import type { TestGateway } from './gateway.support.js';
import { createTestGateway, json, reply, streamOf } from './gateway.support.js';

async function stream(test: TestGateway): Promise<StreamOutcome> {
  const outcome = await test.invoke({ wantsStream: true });
  if (outcome.kind !== 'stream') throw new Error(`no stream but ${outcome.kind}`);
  return outcome;
}

const textOf = (body: ReadableStream<Uint8Array>) =>
  new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).text();

/** A stream that counts its reads. */
function createSource(chunks: readonly (string | Error)[]) {
  const seen = { pulls: 0, cancelled: false };
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.pulls += 1;
        const next = left.shift();
        if (next === undefined) controller.close();
        else if (typeof next === 'string') controller.enqueue(new TextEncoder().encode(next));
        else controller.error(next);
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

describe('streams', () => {
  it.each(['text/event-stream', 'application/x-ndjson'])(
    'pass %s on when partial output is requested',
    async (type) => {
      const test = await createTestGateway();
      test.script(() => reply(streamOf('data: 1\n\n', 'data: 2\n\n'), type));
      const outcome = await stream(test);
      expect(test.sent[0]?.headers.accept).toBe('text/event-stream, application/json');
      expect(outcome).toMatchObject({ status: 200, mediaType: type });
      expect(await textOf(outcome.body)).toBe('data: 1\n\ndata: 2\n\n');
      expect(await outcome.ended).toEqual({ bytes: 18 });
    },
  );

  it('are not sent to callers that did not request them, and a service without them answers normally', async () => {
    const test = await createTestGateway();
    expect(await test.answer({ wantsStream: true })).toMatchObject({ body: { text: 'ahoy' } });
    test.script(() => reply('data: 1\n\n', 'text/event-stream'));
    await expect(test.invoke()).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    test.script(() => json({ error: { code: 'Busy' } }, 503));
    expect(await test.answer({ wantsStream: true })).toMatchObject({ status: 503 });
    test.script(() => reply('<html>', 'text/html'));
    await expect(test.invoke({ wantsStream: true })).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('fetch one chunk when one is read, and none ahead', async () => {
    const { body, seen } = createSource(['a', 'b', 'c']);
    const test = await createTestGateway();
    test.script(() => reply(body, 'text/event-stream'));
    const reader = (await stream(test)).body.getReader();
    expect(seen.pulls).toBe(0);
    await reader.read();
    expect(seen.pulls).toBe(1);
    await reader.read();
    expect(seen.pulls).toBe(2);
  });

  it('end upstream when the reader disconnects, and are recorded then', async () => {
    const { body, seen } = createSource(['a', 'b', 'c']);
    const test = await createTestGateway();
    test.script(() => reply(body, 'text/event-stream'));
    const outcome = await stream(test);
    const reader = outcome.body.getReader();
    await reader.read();
    expect(await test.records()).toEqual([]);
    await reader.cancel('gone');
    expect(seen.cancelled).toBe(true);
    expect(await outcome.ended).toMatchObject({ bytes: 1, failure: { code: 'CANCELLED' } });
    expect(await test.records()).toMatchObject([{ code: 'CANCELLED', outcome: 'unknown', facts: { status: 200 } }]);
  });

  it.each([
    ['data: 1\n\n', 'data: 1\n\nevent: error\n'],
    ['data: 1', 'data: 1\n\nevent: error\n'],
  ])('report a break after %j as an event', async (start, expected) => {
    const test = await createTestGateway();
    test.script(() => reply(createSource([start, new Error('ECONNRESET 10.0.0.7')]).body, 'text/event-stream'));
    const outcome = await stream(test);
    const text = await textOf(outcome.body);
    expect(text.startsWith(expected)).toBe(true);
    const event = JSON.parse(text.slice(text.lastIndexOf('data: ') + 6));
    expect(event).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: false, error: { code: 'UpstreamError' } });
    expect(text).not.toContain('10.0.0.7');
    expect(await outcome.ended).toMatchObject({ failure: { code: 'UPSTREAM_ERROR' } });
    expect(await test.records()).toMatchObject([{ code: 'UPSTREAM_ERROR' }]);
  });

  it('of other types break where they break', async () => {
    const test = await createTestGateway();
    test.script(() => reply(createSource(['{}\n', new Error('ECONNRESET')]).body, 'application/x-ndjson'));
    const outcome = await stream(test);
    await expect(textOf(outcome.body)).rejects.toBeDefined();
    expect(await outcome.ended).toMatchObject({ failure: { code: 'UPSTREAM_ERROR' } });
  });
});
