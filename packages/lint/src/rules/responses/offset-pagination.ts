/** PROF-RESP-08: pagination is by cursor. */
import { findParameter } from '../../api/operation-facts.js';
import type { Rule } from '../../rule.js';
import { answer } from '../../rule-cases.js';

/** Lists that count pages. */
export const offsetPagination: Rule = {
  id: 'offset-pagination',
  requirement: 'PROF-RESP-08',
  severity: 'warning',
  message: '{operation} is paged by {name}.',
  why: 'What is added or removed between two pages is seen twice or never.',
  help: 'Take an opaque cursor.',
  check(api, report) {
    const { offset, cursor } = api.settings.names;
    for (const operation of api.exposed) {
      if (!operation.kinds.list || findParameter(operation, cursor, ['query']) !== undefined) continue;
      const found = findParameter(operation, offset, ['query']);
      if (found !== undefined) report(operation.pointer, { operation: operation.label, name: found.name });
    }
  },
  cases: {
    good: [{ 'get /t': { parameters: [{ name: 'cursor', in: 'query' }], responses: answer({ type: 'array' }) } }],
    bad: [{ 'get /t': { parameters: [{ name: 'page', in: 'query' }], responses: answer({ type: 'array' }) } }],
  },
};
