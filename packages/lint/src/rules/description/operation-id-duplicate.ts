/** PROF-DESC-02: each operation has a unique identifier. */
import type { Rule } from '../../rule-model/rule.js';

/** Identifiers shared by several operations. */
export const operationIdDuplicate: Rule = {
  id: 'operation-id-duplicate',
  requirement: 'PROF-DESC-02',
  severity: 'error',
  message: 'The operationId {id} is also used by {other}.',
  why: 'Two operations with one name become one tool; which of them an agent calls is arbitrary.',
  help: 'Give each operation a unique operationId.',
  ignoresWording: true,
  check(api, report) {
    const first = new Map<string, (typeof api.operations)[number]>();
    for (const operation of api.operations) {
      const { id, pointer } = operation;
      if (id === undefined) continue;
      const other = first.get(id);
      if (other === undefined) first.set(id, operation);
      else {
        const place = `${other.method.toUpperCase()} ${other.path}`;
        report(`${pointer}/operationId`, { id, other: place }, { related: [`${other.pointer}/operationId`] });
      }
    }
  },
  cases: {
    good: [{ 'get /a': { operationId: 'a_get' }, 'get /b': { operationId: 'b_get' } }],
    bad: [{ 'get /a': { operationId: 'same' }, 'get /b': { operationId: 'same' } }],
  },
};
