/** PROF-RESP-08: pagination is by cursor. */
import type { Api, ApiOperation } from '../../api/api.js';
import { itemsOf, pagingScheme } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Lists with offset or page number pagination. */
export const offsetPagination: Rule = {
  id: 'offset-pagination',
  requirement: 'PROF-RESP-08',
  severity: 'warning',
  varies:
    'warning when operations of the API add or remove entries, or when entries have a creation time; info for other lists, such as reference data',
  message: '{operation} is paginated by {name}, which skips or repeats items when the list changes.',
  why: 'When items are added or removed between two pages, an agent sees items twice or not at all.',
  help: 'Accept an opaque cursor.',
  check(api, report) {
    for (const operation of api.exposed) {
      const found = operation.kinds.list ? pagingScheme(api, operation) : undefined;
      if (found === undefined || found.scheme === 'cursor') continue;
      const severity = changes(api, operation) ? 'warning' : 'info';
      report(operation.pointer, { operation: operation.label, name: found.name }, { severity });
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
      {
        'get /t': {
          parameters: [{ name: 'page', in: 'query', schema: object({ cursor: { type: 'string' } }) }],
          responses: answer({ type: 'array' }),
        },
      },
    ],
    bad: [
      { 'get /t': { parameters: [{ name: 'page', in: 'query' }], responses: answer({ type: 'array' }) } },
      {
        'post /t': {},
        'get /t': { parameters: [{ name: 'page', in: 'query' }], responses: answer({ type: 'array' }) },
      },
    ],
  },
};

/** True when the document shows that entries are added or removed while somebody reads the pages. */
function changes(api: Api, operation: ApiOperation): boolean {
  const path = operation.path.replace(/\/$/, '');
  const isChanged = api.exposed.some(({ method, kinds, path: other }) => {
    if (!kinds.write) return false;
    const rest = other.startsWith(path) ? other.slice(path.length).replace(/\/$/, '') : undefined;
    return (
      rest !== undefined && ((method === 'post' && rest === '') || (method === 'delete' && /^\/\{[^{}]*\}$/.test(rest)))
    );
  });
  if (isChanged) return true;
  const items = itemsOf(api, operation);
  return items !== undefined && [...api.properties(items).keys()].some((name) => created.test(name));
}

const created =
  /^(?:created?|added|published|submitted|sent|received|started|inserted)(?:$|_|[A-Z]|at$|on$|date$)|^(?:timestamp|date_?(?:created|added))$/i;
