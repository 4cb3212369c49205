/** PROF-RESP-08: pagination is by cursor. */
import { pagingScheme } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer } from '../../rule-model/rule-cases.js';

/** Lists with offset or page number pagination. */
export const offsetPagination: Rule = {
  id: 'offset-pagination',
  requirement: 'PROF-RESP-08',
  severity: 'warning',
  message: '{operation} is paginated by {name}, which skips or repeats items when the list changes.',
  why: 'When items are added or removed between two pages, an agent sees items twice or not at all.',
  help: 'Accept an opaque cursor.',
  check(api, report) {
    for (const operation of api.exposed) {
      const found = operation.kinds.list ? pagingScheme(api, operation) : undefined;
      if (found === undefined || found.scheme === 'cursor') continue;
      report(operation.pointer, { operation: operation.label, name: found.name });
    }
  },
  cases: {
    good: [
      { 'get /t': { parameters: [{ name: 'cursor', in: 'query' }], responses: answer({ type: 'array' }) } },
      {
        'get /t': {
          parameters: [{ name: 'page', in: 'query', description: 'A cursor for the next page' }],
          responses: answer({ type: 'array' }),
        },
      },
    ],
    bad: [{ 'get /t': { parameters: [{ name: 'page', in: 'query' }], responses: answer({ type: 'array' }) } }],
  },
};
