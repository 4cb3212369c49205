/** PROF-CONS-03: one pagination scheme. */
import type { Api, ApiOperation } from '../../api/api.js';
import { findParameter } from '../../api/operation-facts.js';
import type { Rule } from '../../rule.js';
import { answer } from '../../rule-cases.js';

/** Lists that are paged in several ways. */
export const paginationMixed: Rule = {
  id: 'pagination-mixed',
  requirement: 'PROF-CONS-03',
  severity: 'warning',
  message: '{operation} pages by {scheme}, other lists by {other}.',
  why: 'An agent that learned to follow cursors does not think of page numbers.',
  help: 'Page every list the same way, by cursor.',
  check(api, report) {
    const groups = new Map<string, ApiOperation[]>();
    for (const operation of api.exposed) {
      const scheme = operation.kinds.list ? schemeOf(api, operation) : undefined;
      if (scheme !== undefined) groups.set(scheme, [...(groups.get(scheme) ?? []), operation]);
    }
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

function schemeOf({ settings }: Api, operation: ApiOperation): string | undefined {
  if (findParameter(operation, settings.names.cursor, ['query']) !== undefined) return 'cursor';
  const found = findParameter(operation, settings.names.offset, ['query']);
  return found === undefined ? undefined : /page/i.test(found.name) ? 'page number' : 'offset';
}
