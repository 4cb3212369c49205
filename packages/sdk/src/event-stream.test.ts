import { describe, expect, it } from 'vitest';
import { readEvents } from './event-stream.js';
import { rejection } from './registry.support.js';

function stream(parts: readonly string[], contentType: string, end: 'close' | 'break' = 'close') {
  let cancelled = false;
  const waiting = parts.map((part) => new TextEncoder().encode(part));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = waiting.shift();
      if (next !== undefined) controller.enqueue(next);
      else if (end === 'close') controller.close();
      else controller.error(new TypeError('terminated'));
    },
    cancel() {
      cancelled = true;
    },
  });
  const response = new Response(body, { headers: { 'content-type': contentType } });
  return { response, wasCancelled: () => cancelled };
}

async function all(response: Response) {
  const events = [];
  for await (const event of readEvents(response, { maxBytes: 10_000 })) events.push(event);
  return events;
}

describe('a streamed response', () => {
  it('parses server-sent events in chunks of any size', async () => {
    const text = ': hello\r\nevent: part\r\ndata: {"n":1}\r\n\r\ndata: a\rdata: b\r\rid: 7\ndata: 2\n\nevent: done\n\n';
    const expected = [
      { event: 'part', data: '{"n":1}', value: { n: 1 } },
      { event: 'message', data: 'a\nb' },
      { event: 'message', data: '2', value: 2, id: '7' },
      { event: 'done', data: '' },
    ];
    expect(await all(stream([text], 'text/event-stream; charset=utf-8').response)).toEqual(expected);
    expect(await all(stream([...text], 'text/event-stream').response)).toEqual(expected);
  });

  it('throws an error event as its failure, after the events before it', async () => {
    const problem = { code: 'UPSTREAM_ERROR', status: 502, detail: 'The service aborted its answer.', retryable: true };
    const { response } = stream([`data: 1\n\nevent: error\ndata: ${JSON.stringify(problem)}\n\n`], 'text/event-stream');
    const events = readEvents(response, { maxBytes: 100 });
    expect(await events.next()).toMatchObject({ value: { data: '1' } });
    expect(await rejection(events.next())).toMatchObject({ code: 'UPSTREAM_ERROR', message: problem.detail });
  });

  it('reads JSON lines and plain text, and a plain response as one event', async () => {
    expect(await all(stream(['{"a":1}\n{"a"', ':2}\n'], 'application/x-ndjson').response)).toMatchObject([
      { value: { a: 1 } },
      { value: { a: 2 } },
    ]);
    expect(await all(stream(['\u001e{"a":1}\n'], 'application/json-seq').response)).toMatchObject([
      { value: { a: 1 } },
    ]);
    expect(await all(stream(['he', 'llo'], 'text/plain').response)).toMatchObject([{ data: 'he' }, { data: 'llo' }]);
    expect(await all(stream(['{"sum":', '3}'], 'application/json').response)).toEqual([
      { event: 'output', data: '{"sum":3}', value: { sum: 3 } },
    ]);
  });

  it('cancels the request when the reader stops, and reports a connection error', async () => {
    const left = stream(['data: 1\n\ndata: 2\n\n', 'data: 3\n\n'], 'text/event-stream');
    for await (const { data } of readEvents(left.response, { maxBytes: 100 })) if (data === '1') break;
    expect(left.wasCancelled()).toBe(true);
    const { response } = stream(['data: 1\n\n'], 'text/event-stream', 'break');
    expect(await rejection(all(response))).toMatchObject({ code: 'CONNECTION_FAILED' });
    const signal = AbortSignal.abort();
    const events = readEvents(stream([], 'text/event-stream', 'break').response, { maxBytes: 100, signal });
    expect(await rejection(events.next())).toMatchObject({ code: 'ABORTED' });
  });

  it('rejects endless events', async () => {
    const long = 'x'.repeat(3 * 1024 * 1024);
    const { response } = stream([long, long], 'text/event-stream');
    expect(await rejection(all(response))).toMatchObject({ code: 'INVALID_RESPONSE' });
    const lines = stream([`data: ${long}\n`, `data: ${long}\n`], 'text/event-stream');
    expect(await rejection(all(lines.response))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
