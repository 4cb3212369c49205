/** PROF-RESP-07: callers can filter results before fetching them. */
import type { Parameter } from '../../api/api.js';
import { isNamed, pagingNames } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer } from '../../rule-model/rule-cases.js';

/** Lists without a filter. */
export const filtersMissing: Rule = {
  id: 'filters-missing',
  requirement: 'PROF-RESP-07',
  severity: 'info',
  message: '{operation} is a paginated list without filters.',
  why: 'Without filters an agent fetches page after page and filters by reading.',
  help: 'Add filters for common searches, and name them in the description.',
  ignoresWording: true,
  check(api, report) {
    const pages = pagingNames(api.settings);
    // A list with pages is long; one without them is often the few parts of a resource.
    const isLong = (parameters: readonly Parameter[]) => parameters.some(({ name }) => isNamed(name, pages));
    const paging = [...pages, ...api.settings.names.verbosity, 'sort', 'order', 'order-by', 'sort-by'];
    for (const { kinds, parameters, label, pointer, method } of api.exposed) {
      if (!kinds.list || method !== 'get' || !isLong(parameters)) continue;
      const filters = parameters.filter((each) => each.in === 'query' && !isNamed(each.name, paging));
      if (filters.length === 0) report(pointer, { operation: label });
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer({ type: 'array' }) } },
      { 'get /t': { parameters: [{ name: 'state', in: 'query' }], responses: answer({ type: 'array' }) } },
    ],
    bad: [{ 'get /t': { parameters: [{ name: 'limit', in: 'query' }], responses: answer({ type: 'array' }) } }],
  },
};
