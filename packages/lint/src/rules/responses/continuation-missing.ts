/** PROF-RESP-09: a page says how to get the next one. */
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../../api/api.js';
import { findParameter, findProperty, pagingScheme, proseOf } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Paginated responses without a continuation. */
export const continuationMissing: Rule = {
  id: 'continuation-missing',
  requirement: 'PROF-RESP-09',
  severity: 'info',
  varies:
    'info, because a limit alone may be the number of best matches, and headers are often explained outside the document',
  message: '{operation} is paginated, but its response does not say how to get the next page.',
  why: 'An agent that builds the next request itself loses a filter, or does not notice that there are more pages.',
  help: 'Return next_cursor or a complete next_page link.',
  check(api, report) {
    const { settings } = api;
    for (const operation of api.exposed) {
      const { kinds, output, responses, label, pointer } = operation;
      if (!kinds.list || output === undefined) continue;
      if (!isPaged(api, operation) || mentionsLink(api, operation)) continue;
      const linked = responses.some(({ headers }) =>
        headers.some((name) => name === 'link' || /next|total/.test(name)),
      );
      if (
        linked ||
        api
          .walk(output)
          .slice(0, 60)
          .some(({ name }) =>
            /next|cursor|iterator|^done$|continuation|more|num_?(?:pages|items|results|posts)|page_?count|last_?page|no_?of_?pages|total_?(?:count|items|results|pages|rows|records|elements)|(?:count|items|results|pages|rows|records|elements)_?total|^total$|^count$/i.test(
              name ?? '',
            ),
          )
      )
        continue;
      if (findProperty(api, output, settings.names.continuation) !== undefined) continue;
      report(pointer, { operation: label });
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          parameters: [{ name: 'limit', in: 'query' }],
          responses: answer(object({ items: { type: 'array' }, next_cursor: { type: 'string' } })),
        },
      },
      {
        'get /t': {
          parameters: [{ name: 'limit', in: 'query' }],
          responses: answer({ type: 'array' }, { headers: { Link: {} } }),
        },
      },
      // With the total a caller knows whether there is another page.
      {
        'get /t': {
          parameters: [{ name: 'offset', in: 'query' }],
          responses: answer(object({ items: { type: 'array' }, total_count: { type: 'integer' } })),
        },
      },
    ],
    bad: [{ 'get /t': { parameters: [{ name: 'page', in: 'query' }], responses: answer({ type: 'array' }) } }],
  },
};

/** The `Link` header, or the total, is explained in words only. */
function mentionsLink(api: Api, operation: ApiOperation): boolean {
  const texts = [proseOf(operation), ...operation.parameters.map(({ description }) => description ?? '')];
  return api.once(introducesLink) || texts.some((text) => link.test(text));
}

function introducesLink({ root }: Api): boolean {
  return isJsonObject(root.info) && link.test(String(root.info.description ?? ''));
}

const link = /\bLink\b.{0,20}\bheader|\bheader\b.{0,20}\bLink\b|\btotal number\b/is;

/** A start next to an end is a range, not a page. */
function isPaged(api: Api, operation: ApiOperation): boolean {
  const { pageSize } = api.settings.names;
  return findParameter(operation, pageSize, ['query']) !== undefined || pagingScheme(api, operation) !== undefined;
}
