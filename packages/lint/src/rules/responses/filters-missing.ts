/** PROF-RESP-07: callers can filter results before fetching them. */
import { isNamed, pagingNames } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer } from '../../rule-model/rule-cases.js';

/** Lists without a filter. */
export const filtersMissing: Rule = {
  id: 'filters-missing',
  requirement: 'PROF-RESP-07',
  severity: 'info',
  message: '{operation} is a list without filters.',
  why: 'Without filters an agent fetches page after page and filters by reading.',
  help: 'Add filters for common searches, and name them in the description.',
  check(api, report) {
    const paging = [
      ...pagingNames(api.settings),
      ...api.settings.names.verbosity,
      'sort',
      'order',
      'order-by',
      'sort-by',
    ];
    for (const { kinds, parameters, label, pointer, method } of api.exposed) {
      if (!kinds.list || method !== 'get') continue;
      const filters = parameters.filter((each) => each.in === 'query' && !isNamed(each.name, paging));
      if (filters.length === 0) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [{ 'get /t': { parameters: [{ name: 'state', in: 'query' }], responses: answer({ type: 'array' }) } }],
    bad: [{ 'get /t': { parameters: [{ name: 'limit', in: 'query' }], responses: answer({ type: 'array' }) } }],
  },
};
