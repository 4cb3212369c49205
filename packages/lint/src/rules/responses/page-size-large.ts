/** PROF-RESP-06: pages are small. */
import { findParameter } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer } from '../../rule-model/rule-cases.js';

/** Lists with very large pages. */
export const pageSizeLarge: Rule = {
  id: 'page-size-large',
  requirement: 'PROF-RESP-06',
  severity: 'info',
  message: '{name} allows pages of {maximum} items; at most {limit} are recommended.',
  why: 'An agent requests the largest page that is allowed.',
  help: 'Lower the maximum.',
  ignoresWording: true,
  check(api, report) {
    const limit = api.settings.thresholds.pageSize;
    for (const operation of api.exposed) {
      const size = operation.kinds.list ? findParameter(operation, api.settings.names.pageSize, ['query']) : undefined;
      const maximum = size?.schema?.schema.maximum;
      if (size !== undefined && typeof maximum === 'number' && maximum > limit) {
        report(size.pointer, { name: size.name, maximum, limit });
      }
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          parameters: [{ name: 'limit', in: 'query', schema: { maximum: 50 } }],
          responses: answer({ type: 'array' }),
        },
      },
    ],
    bad: [
      {
        'get /t': {
          parameters: [{ name: 'limit', in: 'query', schema: { maximum: 1000 } }],
          responses: answer({ type: 'array' }),
        },
      },
    ],
  },
};
