/** PROF-RESP-08: lists are paginated by cursor, not by offset or page number. */
import { findInput, findParameter } from '../../api/operation-facts.js';
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { continuationOf } from '../read-page.js';

/** Lists use cursor pagination. */
export const cursorPagination: Check = {
  id: 'cursor-pagination',
  requirement: 'PROF-RESP-08',
  severity: 'error',
  title: 'Lists use cursor pagination',
  why: 'Numbered pages shift when items are added between two requests.',
  help: 'Paginate with an opaque cursor over a stable order.',
  needs: 'reads',
  run: ({ lists, api, base, breadth }) =>
    checkEach(lists.slice(0, breadth), 'no list could be read', async ({ operation, call, first }) => {
      const { cursor, offset } = api.settings.names;
      const seen = { operation, exchanges: [first] };
      const takes = findParameter(operation, cursor, ['query']) ?? findInput(api, operation, cursor);
      if (takes !== undefined) return holds('it accepts a cursor', seen);
      if (findParameter(operation, offset, ['query']) !== undefined)
        return fails('it is paginated by offset or page number', seen);
      if (continuationOf({ api, base, call, exchange: first }).kind === 'link')
        return holds('the response links the next page', seen);
      return open('no pagination was observed', seen);
    }),
};
