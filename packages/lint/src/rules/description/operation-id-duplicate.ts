/** PROF-DESC-02: one identifier for one operation. */
import type { Rule } from '../../rule.js';

/** Identifiers that several operations have. */
export const operationIdDuplicate: Rule = {
  id: 'operation-id-duplicate',
  requirement: 'PROF-DESC-02',
  severity: 'error',
  message: 'The operationId {id} is used by {other} too.',
  why: 'Two operations with one name make one tool; which of them is called is left to chance.',
  help: 'Give each operation an operationId of its own.',
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
