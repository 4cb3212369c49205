import { addProperties, type CallRecord, createTraceContext, traceHeaders } from '@dragoman/middleware';

export const log: CallRecord[] = [];

export const serve = addProperties(
  // The handler's own calls get the same trace: fetch(stock, { headers: traceHeaders(request) }).
  (request) => Response.json({ handed_on: traceHeaders(request) }),
  [createTraceContext({ log: (record) => log.push(record) })],
  { caller: (request) => request.headers.get('x-user') ?? undefined },
);
