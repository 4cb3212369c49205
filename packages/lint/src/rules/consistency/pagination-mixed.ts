/** PROF-CONS-03: one pagination scheme. */

import type { ApiOperation } from '../../api/api.js';
import { pagingScheme } from '../../api/operation-facts.js';
import { groupBy } from '../../rule-model/group-by.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer } from '../../rule-model/rule-cases.js';

/** `after=<event id>` of a log asks for what is new since then. */
function followsLog({ path, parameters }: ApiOperation): boolean {
  return (
    /(?:events?|logs?|changes|messages)\/?$/i.test(path) &&
    parameters.some(({ name, in: place }) => place === 'query' && /^(?:after|since)(?:[-_]?id)?$/i.test(name))
  );
}

/** Lists with different pagination schemes. */
export const paginationMixed: Rule = {
  id: 'pagination-mixed',
  requirement: 'PROF-CONS-03',
  severity: 'warning',
  message: '{operation} paginates by {scheme}, other lists by {other}.',
  why: 'An agent that has learned to follow cursors does not expect page numbers.',
  help: 'Paginate every list the same way, by cursor.',
  check(api, report) {
    const groups = groupBy(api.exposed, (operation) =>
      operation.kinds.list && !followsLog(operation) ? pagingScheme(api, operation)?.scheme : undefined,
    );
    const [majority, ...others] = [...groups].sort(([, one], [, other]) => other.length - one.length);
    for (const [scheme, operations] of others) {
      for (const { pointer, label } of operations) {
        report(pointer, { operation: label, scheme, other: majority?.[0] ?? '' });
      }
    }
  },
  cases: {
    good: [
      {
        'get /a': { parameters: [{ name: 'page', in: 'query' }], responses: answer({ type: 'array' }) },
        'get /runs/{id}/events': {
          parameters: [{ name: 'after', in: 'query', schema: { type: 'integer' } }],
          responses: answer({ type: 'array' }),
        },
      },
      {
        'get /a': { parameters: [{ name: 'cursor', in: 'query' }], responses: answer({ type: 'array' }) },
        'get /b': { parameters: [{ name: 'cursor', in: 'query' }], responses: answer({ type: 'array' }) },
      },
    ],
    bad: [
      {
        'get /a': { parameters: [{ name: 'cursor', in: 'query' }], responses: answer({ type: 'array' }) },
        'get /b': { parameters: [{ name: 'page', in: 'query' }], responses: answer({ type: 'array' }) },
      },
    ],
  },
};
