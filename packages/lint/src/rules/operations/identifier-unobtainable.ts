/** PROF-OPS-09: no identifier is demanded that cannot be had. */
import { neededIds, obtainable } from '../../api/entities.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule.js';
import { answer, body, object } from '../../rule-cases.js';

/** Identifiers that no answer holds. */
export const identifierUnobtainable: Rule = {
  id: 'identifier-unobtainable',
  requirement: 'PROF-OPS-09',
  severity: 'error',
  message: '{name} is required, and no operation returns an identifier of a {entity}.',
  why: 'An agent that cannot get an identifier invents one.',
  help: 'Let a read return it under the same name, or take a name instead.',
  check(api, report) {
    const { entities, names } = obtainable(api);
    const told = new Set<string>();
    for (const { entity, name, at } of neededIds(api)) {
      const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
      const named = tokensOf(name).some((word) => word !== 'id' && entities.has(word));
      if (entities.has(entity) || named || names.has(plain) || told.has(plain)) continue;
      told.add(plain);
      report(at, { name, entity });
    }
  },
  cases: {
    good: [
      {
        'get /tasks': { responses: answer({ type: 'array', items: object({ id: { type: 'string' } }) }) },
        'get /tasks/{task_id}': { parameters: [{ name: 'task_id', in: 'path', required: true }] },
      },
    ],
    bad: [{ 'post /close': { requestBody: body(object({ wo_id: {} }, { required: ['wo_id'] })) } }],
  },
};
