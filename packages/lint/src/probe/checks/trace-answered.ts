/** PROF-OBS-02, as far as it is visible from outside: a response names its trace or request. */
import { withHeaders } from '../call.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { traceparentOf } from './trace-context.js';

const headerNames = [
  'traceparent',
  'tracestate',
  'x-request-id',
  'x-correlation-id',
  'request-id',
  'x-trace-id',
  'traceresponse',
];

/** Responses name their trace. */
export const traceAnswered: Check = {
  id: 'trace-answered',
  requirement: 'PROF-OBS-02',
  severity: 'info',
  title: 'Responses and errors name the trace or the request',
  why: 'With the identifier an agent can tell a person exactly which call failed.',
  help: 'Return traceparent or a request id, and repeat it in error bodies.',
  needs: 'reads',
  run: (probe) =>
    checkEach(probe.reads.slice(0, 1), 'no read succeeded', async ({ operation, call }) => {
      const traceparent = traceparentOf(probe.newId());
      const trace = traceparent.split('-')[1] ?? '';
      const good = await probe.call(withHeaders(call, { traceparent }));
      const bad = await probe.send({ method: 'GET', target: '/probe-no-such-address', headers: { traceparent } });
      return [good, bad].map((exchange) => {
        const { headers = {}, text = '' } = exchange.answer ?? {};
        const named = headerNames.some((name) => headers[name] !== undefined) || text.includes(trace);
        const seen = { operation, exchanges: [exchange] };
        const what = exchange === good ? 'a response' : 'an error';
        return named
          ? holds(`${what} names its trace or request`, seen)
          : fails(`${what} names neither trace nor request`, seen);
      });
    }),
};
