/** PROF-RESP-08: lists are paged by cursor, not by counting. */
import { findInput, findParameter } from '../../api/operation-facts.js';
import { askEach, type Check, fails, holds, open } from '../check.js';
import { continuationOf } from '../read-page.js';

/** Lists page by cursor. */
export const cursorPagination: Check = {
  id: 'cursor-pagination',
  requirement: 'PROF-RESP-08',
  severity: 'error',
  title: 'Lists are paged by cursor',
  why: 'Counted pages shift when something is added between two of them.',
  help: 'Page by an opaque cursor over a stable order.',
  needs: 'reads',
  run: ({ lists, api, base, breadth }) =>
    askEach(lists.slice(0, breadth), 'no list answered', async ({ operation, call, first }) => {
      const { cursor, offset } = api.settings.names;
      const seen = { operation, exchanges: [first] };
      const takes = findParameter(operation, cursor, ['query']) ?? findInput(api, operation, cursor);
      if (takes !== undefined) return holds('it takes a cursor', seen);
      if (findParameter(operation, offset, ['query']) !== undefined) return fails('its pages are counted', seen);
      if (continuationOf({ api, base, call, exchange: first }).kind === 'link')
        return holds('the answer links the next page', seen);
      return open('no paging was seen', seen);
    }),
};
