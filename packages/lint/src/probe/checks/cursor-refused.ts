/** PROF-RESP-08: a cursor is opaque, and one that the API did not make is refused in order. */
import { askEach, type Check, fails, holds } from '../check.js';
import { isRefusal, outcomeOf } from '../exchange.js';
import { withCursor } from '../read-page.js';

/** Made-up cursors are refused. */
export const cursorRefused: Check = {
  id: 'cursor-refused',
  requirement: 'PROF-RESP-08',
  severity: 'error',
  title: 'A made-up cursor is refused with a clear error',
  why: 'A cursor that is silently taken for the first page sends an agent round in circles.',
  help: 'Sign cursors or check them strictly; answer 4xx with a code of its own to any other.',
  needs: 'reads',
  run(probe) {
    const tried = probe.lists.flatMap(({ operation, call }) => {
      const request = withCursor(probe.api, call, 'probe-made-up-cursor');
      return request === undefined ? [] : [{ operation, request }];
    });
    return askEach(tried.slice(0, probe.breadth), 'no list takes a cursor', async ({ operation, request }) => {
      const exchange = await probe.send(request);
      const seen = { operation, exchanges: [exchange] };
      if (isRefusal(exchange)) return holds('a made-up cursor is refused', seen);
      return fails(`a made-up cursor is answered with ${outcomeOf(exchange)}`, seen);
    });
  },
};
