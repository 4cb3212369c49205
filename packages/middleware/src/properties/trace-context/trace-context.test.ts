import { describe, expect, it } from 'vitest';
import { addProperties } from '../../fetch.js';
import { type CallRecord, createTraceContext, traceHeaders, traceOf } from './index.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

function get(headers: Record<string, string>): Request {
  return new Request('https://api.example/tasks?secret=1', { headers });
}

describe('a trace', () => {
  it('[PROF-OBS-01] [PROF-OBS-02] is accepted, returned, and propagated by the handler', async () => {
    const downstream: Record<string, string>[] = [];
    const serve = addProperties(
      (request) => {
        downstream.push(traceHeaders(request));
        return Response.json({ trace: traceOf(request)?.traceId });
      },
      [createTraceContext()],
    );
    const response = await serve(get({ traceparent, tracestate: 'a=1', 'x-request-id': 'mine-7' }));
    expect(await response.json()).toEqual({ trace: traceId });
    expect(response.headers.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(response.headers.get('x-request-id')).toBe('mine-7');
    expect(downstream[0]).toEqual({
      traceparent: response.headers.get('traceparent'),
      tracestate: 'a=1',
      'x-request-id': 'mine-7',
    });
    expect(downstream[0]?.traceparent).not.toBe(traceparent);
  });

  it('starts here when it is missing or invalid, without a rejection', async () => {
    const serve = addProperties((request) => Response.json(traceHeaders(request)), [createTraceContext()]);
    const wrong = [{}, { traceparent: 'gibberish' }, { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }];
    for (const headers of wrong) {
      const response = await serve(get({ ...headers, tracestate: 'a=1', 'x-request-id': 'with blank' }));
      const handed = (await response.json()) as Record<string, string>;
      expect(Object.keys(handed)).toEqual(['traceparent']);
      expect(handed.traceparent).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    }
  });

  it('is part of a failure', async () => {
    const serve = addProperties(
      () => new Response(),
      [
        createTraceContext(),
        () => async (_request, call) => {
          await call.readBody(0);
          return new Response();
        },
      ],
    );
    const post = new Request('https://api.example/', { method: 'POST', body: 'x', headers: { traceparent } });
    expect(await (await serve(post)).json()).toMatchObject({ status: 413, trace_id: traceId });
  });
});

describe('the record of a call', () => {
  const run = async (handler: () => Response, headers: Record<string, string> = { traceparent }) => {
    const records: CallRecord[] = [];
    let now = 1_000;
    const clock = { now: () => (now += 5) };
    const serve = addProperties(handler, [createTraceContext({ log: (record) => records.push(record), clock })], {
      caller: (request) => request.headers.get('x-user') ?? undefined,
    });
    await serve(get({ 'x-user': 'alice', 'x-request-id': 'mine-7', ...headers })).catch(() => undefined);
    return records;
  };

  it('[PROF-OBS-03] names the trace and the caller, and nothing of the query', async () => {
    expect(await run(() => new Response(null, { status: 204 }))).toEqual([
      {
        traceId,
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
        parentId: 'b7ad6b7169203331',
        requestId: 'mine-7',
        caller: 'alice',
        method: 'GET',
        path: '/tasks',
        status: 204,
        milliseconds: 5,
      },
    ]);
  });

  it('is also created for thrown errors', async () => {
    const records = await run(() => {
      throw new Error('a bug');
    });
    expect(records).toHaveLength(1);
    expect(records[0]).not.toHaveProperty('status');
  });
});
