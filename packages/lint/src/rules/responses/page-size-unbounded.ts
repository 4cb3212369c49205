/** PROF-RESP-06: pages have a default size and a bound. */
import { findParameter } from '../../api/operation-facts.js';
import type { Rule } from '../../rule.js';
import { answer } from '../../rule-cases.js';

/** Lists without a bounded page size. */
export const pageSizeUnbounded: Rule = {
  id: 'page-size-unbounded',
  requirement: 'PROF-RESP-06',
  severity: 'warning',
  varies: 'error without a parameter, else warning',
  message: '{operation} {fault}.',
  why: 'A list without bounds can fill an agent’s whole space with one call.',
  help: 'Take limit with minimum, maximum and default, and enforce it.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, label, pointer, output } = operation;
      if (!kinds.list || typeof output?.schema.maxItems === 'number') continue;
      const size = findParameter(operation, api.settings.names.pageSize, ['query']);
      if (size === undefined) {
        report(pointer, { operation: label, fault: 'is a list without a page size' }, { severity: 'error' });
        continue;
      }
      const schema = size.schema?.schema ?? {};
      const missing = ['default', 'maximum'].filter((keyword) => schema[keyword] === undefined);
      if (missing.length > 0) {
        report(size.pointer, { operation: label, fault: `takes ${size.name} without ${missing.join(' and ')}` });
      }
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', default: 20, maximum: 50 } }],
          responses: answer({ type: 'array' }),
        },
      },
    ],
    bad: [
      { 'get /t': { responses: answer({ type: 'array' }) } },
      {
        'get /t': {
          parameters: [{ name: 'per_page', in: 'query', schema: { type: 'integer' } }],
          responses: answer({ type: 'array' }),
        },
      },
    ],
  },
};
