/** PROF-RESP-08: pagination is by cursor. */
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { itemsOf, pagingScheme } from '../../api/operation-facts.js';
import { singular, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Lists with offset or page number pagination. */
export const offsetPagination: Rule = {
  id: 'offset-pagination',
  requirement: 'PROF-RESP-08',
  severity: 'warning',
  varies:
    'warning for a list of a kind that grows while it is read, such as events, orders or messages, when operations of the API add or remove entries or entries have a creation time; info for other lists, such as users or reference data, and when filters such as `id[gt]` or `until` allow a caller to continue after an entry',
  message: '{operation} is paginated by {name}, which skips or repeats items when the list changes.',
  why: 'When items are added or removed between two pages, an agent sees items twice or not at all.',
  help: 'Accept an opaque cursor.',
  check(api, report) {
    for (const operation of api.exposed) {
      const found = operation.kinds.list ? pagingScheme(api, operation) : undefined;
      if (found === undefined || found.scheme === 'cursor') continue;
      const grows = isGrowing(operation) && changes(api, operation) && !hasKeyset(operation);
      const severity = grows ? 'warning' : 'info';
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

/** What is recorded again and again; people, settings and catalogues are edited, and a page of them rarely moves. */
const growing = new Set(
  (
    'event log record entry audit history activity transaction transfer payment payout refund charge invoice order trade ' +
    'deposit withdrawal message comment post notification alert ticket report export import run job build deployment ' +
    'execution call conversation session visit measurement reading delivery request submission'
  ).split(' '),
);

function isGrowing({ path }: ApiOperation): boolean {
  const words = tokensOf(literalSegments(path).at(-1) ?? '').map(singular);
  return growing.has(words.at(-1) ?? '');
}

/** `where.createdAt.gt`, `id[gt]` and `until` let a caller continue after the last entry. */
function hasKeyset({ parameters }: ApiOperation): boolean {
  return parameters.some(
    ({ name, in: place }) => place === 'query' && /[._[-][gl]te?\]?$|^(?:since|after)_?id$|^until$/i.test(name),
  );
}

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
