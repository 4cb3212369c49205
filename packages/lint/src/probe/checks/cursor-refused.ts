/** PROF-RESP-08: a cursor is opaque, and the API rejects a cursor that it did not issue. */
import { type Check, checkEach, fails, holds } from '../check.js';
import { isRefusal, outcomeOf } from '../exchange.js';
import { withCursor } from '../read-page.js';

/** Forged cursors are rejected. */
export const cursorRefused: Check = {
  id: 'cursor-refused',
  requirement: 'PROF-RESP-08',
  severity: 'error',
  title: 'A forged cursor is rejected with a clear error',
  why: 'When an API treats an unknown cursor as the first page, the agent loops.',
  help: 'Sign cursors or validate them strictly; return 4xx with a dedicated code for all others.',
  needs: 'reads',
  run(probe) {
    const tried = probe.lists.flatMap(({ operation, call }) => {
      const request = withCursor(probe.api, call, 'probe-made-up-cursor');
      return request === undefined ? [] : [{ operation, request }];
    });
    return checkEach(tried.slice(0, probe.breadth), 'no list accepts a cursor', async ({ operation, request }) => {
      const exchange = await probe.send(request);
      const seen = { operation, exchanges: [exchange] };
      if (isRefusal(exchange)) return holds('a forged cursor is rejected', seen);
      return fails(`a forged cursor returned ${outcomeOf(exchange)}`, seen);
    });
  },
};
